import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ControlOutcome } from '../../domain/calibration.js';
import type { QueryType } from '../../domain/identity.js';
import { moment } from './columns.js';

/** Platforms that asked for a pause (429 or 503 with Retry-After); every worker keeps it. */
export const platformCooldowns = pgTable('platform_cooldowns', {
  platform: text('platform').primaryKey(),
  until: moment('until').notNull(),
  reason: text('reason').notNull(),
});

/** The newest control of each platform and query type: whether its answers count, and until when. */
export const platformControls = pgTable(
  'platform_controls',
  {
    platform: text('platform').notNull(),
    subject: text('subject').$type<QueryType>().notNull(),
    outcome: jsonb('outcome').$type<ControlOutcome>().notNull(),
    checkedAt: moment('checked_at').notNull(),
    latencyMs: integer('latency_ms'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.subject] })],
);

/** How each platform answered of late, by query type: summed up from the results of all accounts, counts and times only. */
export const platformRecords = pgTable(
  'platform_records',
  {
    platform: text('platform').notNull(),
    subject: text('subject').$type<QueryType>().notNull(),
    answered: integer('answered').notNull(),
    omitted: integer('omitted').notNull(),
    medianLatencyMs: integer('median_latency_ms'),
    slowLatencyMs: integer('slow_latency_ms'),
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.subject] })],
);
