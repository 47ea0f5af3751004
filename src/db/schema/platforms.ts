import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ControlOutcome } from '../../domain/calibration/control.js';
import type { QueryType } from '../../domain/identity/identity.js';
import { bytea, createdAt, timestamptz } from './columns.js';

/** Platforms that requested a pause of an egress pool (429 or 503 with Retry-After); each of its workers keeps to it. */
export const platformCooldowns = pgTable(
  'platform_cooldowns',
  {
    egress: text('egress').notNull(),
    platform: text('platform').notNull(),
    until: timestamptz('until').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform] })],
);

/** The newest control of each platform and query type through an egress pool: whether verdicts count, and until when. */
export const platformControls = pgTable(
  'platform_controls',
  {
    egress: text('egress').notNull(),
    platform: text('platform').notNull(),
    queryType: text('query_type').$type<QueryType>().notNull(),
    outcome: jsonb('outcome').$type<ControlOutcome>().notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    latencyMs: integer('latency_ms'),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform, table.queryType] })],
);

/** Platforms that an operator switched off by hand; one that is on has no row. */
export const platformSwitches = pgTable('platform_switches', {
  platform: text('platform').primaryKey(),
  since: timestamptz('since').notNull().defaultNow(),
  /** User id of the operator; null: the command line. */
  switchedBy: text('switched_by'),
  /** Why, in the operator's words. */
  reason: text('reason').notNull(),
});

/** Statistics of each platform for an egress pool, by query type: from the results of all accounts, counts and times only. */
export const platformStats = pgTable(
  'platform_stats',
  {
    egress: text('egress').notNull(),
    platform: text('platform').notNull(),
    queryType: text('query_type').$type<QueryType>().notNull(),
    answered: integer('answered').notNull(),
    omitted: integer('omitted').notNull(),
    medianLatencyMs: integer('median_latency_ms'),
    p90LatencyMs: integer('p90_latency_ms'),
    probedAt: timestamptz('probed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform, table.queryType] })],
);

/** Accounts that the operator owns, for positive controls: sealed (adapters/secret-box), and found by a keyed digest. */
export const controlAccounts = pgTable(
  'control_accounts',
  {
    platform: text('platform').notNull(),
    queryType: text('query_type').$type<QueryType>().notNull(),
    digest: text('digest').notNull(),
    sealed: bytea('sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.queryType, table.digest] })],
);
