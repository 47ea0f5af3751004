/** The pages of an account, as navigation and command palette list them. */
import { mayCall, type RestrictedOperation } from '../client/account.js';
import type { Role } from '../../features/accounts/roles.js';

interface ListedPage {
  readonly title: string;
  readonly to: string;
  readonly group: 'Identities' | 'Integration' | 'Account';
  /** What it is for, where not every member may. */
  readonly needs?: RestrictedOperation;
}

export const PAGES_OF_ACCOUNT = [
  { title: 'Look up', to: '/dashboard/$account', group: 'Identities' },
  { title: 'Batches', to: '/dashboard/$account/batches', group: 'Identities' },
  { title: 'History', to: '/dashboard/$account/lookups', group: 'Identities' },
  { title: 'Calibration', to: '/dashboard/$account/calibration', group: 'Identities' },
  { title: 'Platforms', to: '/dashboard/$account/platforms', group: 'Identities' },
  { title: 'Webhooks', to: '/dashboard/$account/webhooks', group: 'Integration' },
  { title: 'API keys', to: '/dashboard/$account/keys', group: 'Integration', needs: 'listApiKeys' },
  { title: 'E-mails', to: '/dashboard/$account/emails', group: 'Integration', needs: 'listEmails' },
  { title: 'Usage', to: '/dashboard/$account/usage', group: 'Account' },
  { title: 'People', to: '/dashboard/$account/people', group: 'Account' },
  { title: 'Privacy', to: '/dashboard/$account/privacy', group: 'Account' },
  { title: 'Audit', to: '/dashboard/$account/audit', group: 'Account', needs: 'listAuditEntries' },
] as const satisfies readonly ListedPage[];

/** The pages that a member with the role may use. */
export const pagesFor = (role: Role) => PAGES_OF_ACCOUNT.filter((page) => !('needs' in page) || mayCall(role, page.needs));
