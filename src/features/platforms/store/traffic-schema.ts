import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Observation } from '../../../engine/controls/traffic.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { bytea, timestamptz } from '../../../kernel/db/columns.js';

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
