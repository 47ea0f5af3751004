import { bigint, boolean, check, index, integer, pgTable, type PgColumn, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { AccountDetails } from '../accounts.js';
import type { PlanName } from '../plans.js';
import { bytea, createdAt, id, idOf, timestamptz } from '../../../kernel/db/columns.js';

/** Who shares one allowance: on the free trial those whom `TrialPools` says, otherwise one account. */
export const quotaPools = pgTable('quota_pools', {
  id: id(),
  /** `domain:<registrable domain>`, `mailbox:<keyed digest>`, `alias:<service>` or `account:<account id>` */
  key: text('key').notNull().unique(),
  createdAt: createdAt(),
});

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    email: text('email').notNull(),
    /** The address in lower case, unique to one account; null once that is deleted. */
    emailKey: text('email_key').unique(),
    /** What its members call it; null: its address stands for it. */
    name: text('name'),
    plan: text('plan').$type<PlanName>().notNull(),
    poolId: idOf('pool_id', () => quotaPools.id),
    /** Lookups per period, when it differs from the plan's. */
    quotaOverride: integer('quota_override'),
    /** Credit plan: prepaid balance, in millicents. */
    balanceMillicents: bigint('balance_millicents', { mode: 'number' }).notNull().default(0),
    /** Days after which finished lookups are deleted; null: they are kept. */
    retentionDays: integer('retention_days').default(90),
    /** Since when an operator keeps the account from everything; null: not suspended. */
    suspendedAt: timestamptz('suspended_at'),
    /** Since when it is closed, because it is to be deleted; null: it is not. */
    closedAt: timestamptz('closed_at'),
    /** Since when everything but its bills is deleted. */
    deletedAt: timestamptz('deleted_at'),
    /** Purposes of which a v2 lookup may name one. */
    purposes: text('purposes').array(),
    /** Whether a v2 lookup has to name one. */
    purposeRequired: boolean('purpose_required').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [check('retention_at_least_one_day', sql`${table.retentionDays} >= 1`)],
);

const { email, name, plan } = accounts;
/** The columns of `AccountDetails`, every one: those alone are written from what a caller passes, and all are reported. */
export const accountDetails = { email, name, plan } satisfies Record<keyof AccountDetails, PgColumn>;

/** Only the SHA-256 of a key is kept: it has 256 random bits, so it needs no salt and no slow hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    name: text('name').notNull().default(''),
    digest: bytea('digest').notNull().unique(),
    lastFour: text('last_four').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: createdAt(),
    /** Null when it does not expire. */
    expiresAt: timestamptz('expires_at'),
    /** Written at most once a minute; null: never used since this is recorded. */
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
    /** It reads and deletes only what it made, or a key that it replaced. */
    ownLookupsOnly: boolean('own_lookups_only').notNull().default(false),
    /** Networks in CIDR notation that it may be used from; null: all. */
    networks: text('networks').array(),
    /** Lookups a calendar month (UTC); null: as many as the account may. */
    monthlyLookups: integer('monthly_lookups'),
    /** The first of the keys that replaced each other, which all count and own lookups together; null: this one. */
    firstKeyId: text('first_key_id'),
    /** Of the first key, where there is a limit: the last month in which lookups were made, and how many. */
    countedMonth: timestamptz('counted_month'),
    countedLookups: integer('counted_lookups').notNull().default(0),
  },
  (table) => [index('api_keys_account').on(table.accountId)],
);

/** What was added to prepaid balances. The operator's reference makes a repetition harmless: it is credited once. */
export const balanceTopUps = pgTable(
  'balance_top_ups',
  {
    accountId: idOf('account_id', () => accounts.id),
    /** Name of a payment or an invoice. */
    reference: text('reference').notNull(),
    amountMillicents: bigint('amount_millicents', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.reference] })],
);
