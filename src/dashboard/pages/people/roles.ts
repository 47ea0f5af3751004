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
    short: 'Looks identities up and reads what the account did.',
    may: [
      'Look identities up; read and search the history',
      'See platforms, webhooks, deliveries and usage',
      'See who the members are, and leave the account',
    ],
  },
  admin: {
    name: 'Admin',
    short: 'Also manages webhooks, keys, people and privacy.',
    may: [
      'Make, roll and revoke API keys; change webhooks',
      'Invite and remove members and admins',
      'Delete lookups, suppress and erase identities; decide on purposes',
      'Read the audit log and the mails',
    ],
  },
  owner: {
    name: 'Owner',
    short: 'Also decides who has which role, and what becomes of the account.',
    may: ['Change roles, and remove owners', 'Export the account whole', 'Delete the account, and take that back'],
  },
};
