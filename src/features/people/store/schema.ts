import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { Role } from '../../accounts/roles.js';
import type { SignInMeans } from '../people.js';
import { accounts } from '../../accounts/store/schema.js';
import { KEPT_NETWORK, NOBODY, none, OPERATOR } from '../../../kernel/db/personal-data.js';
import { bytea, createdAt, id, idOf, timestamptz } from '../../../kernel/db/columns.js';

/** People who signed in, in one account or several. */
export const users = pgTable('users', {
  id: id(),
  /** In lower case: the address is the identity until a passkey or a provider is added. */
  email: text('email').notNull().unique(),
  createdAt: createdAt(),
});

/** Whom a provider of OpenID Connect means by its subject: that stays when an address changes. */
export const userIdentities = pgTable(
  'user_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: idOf('user_id', () => users.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('user_identities_user').on(table.userId)],
);

export const members = pgTable(
  'members',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    userId: idOf('user_id', () => users.id),
    role: text('role').$type<Role>().notNull(),
    joinedAt: timestamptz('joined_at').notNull().defaultNow(),
  },
  (table) => [unique('members_once').on(table.accountId, table.userId), index('members_user').on(table.userId)],
);

/** Invitations, by the digest of the link's token, which has 256 random bits. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    digest: bytea('digest').notNull().unique(),
    /** Key or member. */
    invitedBy: text('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When a mail with its link was written; null: the link was given by hand. */
    emailedAt: timestamptz('emailed_at'),
    acceptedAt: timestamptz('accepted_at'),
    acceptedBy: text('accepted_by').references(() => users.id),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [index('invitations_account').on(table.accountId), index('invitations_email').on(table.email)],
);

/**
 * Codes to sign in, a row for each browser that asked; those that ask while a code of their address is valid share it. The digest of the
 * code is made with the browser's token, of which the database has a digest only: so the short code cannot be guessed from this table.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text('email').notNull(),
    browserDigest: bytea('browser_digest').notNull().unique(),
    codeDigest: bytea('code_digest').notNull(),
    /** The code, sealed, to be sent again; null once it was used. */
    sealed: bytea('sealed'),
    codeMadeAt: timestamptz('code_made_at'),
    /** When a mail with the code was written for this row. */
    emailedAt: timestamptz('emailed_at'),
    network: text('network'),
    /** A browser in which the holder of the address was signed in before; null for any other. */
    deviceDigest: bytea('device_digest'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('sign_in_codes_email').on(table.email, table.createdAt), index('sign_in_codes_expired').on(table.expiresAt)],
);

/** Browsers in which a person was signed in, by the digest of a cookie's 256 random bits: they have a share of codes of their own. */
export const knownDevices = pgTable(
  'known_devices',
  { digest: bytea('digest').primaryKey(), userId: idOf('user_id', () => users.id), createdAt: createdAt() },
  (table) => [index('known_devices_user').on(table.userId)],
);

/** Links that an operator makes; each signs one person in, once, in any browser. */
export const signInLinks = pgTable('sign_in_links', {
  id: id(),
  userId: idOf('user_id', () => users.id),
  digest: bytea('digest').notNull().unique(),
  createdAt: createdAt(),
  expiresAt: timestamptz('expires_at').notNull(),
  usedAt: timestamptz('used_at'),
});

/** Public keys of authenticators; their private halves never leave those. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: idOf('user_id', () => users.id),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Challenges that authenticators sign, each answered once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Who adds a passkey; null: somebody signs in. */
    userId: text('user_id').references(() => users.id),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expired').on(table.expiresAt)],
);

/** Sessions, by the digest of the cookie's 256 random bits. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: idOf('user_id', () => users.id),
    digest: bytea('digest').notNull().unique(),
    userAgent: text('user_agent').notNull(),
    network: text('network').notNull(),
    createdAt: createdAt(),
    /** When it was checked who it is; null where the provider of OpenID Connect does not say. */
    authenticatedAt: timestamptz('authenticated_at').defaultNow(),
    /** How the person signed in. */
    means: text('means').$type<SignInMeans>().notNull().default('code'),
    /** Written at most once a minute. */
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId).where(sql`${table.revokedAt} IS NULL`),
    index('sessions_expired').on(table.expiresAt),
  ],
);

/** Sessions of operators' commands, which are no person's: each serves operators' operations for a few minutes. */
export const operatorSessions = pgTable('operator_sessions', {
  digest: bytea('digest').primaryKey(),
  /** Who runs the command, for the audit log. */
  operator: text('operator').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

const PERSON = { shownBy: 'getPerson listMembers listAccounts exportAccount', alsoReadBy: OPERATOR } as const;
const WITH_PASSKEY = "until it is removed, or with the person's address";
const PASSKEY = { retention: WITH_PASSKEY, shownBy: 'listPasskeys' } as const;
const SESSION = { retention: 'up to 30 days after its end', shownBy: 'listSessions' } as const;
const KEPT =
  "until the person's last account is deleted; after they have left it, until a month after their last sign-in, or a year after the last use of their passkey";

export const PEOPLE_DATA = {
  users: {
    email: { what: 'the address that a person signs in with', why: 'to know who signs in', retention: KEPT, ...PERSON },
    ...none('id createdAt'),
  },
  userIdentities: {
    subject: { what: "a person's id at an identity provider", why: 'to know who signs in', retention: KEPT, ...NOBODY },
    ...none('issuer userId createdAt'),
  },
  members: none('id accountId userId role joinedAt'),
  invitations: {
    email: {
      what: 'the address of somebody who was invited',
      why: 'to bind the invitation to them',
      retention: '90 days after it was accepted, revoked or expired, or with the account',
      shownBy: 'listInvitations listEmails exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('id accountId role digest invitedBy createdAt expiresAt emailedAt acceptedAt acceptedBy revokedAt'),
  },
  signInCodes: {
    email: {
      what: 'an address for which a code was requested, known or not',
      why: 'to limit codes, and to know who signs in',
      retention: 'a day after the code expired',
      ...NOBODY,
    },
    network: {
      what: 'the IP address, or /64, that requested a code',
      why: "so that nobody uses up other people's codes",
      ...KEPT_NETWORK,
      retention: 'a day after the code expired',
      ...NOBODY,
    },
    ...none('id browserDigest codeDigest sealed codeMadeAt emailedAt deviceDigest attempts createdAt expiresAt usedAt'),
  },
  knownDevices: none('digest userId createdAt'),
  signInLinks: none('id userId digest createdAt expiresAt usedAt'),
  passkeys: {
    name: { what: "the person's name for a passkey", ownWords: 'replaced', why: 'to distinguish passkeys', ...PASSKEY },
    credentialId: { what: "the passkey's id", why: 'to sign in', retention: WITH_PASSKEY, ...NOBODY },
    lastUsedAt: { what: 'when a passkey was last used', why: 'to find lost ones', ...PASSKEY },
    ...none('id userId publicKey counter createdAt'),
  },
  passkeyChallenges: none('challenge userId expiresAt'),
  sessions: {
    userAgent: { what: 'the browser that signed in', why: 'to recognise sessions', ...SESSION },
    network: { what: 'the IP address, or /64, that signed in', why: 'to recognise sessions', ...KEPT_NETWORK, ...SESSION },
    lastSeenAt: { what: 'when a session was last used, to the minute', why: 'to end it', ...SESSION },
    ...none('id userId digest createdAt authenticatedAt means expiresAt revokedAt'),
  },
  operatorSessions: {
    operator: {
      what: 'which operator runs a command',
      why: 'to show who read or changed what',
      retention: 'until the command ends, an hour at most',
      ...NOBODY,
    },
    ...none('digest expiresAt'),
  },
} as const;
