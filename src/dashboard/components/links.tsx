/** Links to the pages of the account that is open. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../client/account.js';
import type { PAGES_OF_ACCOUNT } from './pages-of-account.js';

interface Linked {
  readonly children: ReactNode;
  readonly className?: string;
  /** False where what it leads to may have been deleted since. */
  readonly preload?: false;
}

export const PageLink = ({ to, ...link }: Linked & { readonly to: (typeof PAGES_OF_ACCOUNT)[number]['to'] }) => (
  <Link to={to} params={{ account: useAccount().id }} {...link} />
);

export const LookupLink = ({ id, ...link }: Linked & { readonly id: string }) => (
  <Link to="/dashboard/$account/lookups/$lookup" params={{ account: useAccount().id, lookup: id }} {...link} />
);

export const EndpointLink = ({ id, ...link }: Linked & { readonly id: string }) => (
  <Link to="/dashboard/$account/webhooks/$endpoint" params={{ account: useAccount().id, endpoint: id }} {...link} />
);

export const DeliveryLink = ({ endpoint, event, ...link }: Linked & { readonly endpoint: string; readonly event: string }) => (
  <Link to="/dashboard/$account/webhooks/$endpoint/$event" params={{ account: useAccount().id, endpoint, event }} {...link} />
);
