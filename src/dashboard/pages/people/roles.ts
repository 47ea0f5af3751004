/** What the roles are, in plain words. */
import type { Role } from '../../../domain/billing/roles.js';

interface RoleWords {
  readonly name: string;
  /** One sentence, beside a choice. */
  readonly short: string;
  readonly may: readonly string[];
}

/** Each role may also do what the ones before it may. */
export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  member: {
    name: 'Member',
    short: 'Looks up identities and reads the history.',
    may: [
      'Look up identities; read and search the history',
      'See platforms, webhooks, deliveries and usage',
      'See who the members are, and leave the account',
    ],
  },
  admin: {
    name: 'Admin',
    short: 'Also manages webhooks, keys, people and privacy.',
    may: [
      'Create, roll and revoke API keys; change webhooks',
      'Invite and remove members and admins',
      'Delete lookups, suppress and erase identities; decide on purposes',
      'Read the audit log and the mails',
    ],
  },
  owner: {
    name: 'Owner',
    short: 'Also assigns roles, and can export or delete the account.',
    may: ['Change roles, and remove owners', 'Export all data of the account', 'Delete the account, or cancel its deletion'],
  },
};
