import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { Noise } from '../../../engine/eligibility.js';
import type { Checks } from '../../../facts/checks.js';
import { createdAt, id, idOf, timestamptz } from '../../../kernel/db/columns.js';
import { none } from '../../../kernel/db/personal-data.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Subjects } from '../../../kernel/identity/subjects.js';
import { accounts } from '../../accounts/store/schema.js';
import type { PurposeScope } from '../../lookups/lookup.js';
import type { BatchCounts, BatchItem, BatchState, ItemState, PauseReason } from '../batch.js';

/** One row per batch. An open one is also the outbox: its waiting items are to be accepted and started. */
export const batches = pgTable(
  'batches',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    /** Whose batch it is: key or member. */
    apiKeyId: text('api_key_id').notNull(),
    /** Who pays for items that start now: the same, or whoever resumed it in their place. */
    payerId: text('payer_id').notNull(),
    /** It was sent with a test key: nobody else resumes it, and nothing of it is billed. */
    isTest: boolean('is_test').notNull().default(false),
    band: text('band').$type<Band>().notNull(),
    checks: jsonb('checks').$type<Checks>(),
    platforms: text('platforms').array(),
    purpose: text('purpose'),
    scope: jsonb('scope').$type<PurposeScope>(),
    bypassCache: boolean('bypass_cache').notNull().default(false),
    noise: text('noise').$type<Noise>(),
    state: text('state').$type<BatchState>().notNull(),
    pausedBecause: text('paused_because').$type<PauseReason>(),
    /** Steps of it that failed since one succeeded, and when the last did. */
    faults: integer('faults').notNull().default(0),
    faultedAt: timestamptz('faulted_at'),
    /** All items were accepted and billed by the request (v1). */
    isWhole: boolean('is_whole').notNull().default(false),
    itemCount: integer('item_count').notNull().default(0),
    /** All of a finished batch; those of a cancelled one that are gone. The others are counted by their rows. */
    counts: jsonb('counts').$type<Partial<BatchCounts>>(),
    createdAt: createdAt(),
    startedAt: timestamptz('started_at'),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('batches_pages').on(table.accountId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('batches_unfinished').on(table.accountId, table.createdAt).where(sql`${table.state} IN ('storing', 'open', 'paused')`),
    index('batches_finished').on(table.band, table.finishedAt).where(sql`${table.state} = 'finished'`),
  ],
);

/** The items of batches. One that waits holds whom it names; once it is started its lookup does. */
export const batchItems = pgTable(
  'batch_items',
  {
    batchId: text('batch_id')
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    /** Among the items sent, from 0. */
    position: integer('position').notNull(),
    accountId: idOf('account_id', () => accounts.id),
    ref: text('ref'),
    state: text('state').$type<ItemState>().notNull(),
    lookupId: text('lookup_id'),
    fault: jsonb('fault').$type<BatchItem['fault']>(),
    query: text('query'),
    queryType: text('query_type').$type<QueryType>(),
    subjects: jsonb('subjects').$type<Subjects>(),
    rawIdentities: jsonb('raw_identities').$type<Subjects>(),
    claimedName: text('claimed_name'),
    claimedCompany: text('claimed_company'),
    claimedCountry: text('claimed_country'),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    index('batch_items_waiting').on(table.batchId, table.position).where(sql`${table.state} = 'waiting'`),
    index('batch_items_pages').on(table.accountId, table.batchId, table.position),
    index('batch_items_lookup').on(table.lookupId).where(sql`${table.lookupId} IS NOT NULL`),
  ],
);

const WITH_BATCH = "until its lookup starts, else as long as its batch: the account's retention period (90 days by default)";
const waiting = { why: 'to start the lookup', retention: WITH_BATCH, shownBy: 'getBatchResults exportAccount', isContent: true } as const;

export const BATCHES_DATA = {
  batches: none(
    'id accountId apiKeyId payerId isTest band checks platforms purpose scope bypassCache noise state pausedBecause faults faultedAt isWhole itemCount counts createdAt startedAt finishedAt',
  ),
  batchItems: {
    ref: {
      ...waiting,
      what: "the client's own name for the item",
      ownWords: 'replaced',
      why: 'so that the client can find its item',
      retention: WITH_BATCH,
    },
    query: { ...waiting, what: 'the identity as it was sent', shownBy: 'exportAccount' },
    subjects: { ...waiting, what: 'identities in normal form', shownBy: 'exportAccount' },
    rawIdentities: { ...waiting, what: 'identities as they were sent' },
    claimedName: { ...waiting, what: 'the name that the person gave', ownWords: 'replaced', shownBy: 'exportAccount' },
    claimedCompany: { ...waiting, what: 'the company that the person named', ownWords: 'replaced', shownBy: 'exportAccount' },
    claimedCountry: { ...waiting, what: 'the country that the person named', shownBy: 'exportAccount' },
    ...none('batchId position accountId state lookupId fault queryType'),
  },
} as const;
