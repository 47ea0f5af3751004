/** The pages of an account, as navigation and command palette list them. */
import { isAtLeast, type Role } from '../../features/accounts/roles.js';

interface ListedPage {
  readonly title: string;
  readonly to: string;
  readonly group: 'Identities' | 'Integration' | 'Account';
  /** Role that its operations need; default `member`. */
  readonly role?: Role;
}

export const PAGES_OF_ACCOUNT = [
  { title: 'Look up', to: '/dashboard/$account', group: 'Identities' },
  { title: 'Batches', to: '/dashboard/$account/batches', group: 'Identities' },
  { title: 'History', to: '/dashboard/$account/lookups', group: 'Identities' },
  { title: 'Platforms', to: '/dashboard/$account/platforms', group: 'Identities' },
  { title: 'Webhooks', to: '/dashboard/$account/webhooks', group: 'Integration' },
  { title: 'API keys', to: '/dashboard/$account/keys', group: 'Integration', role: 'admin' },
  { title: 'E-mails', to: '/dashboard/$account/emails', group: 'Integration', role: 'admin' },
  { title: 'Usage', to: '/dashboard/$account/usage', group: 'Account' },
  { title: 'People', to: '/dashboard/$account/people', group: 'Account' },
  { title: 'Privacy', to: '/dashboard/$account/privacy', group: 'Account' },
  { title: 'Audit', to: '/dashboard/$account/audit', group: 'Account', role: 'admin' },
] as const satisfies readonly ListedPage[];

/** The pages that a member with the role may use. */
export const pagesFor = (role: Role) => PAGES_OF_ACCOUNT.filter((page) => isAtLeast(role, 'role' in page ? page.role : 'member'));
