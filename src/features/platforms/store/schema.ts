import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ControlOutcome } from '../../../engine/controls/control.js';
import type { StoredControlKind } from '../../../engine/controls/control-accounts.js';
import type { ControlSample, ShareAlert } from '../../../engine/controls/platform-health.js';
import type { HeldRules, RevisionCause } from '../../../engine/catalogue/rules/revision.js';
import type { Json } from '../../../kernel/values/json.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { bytea, createdAt, timestamptz } from '../../../kernel/db/columns.js';

/** Columns that every row about a platform and query type through an egress pool has. */
const ofPlatform = () => ({
  egress: text('egress').notNull(),
  platform: text('platform').notNull(),
  queryType: text('query_type').$type<QueryType>().notNull(),
});

/** Platforms that requested a pause of an egress pool (429 or 503 with Retry-After); each of its workers keeps to it. */
export const platformBackoffs = pgTable(
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
    ...ofPlatform(),
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
    ...ofPlatform(),
    answered: integer('answered').notNull(),
    omitted: integer('omitted').notNull(),
    medianLatencyMs: integer('median_latency_ms'),
    p90LatencyMs: integer('p90_latency_ms'),
    probedAt: timestamptz('probed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform, table.queryType] })],
);

/**
 * Accounts that the operator owns, and numbers that were never registered (query type `negative_phone`), for controls: sealed
 * (adapters/secret-box), and found by a keyed digest.
 */
export const controlAccounts = pgTable(
  'control_accounts',
  {
    platform: text('platform').notNull(),
    queryType: text('query_type').$type<StoredControlKind>().notNull(),
    digest: text('digest').notNull(),
    sealed: bytea('sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.queryType, table.digest] })],
);

/** Bundles of the catalogue that were verified and accepted. Versions grow; a few of the newest are kept. */
export const catalogueBundles = pgTable('catalogue_bundles', {
  version: bigint('version', { mode: 'number' }).primaryKey(),
  /** Names the key that signed it. */
  keyId: text('key_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  platforms: integer('platforms').notNull(),
  /** As it was accepted, with its signature. */
  content: bytea('content').notNull(),
  acceptedAt: timestamptz('accepted_at').notNull().defaultNow(),
});

/** What the catalogue consists of, from the newest row on. Rows are never changed: plans name the one that they began with. */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  revision: integer('revision').primaryKey(),
  cause: text('cause').$type<RevisionCause>().notNull(),
  /** Null for the files of the release. */
  bundle: bigint('bundle', { mode: 'number' }),
  /** The operator's own platform files by the slug that they replace. */
  replacements: jsonb('replacements').$type<Record<string, Json>>().notNull(),
  /** Rules that answer in place of changed ones. */
  held: jsonb('held').$type<HeldRules>().notNull(),
  createdAt: createdAt(),
});

/** Health of each platform and query type over time, through an egress pool: from controls and counts, never about a lookup's identity. */
export const platformHealth = pgTable(
  'platform_health',
  {
    ...ofPlatform(),
    /** The last fifty, the newest first. */
    controls: jsonb('controls').$type<ControlSample[]>().notNull().default([]),
    /** Since when its controls fail, without one that passed in between; null: the newest that showed something passed. */
    failingSince: timestamptz('failing_since'),
    /** How many have failed since then. */
    failures: integer('failures').notNull().default(0),
    /** The newest alert about its share of "registered". */
    alert: jsonb('alert').$type<ShareAlert>(),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform, table.queryType] })],
);

/** How each platform answered lookups on a day, from the statistics of its busiest hour: counts of all accounts together. */
export const platformAnswers = pgTable(
  'platform_answers',
  {
    ...ofPlatform(),
    day: date('day', { mode: 'string' }).notNull(),
    answered: integer('answered').notNull(),
    registered: integer('registered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.egress, table.platform, table.queryType, table.day] })],
);
