import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StoredControlKind } from '../../../engine/controls/control-accounts.js';
import type { ControlOutcome } from '../../../engine/controls/control.js';
import type { ControlSample, ShareAlert } from '../../../engine/controls/platform-health.js';
import type { Observation } from '../../../engine/controls/traffic.js';
import type { Conclusive } from '../../../engine/evaluation/verdict.js';
import type { MemberStatus } from '../../../engine/flow/fleet.js';
import { bytea, createdAt, timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none, OPERATOR } from '../../../kernel/db/personal-data.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Json } from '../../../kernel/values/json.js';

/** Columns that every row about a platform and query type through an egress pool has. */
const ofPlatform = () => ({
  egress: text('egress').notNull(),
  platform: text('platform').notNull(),
  queryType: text('query_type').$type<QueryType>().notNull(),
});

/** Platforms that requested a pause of an egress pool (429 or 503 with Retry-After); each of its workers keeps to it. */
export const platformBackoffs = pgTable(
  'platform_backoffs',
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

/**
 * Spans in which a platform denied accounts that exist, or confirmed such as cannot, through an egress pool: its answers of those states
 * count for nobody. The name and the default are from when it had denials only.
 */
export const withdrawnDenials = pgTable(
  'withdrawn_denials',
  {
    ...ofPlatform(),
    since: timestamptz('since').notNull(),
    until: timestamptz('until').notNull(),
    states: text('states').array().$type<Conclusive['state'][]>().notNull().default(['not_registered']),
  },
  (table) => [
    primaryKey({ columns: [table.egress, table.platform, table.queryType, table.since] }),
    index('withdrawn_denials_until').on(table.until),
  ],
);

/** Platforms that an operator switched off by hand; one that is on has no row. */
export const platformSwitches = pgTable('platform_switches', {
  platform: text('platform').primaryKey(),
  since: timestamptz('since').notNull().defaultNow(),
  /** User id of the operator; null: the command line. */
  disabledBy: text('disabled_by'),
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
 * (src/kernel/secrets/secret-box.ts), and found by a keyed digest.
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

/** What the catalogue consists of, from the newest row on. Rows are never changed. */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  revision: integer('revision').primaryKey(),
  cause: text('cause').notNull(),
  /** Null for the files of the release. */
  bundle: bigint('bundle', { mode: 'number' }),
  /** Files by the slug that they replaced in earlier releases, which still read this column and the next; empty in new rows. */
  replacements: jsonb('replacements').$type<Record<string, Json>>().notNull(),
  /** Rules that answered in place of changed ones in earlier releases. */
  held: jsonb('held').$type<Record<string, Json>>().notNull(),
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

const control = {
  why: 'to run controls of platforms',
  retention: 'until the operator removes it',
  shownBy: '',
  alsoReadBy: OPERATOR,
} as const;

/** What the columns hold of a person. */
export const PLATFORMS_DATA = {
  platformBackoffs: none('egress platform until reason'),
  platformControls: none('egress platform queryType outcome checkedAt latencyMs'),
  withdrawnDenials: none('egress platform queryType since until states'),
  platformSwitches: none('platform since disabledBy reason'),
  platformStats: none('egress platform queryType answered omitted medianLatencyMs p90LatencyMs probedAt'),
  controlAccounts: {
    digest: { what: "keyed digest of one of the operator's own accounts or numbers", ...control },
    sealed: { what: "one of the operator's own accounts or numbers, sealed with `SECRETS_KEY`", ...control },
    ...none('platform queryType createdAt'),
  },
  catalogueBundles: none('version keyId createdAt expiresAt platforms content acceptedAt'),
  catalogueRevisions: none('revision cause bundle replacements held createdAt'),
  platformHealth: none('egress platform queryType controls failingSince failures alert'),
  platformAnswers: none('egress platform queryType day answered registered'),
} as const;

/** Workers that share the limits of hosts. A row is a lease: it ends unless its worker renews it. */
export const fleetMembers = pgTable('fleet_members', {
  id: text('id').primaryKey(),
  /** Egress pool: workers of different pools share nothing. */
  pool: text('pool').notNull(),
  egresses: text('egresses').array().notNull(),
  /** Members whose shares this one has taken into account. */
  acknowledgedMembers: text('acknowledged_members').array().notNull(),
  status: jsonb('status').$type<MemberStatus>(),
  expiresAt: timestamptz('expires_at').notNull(),
});

/** Hosts whose limit or circuit breaker differs from the initial state, by egress. */
export const hostFlow = pgTable(
  'host_flow',
  {
    pool: text('pool').notNull(),
    host: text('host').notNull(),
    egress: text('egress').notNull(),
    /** Requests in flight, for the whole fleet. */
    concurrency: integer('concurrency').notNull(),
    decreasedAt: timestamptz('decreased_at'),
    /** Until when the circuit is open; null: closed. */
    circuitOpenUntil: timestamptz('circuit_open_until'),
    /** How often the circuit has opened without a success in between. */
    trips: integer('trips').notNull(),
    /** Until when one worker makes the trial request. */
    trialLeaseUntil: timestamptz('trial_lease_until'),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pool, table.host, table.egress] }), index('host_flow_updated').on(table.pool, table.updatedAt)],
);

/** What the columns hold of a person. */
export const FLEET_DATA = {
  fleetMembers: none('id pool egresses acknowledgedMembers status expiresAt'),
  hostFlow: none('pool host egress concurrency decreasedAt circuitOpenUntil trips trialLeaseUntil updatedAt'),
} as const;

/**
 * What lookups of the last 15 minutes showed of platforms (docs/adr/0047-denial-by-traffic.md): digests by a key that is overwritten each
 * hour. Both tables are unlogged, so that neither is in an archive of the log or survives a crash, and are left out of dumps.
 */
export const trafficObservations = pgTable(
  'traffic_observations',
  {
    egress: text('egress').notNull(),
    platform: text('platform').notNull(),
    queryType: text('query_type').$type<QueryType>().notNull(),
    /** Digest of the rule. */
    rule: text('rule').notNull(),
    /** Names the key of the digests: hours since the epoch. */
    keyHour: integer('key_hour').notNull(),
    state: text('state').$type<Observation['state']>().notNull(),
    identity: text('identity').notNull(),
    account: text('account').notNull(),
    /** Digest of a mail domain or country. */
    location: text('location').notNull(),
    at: timestamptz('at').notNull(),
    storedAt: timestamptz('stored_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'traffic_observations_once',
      columns: [table.egress, table.platform, table.queryType, table.rule, table.keyHour, table.account, table.identity, table.state],
    }),
    index('traffic_observations_stored').on(table.egress, table.storedAt),
  ],
);

/** The key of those digests, one row. */
export const trafficKey = pgTable('traffic_key', {
  id: boolean('id').primaryKey(),
  hour: integer('hour').notNull(),
  key: bytea('key').notNull(),
  /** That of the hour before, for its first 15 minutes. */
  previous: bytea('previous'),
});

const traffic = { why: 'to prove that a platform does not deny everybody', retention: '15 minutes', ...NOBODY } as const;

/** What the columns hold of a person. */
export const TRAFFIC_DATA = {
  trafficObservations: {
    identity: { what: 'keyed digest of an identity that was registered; the key is replaced each hour', ...traffic },
    account: { what: 'keyed digest of the account that looked it up, with the same key', ...traffic },
    location: { what: "keyed digest of the identity's mail domain or country, with the same key", ...traffic },
    ...none('egress platform queryType rule keyHour state at storedAt'),
  },
  trafficKey: none('id hour key previous'),
} as const;
