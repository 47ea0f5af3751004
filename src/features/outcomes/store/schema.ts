import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Weights } from '../../../facts/risk/model.js';
import { idOf, timestamptz } from '../../../kernel/db/columns.js';
import { none, WITH_LOOKUP } from '../../../kernel/db/personal-data.js';
import { accounts } from '../../accounts/store/schema.js';
import { lookups } from '../../lookups/store/schema.js';
import type { Outcome } from '../outcome.js';

/** How lookups turned out, as their account reported. */
export const lookupOutcomes = pgTable(
  'lookup_outcomes',
  {
    /** Deleted with its lookup, also by a process of the release before. */
    lookupId: text('lookup_id')
      .primaryKey()
      .references(() => lookups.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    /** Key or member. */
    apiKeyId: text('api_key_id').notNull(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    recordedAt: timestamptz('recorded_at').notNull().defaultNow(),
  },
  (table) => [index('lookup_outcomes_of_account').on(table.accountId, table.recordedAt, table.lookupId)],
);

/** Since when which model scores an account's lookups: each is scored by the one that was in force when it was accepted. */
export const riskModels = pgTable(
  'risk_models',
  {
    accountId: idOf('account_id', () => accounts.id),
    since: timestamptz('since').notNull().defaultNow(),
    /** Null, as the weights are: the shipped model. */
    version: text('version'),
    weights: jsonb('weights').$type<Weights>(),
    /** Key or member. */
    apiKeyId: text('api_key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.since] })],
);

/** What the columns hold of a person. */
export const OUTCOMES_DATA = {
  lookupOutcomes: {
    outcome: {
      what: 'how the lookup turned out: legitimate, fraud, chargeback, account takeover, or a wrong result',
      why: 'to learn which reasons of the risk were right',
      retention: WITH_LOOKUP,
      isContent: true,
      shownBy: 'getLookupOutcome exportAccount',
    },
    ...none('lookupId accountId apiKeyId recordedAt'),
  },
  riskModels: none('accountId since version weights apiKeyId'),
} as const;
