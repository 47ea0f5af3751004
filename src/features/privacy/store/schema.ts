import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { ErasedCounts, ErasedExecution, ErasureState, ErasureTarget, KeptAddress, SentEvent } from '../erasure.js';
import { bytea, createdAt, id, timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none } from '../../../kernel/db/personal-data.js';

/** How far an erasure has searched the lookups. */
export interface ErasureScan {
  /** The last lookup that was read. */
  readonly after: { readonly id: string; readonly acceptedAt: string } | null;
  /** When this pass began, every transaction from before the erasure had ended. */
  readonly isSettled: boolean;
  /** Lookups of this pass that have to be read again. */
  readonly awaited: number;
}

/** Erasures of identities and of accounts. Without a foreign key: they outlive accounts, and a restored backup may lack the account. */
export const erasures = pgTable(
  'erasures',
  {
    id: id(),
    /** Null for every account. */
    accountId: text('account_id'),
    /** Null for an operator. */
    apiKeyId: text('api_key_id'),
    target: text('target').$type<ErasureTarget>().notNull().default('identity'),
    /** Of the identity, keyed (src/kernel/secrets/keyed-digest.ts); of an account: its id. */
    digest: text('digest').notNull(),
    /** Keyed, of the forms of the identity that are erased too (`erasedTexts`). */
    forms: text('forms').array().notNull().default([]),
    /** The identity, sealed (src/kernel/secrets/secret-box.ts) while it runs. */
    sealed: bytea('sealed'),
    /** By which the breach index has it, sealed while it runs; null: in one account, or an IP address. */
    indexed: bytea('indexed'),
    kept: jsonb('kept').$type<KeptAddress[]>().notNull().default([]),
    isDryRun: boolean('is_dry_run').notNull(),
    state: text('state').$type<ErasureState>().notNull().default('accepted'),
    counts: jsonb('counts').$type<ErasedCounts>().notNull().default({}),
    scan: jsonb('scan').$type<ErasureScan>(),
    isInLedger: boolean('is_in_ledger').notNull().default(false),
    createdAt: createdAt(),
    /** When the deletion of an account begins; null: at once. */
    dueAt: timestamptz('due_at'),
    /** Nothing of the identity is left in the database; executions may still be there. */
    appliedAt: timestamptz('applied_at'),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('erasures_account').on(table.accountId, table.id),
    index('erasures_unfinished').on(table.createdAt).where(sql`${table.state} <> 'done'`),
  ],
);

/** What had been sent of erased lookups. */
export const erasureSentEvents = pgTable(
  'erasure_sent_events',
  {
    erasureId: text('erasure_id')
      .notNull()
      .references(() => erasures.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    endpointId: text('endpoint_id').notNull(),
    outcome: text('outcome').$type<SentEvent['outcome']>().notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.erasureId, table.eventId, table.endpointId] })],
);

/** The outbox of executions to delete from Temporal. */
export const erasureExecutions = pgTable(
  'erasure_executions',
  {
    erasureId: text('erasure_id')
      .notNull()
      .references(() => erasures.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ErasedExecution['kind']>().notNull(),
    ref: text('ref').notNull(),
    /** Kept for a day after that: a start that is under way may come later than the deletion. */
    removedAt: timestamptz('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.erasureId, table.kind, table.ref] })],
);

/** What the columns hold of a person. */
export const PRIVACY_DATA = {
  erasures: {
    digest: { what: 'a keyed digest of the erased identity', why: 'to erase it again after a restore', retention: 'kept', ...NOBODY },
    forms: { what: 'keyed digests of its forms', why: 'to erase it again after a restore', retention: 'kept', ...NOBODY },
    sealed: { what: 'the identity, sealed', why: 'to find the data to erase', retention: 'until the erasure is done', ...NOBODY },
    indexed: {
      what: 'digests of the identity, sealed',
      why: 'to find it in the breach index',
      retention: 'until the erasure is done',
      ...NOBODY,
    },
    ...none('id accountId apiKeyId target kept isDryRun state counts scan isInLedger createdAt dueAt appliedAt finishedAt'),
  },
  erasureSentEvents: none('erasureId eventId endpointId outcome at'),
  erasureExecutions: none('erasureId kind ref removedAt'),
} as const;
