import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { accounts, quotaPools } from './schema.js';
import type { Module } from '../../../facts/checks.js';
import { createdAt, idOf, timestamptz } from '../../../kernel/db/columns.js';

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
