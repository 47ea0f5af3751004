/** The pages of an account, as navigation and command palette list them. */
import type { Role } from '../../domain/people/people.js';

export interface ListedPage {
  readonly title: string;
  readonly to: '/dashboard/$account';
  readonly group: 'Identities' | 'Integration' | 'Account';
  /** Role that its operations need; default `member`. */
  readonly role?: Role;
}

export const PAGES_OF_ACCOUNT: readonly ListedPage[] = [{ title: 'Look up', to: '/dashboard/$account', group: 'Identities' }];
