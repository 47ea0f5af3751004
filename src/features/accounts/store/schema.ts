import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Module } from '../../../facts/checks.js';
import { bytea, createdAt, id, idOf, timestamptz } from '../../../kernel/db/columns.js';
import { BILL, KEPT_NETWORK, NOBODY, none, OPERATOR, WITH_ACCOUNT } from '../../../kernel/db/personal-data.js';
import type { PlanName } from '../plans.js';
import type { PurposeLimits } from '../purposes.js';

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
    /** What those of them allow that the account limited, by their names. */
    purposeLimits: jsonb('purpose_limits').$type<Readonly<Record<string, PurposeLimits>>>(),
    /** The purpose of v1 lookups; null: none. */
    v1Purpose: text('v1_purpose'),
    /** The last month in which its test keys made lookups, how many, and how many of those checked every platform. */
    testMonth: timestamptz('test_month'),
    testLookups: integer('test_lookups').notNull().default(0),
    testDeepLookups: integer('test_deep_lookups').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [check('retention_at_least_one_day', sql`${table.retentionDays} >= 1`)],
);

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
    /** Its lookups are of documented test identities: nothing is asked, and nothing is billed. */
    isTest: boolean('is_test').notNull().default(false),
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

const ofKeys = { retention: WITH_ACCOUNT, shownBy: 'listApiKeys exportAccount', alsoReadBy: OPERATOR } as const;

export const ACCOUNTS_DATA = {
  quotaPools: {
    key: {
      what: "for trial accounts: the company's e-mail domain, which may belong to a person, or a keyed digest of the mailbox",
      why: 'one free trial per company and mailbox',
      retention: 'kept, so that a trial is not repeated',
      ...NOBODY,
    },
    ...none('id createdAt'),
  },
  accounts: {
    email: {
      what: "the account holder's e-mail address",
      why: 'to reach the holder, and to find the account',
      retention: WITH_ACCOUNT,
      shownBy: 'getAccount getPerson listAccounts readAccount exportAccount',
      alsoReadBy: OPERATOR,
    },
    name: {
      what: "the holder's name for the account, which may be a person's",
      ownWords: 'replaced',
      why: 'to distinguish accounts',
      retention: WITH_ACCOUNT,
      shownBy: 'getAccount getPerson listAccounts readAccount exportAccount',
      alsoReadBy: OPERATOR,
    },
    emailKey: { what: 'the same in lower case', why: 'one account per address', retention: WITH_ACCOUNT, ...NOBODY },
    ...none('id plan poolId quotaOverride balanceMillicents retentionDays suspendedAt closedAt deletedAt purposes purposeRequired'),
    ...none('purposeLimits v1Purpose'),
    ...none('testMonth testLookups testDeepLookups createdAt'),
  },
  balanceTopUps: {
    reference: {
      what: "the operator's reference for a payment",
      ownWords: 'kept: it is part of a bill',
      why: 'to credit it once',
      retention: BILL,
      shownBy: 'exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('accountId amountMillicents createdAt'),
  },
  apiKeys: {
    name: {
      what: "the holder's name for a key, which may be a person's",
      ownWords: 'replaced',
      why: 'to distinguish keys',
      ...ofKeys,
    },
    lastUsedAt: {
      what: 'when a key was last used, to the minute',
      why: 'to find keys that nobody uses',
      ...ofKeys,
    },
    networks: {
      what: 'networks that the key may be used from',
      why: 'to refuse it elsewhere',
      ...KEPT_NETWORK,
      ...ofKeys,
    },
    ...none('id accountId digest lastFour scopes createdAt expiresAt revokedAt ownLookupsOnly monthlyLookups firstKeyId countedMonth'),
    ...none('countedLookups isTest'),
  },
} as const;

/** Usage of a pool in one period. The one conditional UPDATE on this row enforces the quota. */
export const usagePeriods = pgTable(
  'usage_periods',
  {
    poolId: idOf('pool_id', () => quotaPools.id),
    periodStart: timestamptz('period_start').notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.poolId, table.periodStart] }), check('used_not_negative', sql`${table.used} >= 0`)],
);

/** One row per billed lookup, written in the transaction that accepts it. */
export const usageLedger = pgTable(
  'usage_ledger',
  {
    lookupId: text('lookup_id').primaryKey(),
    accountId: idOf('account_id', () => accounts.id),
    poolId: text('pool_id').notNull(),
    periodStart: timestamptz('period_start').notNull(),
    /** Lookups (1) or, on a credit plan, millicents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    unit: text('unit').$type<'lookups' | 'millicents'>().notNull(),
    /** The lookup's own row may be deleted long before its bill. */
    apiKeyId: text('api_key_id').notNull(),
    /** The module that it is counted under. */
    module: text('module').$type<Module>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('usage_ledger_account').on(table.accountId, table.createdAt)],
);

/** Usage alerts at 80 % and 100 % of an allowance, once each per period; delivered as usage.threshold_reached. */
export const usageAlerts = pgTable(
  'usage_alerts',
  {
    poolId: text('pool_id').notNull(),
    periodStart: timestamptz('period_start').notNull(),
    percent: integer('percent').notNull(),
    accountId: text('account_id').notNull(),
    apiKeyId: text('api_key_id').notNull(),
    scope: text('scope').notNull(),
    used: bigint('used', { mode: 'number' }).notNull(),
    limit: bigint('limit', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.poolId, table.periodStart, table.percent] })],
);

/** Fixed minute windows on the database's clock. Unlogged: a crash of Postgres may forget a minute, never a bill. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    /** The id of an API key, of an account or of a user, or `address:<digest>` of a client without a key. */
    caller: text('caller').notNull(),
    rateClass: text('rate_class').notNull(),
    windowStart: timestamptz('window_start').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.rateClass, table.windowStart] }),
    index('rate_windows_window_start').on(table.windowStart),
  ],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body, so that another request under the same key is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** Lookups that the first request made, in order; the response is built from them again. */
    acceptances: jsonb('acceptances').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    // Erasures look for the lookups that a key names.
    index('idempotency_keys_lookups').using('gin', sql`jsonb_path_query_array(${table.acceptances}, '$[*].lookupId')`),
  ],
);

/** What the columns hold of a person. */
export const USAGE_DATA = {
  usagePeriods: none('poolId periodStart used'),
  usageLedger: none('lookupId accountId poolId periodStart amount unit apiKeyId module createdAt'),
  usageAlerts: none('poolId periodStart percent accountId apiKeyId scope used limit createdAt'),
  rateWindows: {
    caller: {
      what: 'part of the keyed digest of the address (IPv6: /64) of a client without a key; otherwise the id of a key, an account or a user',
      why: 'to limit how fast keys can be guessed',
      retention: 'an hour',
      ...NOBODY,
    },
    ...none('rateClass windowStart hits'),
  },
  idempotencyKeys: {
    key: {
      what: "a client's name for a request, chosen by the client",
      ownWords: 'deleted',
      why: 'to bill a repeated request once',
      retention: '24 hours',
      ...NOBODY,
    },
    fingerprint: {
      what: 'keyed digest of the request, which names identities',
      why: 'to refuse a different request under the same name',
      retention: '24 hours',
      ...NOBODY,
    },
    ...none('accountId acceptances createdAt'),
  },
} as const;
