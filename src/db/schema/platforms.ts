import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.js';

/** Platforms that asked for a pause (429 or 503 with Retry-After); every worker keeps it. */
export const platformCooldowns = pgTable('platform_cooldowns', {
  platform: text('platform').primaryKey(),
  until: moment('until').notNull(),
  reason: text('reason').notNull(),
});
