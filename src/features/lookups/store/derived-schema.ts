import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { CheckOutcome } from '../lookup.js';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import type { RefOf } from '../../../kernel/identity/subjects.js';
import type { InconclusiveReason, VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import { idOf, timestamptz } from '../../../kernel/db/columns.js';
import { lookups } from './schema.js';

/**
 * Outcomes of usernames that were derived from e-mail addresses. A table of its own: v1 reads `lookup_results` only, so a
 * guessed username can never be counted as a result.
 */
export const lookupDerived = pgTable(
  'lookup_derived',
  {
    lookupId: idOf('lookup_id', () => lookups.id),
    platform: text('platform').notNull(),
    handle: text('handle').notNull(),
    /** The e-mail address that the handle comes from. */
    subject: text('subject').$type<RefOf<'email'>>().notNull(),
    seq: integer('seq').notNull(),
    state: text('state').$type<CheckOutcome['state']>().notNull(),
    reason: text('reason').$type<InconclusiveReason>(),
    method: text('method').$type<ResultMethod>().notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    fromCache: boolean('from_cache').notNull().default(false),
    egress: text('egress'),
    evidence: jsonb('evidence').$type<VerdictEvidence>(),
  },
  (table) => [primaryKey({ columns: [table.lookupId, table.platform, table.handle] })],
);
