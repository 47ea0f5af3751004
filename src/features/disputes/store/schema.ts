import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import type { VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import { createdAt, timestamptz } from '../../../kernel/db/columns.js';
import { none, WITH_LOOKUP } from '../../../kernel/db/personal-data.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { PersonRef } from '../../../kernel/identity/subjects.js';
import { lookups } from '../../lookups/store/schema.js';

/** Results that somebody says are wrong, each once, with what the result rested on. */
export const resultDisputes = pgTable(
  'result_disputes',
  {
    /** Deleted with its lookup, also by a process of the release before, which knows of no disputes. */
    lookupId: text('lookup_id')
      .notNull()
      .references(() => lookups.id, { onDelete: 'cascade' }),
    platform: text('platform').notNull(),
    /** The identity that the result is about, by its name in the lookup. */
    subject: text('subject').$type<PersonRef>().notNull(),
    queryType: text('query_type').$type<QueryType>().notNull(),
    accountId: text('account_id').notNull(),
    /** Key or member. */
    apiKeyId: text('api_key_id').notNull(),
    state: text('state').$type<'registered' | 'not_registered'>().notNull(),
    method: text('method').$type<ResultMethod>().notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    /** The egress pool of the probe; null when no platform was probed. */
    egress: text('egress'),
    /** Digest of the rule that read the answer; null: it is not known any more. */
    rule: text('rule'),
    /** Revision of the catalogue that the lookup was planned with; null: the files of the release. */
    catalogue: integer('catalogue'),
    evidence: jsonb('evidence').$type<VerdictEvidence>(),
    /** Keyed digest of the evidence, which is the same where platforms answer alike; null: there is none. */
    evidenceDigest: text('evidence_digest'),
    note: text('note'),
    createdAt: createdAt(),
    /** When a control of the platform ran after the dispute; null: none did so far. */
    controlledAt: timestamptz('controlled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.lookupId, table.platform, table.subject] }),
    index('result_disputes_of_account').on(table.accountId, table.createdAt, table.lookupId, table.platform, table.subject),
    index('result_disputes_of_platform').on(table.platform, table.createdAt),
    index('result_disputes_newest').on(table.createdAt),
    index('result_disputes_uncontrolled').on(table.egress, table.createdAt).where(sql`${table.controlledAt} IS NULL`),
  ],
);

const disputed = { why: 'to find rules that are wrong', retention: WITH_LOOKUP, isContent: true } as const;
const listed = { ...disputed, shownBy: 'listLookupDisputes exportAccount listDisputes' } as const;

/** What the columns hold of a person. */
export const DISPUTES_DATA = {
  resultDisputes: {
    platform: { what: 'a platform that was probed for an identity of the lookup', ...listed },
    state: { what: 'whether the identity is registered there, as the result said', ...listed },
    evidence: {
      what: 'a summary of the response: status, host (which may contain a username), explanation',
      ...disputed,
      shownBy: 'exportAccount',
    },
    evidenceDigest: { what: 'keyed digest of the status and explanation', ...disputed, shownBy: 'listDisputes' },
    note: {
      what: 'what a member or key of the account wrote about the result',
      ownWords: 'replaced',
      ...disputed,
      shownBy: 'listLookupDisputes exportAccount',
    },
    ...none('lookupId subject queryType accountId apiKeyId method checkedAt egress rule catalogue createdAt controlledAt'),
  },
} as const;
