import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import type { InconclusiveReason, VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import type { Profile } from '../../../engine/catalogue/rules/profile.js';
import type { Mode } from '../../../engine/flow/request-class.js';
import type { RiskTrace } from '../../../facts/risk/calibration.js';
import type { Risk } from '../../../facts/risk/score-risk.js';
import type { Checks, Module } from '../../../facts/checks.js';
import { bytea, id, idOf, timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none, OF_LOOKUP, WITH_LOOKUP } from '../../../kernel/db/personal-data.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { PersonRef, RefOf, SubjectRef, Subjects } from '../../../kernel/identity/subjects.js';
import { accounts } from '../../accounts/store/schema.js';
import type { CheckOutcome, Lookup, LookupKind, LookupPlan, LookupState, PurposeScope, ResultBasis, ResultSource } from '../lookup.js';
import type { ModuleEvidence } from '../module-facts.js';

/** One row per lookup, batch item or single check. An `accepted` row is also the outbox: it waits to be started. */
export const lookups = pgTable(
  'lookups',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    apiKeyId: text('api_key_id').notNull(),
    kind: text('kind').$type<LookupKind>().notNull(),
    band: text('band').$type<Band>().notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    query: text('query').notNull(),
    queryType: text('query_type').$type<QueryType>(),
    subjects: jsonb('subjects').$type<Subjects>().notNull(),
    /** Spellings as they were sent, by the names of `subjects`; null where `query` says enough (v1). */
    rawIdentities: jsonb('raw_identities').$type<Subjects>(),
    checks: jsonb('checks').$type<Checks>().notNull(),
    platforms: text('platforms').array(),
    bypassCache: boolean('bypass_cache').notNull().default(false),
    /** Made with a test key: answered from the table of test identities, unbilled, and never a fact or a statistic. */
    isTest: boolean('is_test').notNull().default(false),
    purpose: text('purpose'),
    /** What the person said of themselves, for comparisons. */
    claimedName: text('claimed_name'),
    claimedCompany: text('claimed_company'),
    claimedCountry: text('claimed_country'),
    /** When an instant lookup is answered, in milliseconds; null: at the installation's ceiling. */
    deadlineMs: integer('deadline_ms'),
    noise: text('noise').$type<NonNullable<Lookup['noise']>>(),
    /** What its purpose left of it when it was accepted; null: everything. */
    scope: jsonb('scope').$type<PurposeScope>(),
    /** Names of its identities that were on the suppression list when it was planned; null: none. */
    suppressed: text('suppressed').array().$type<SubjectRef[]>(),
    state: text('state').$type<LookupState>().notNull().default('accepted'),
    plan: jsonb('plan').$type<LookupPlan>(),
    /** Grows with every batch of results, under the row's lock: the order of the feed is the order of commits. */
    feedSeq: integer('feed_seq').notNull().default(0),
    /** It is watched although its mode does not imply that: changes are notified (src/features/lookups/store/lookup-feed.ts). */
    isWatched: boolean('is_watched').notNull().default(false),
    /** Its results are one value in `compressed_results`, and no rows of `lookup_results`. */
    isCompressed: boolean('is_compressed').notNull().default(false),
    platformsChecked: integer('platforms_checked').notNull().default(0),
    matches: integer('matches').notNull().default(0),
    socialMatches: integer('social_matches').notNull().default(0),
    /** Checks without an answer at the finish, and the first platforms with one; null before, and where an earlier release finished it. */
    omitted: integer('omitted'),
    hits: text('hits').array(),
    /** Its risk at the finish, and the model that scored it; null before, without a score, and where an earlier release finished it. */
    riskScore: integer('risk_score'),
    riskLevel: text('risk_level').$type<Risk['level']>(),
    riskModel: text('risk_model'),
    /** What calibration reads of its risk; null before the finish, and where an earlier release finished it. */
    riskTrace: jsonb('risk_trace').$type<RiskTrace>(),
    acceptedAt: timestamptz('accepted_at').notNull().defaultNow(),
    /** How often it was started: once at its acceptance, then by the reconciler (src/features/lookups/store/lookup-starts.ts). */
    starts: integer('starts').notNull().default(1),
    /** The reconciler does not start it before; null: at once. */
    restartAt: timestamptz('restart_at'),
    startedAt: timestamptz('started_at'),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    // Of the previous release: to be dropped by the next.
    index('lookups_history')
      .on(table.accountId, table.acceptedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.kind} = 'lookup' AND ${table.queryType} IS NOT NULL`),
    index('lookups_with_type')
      .on(table.accountId, table.acceptedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.queryType} IS NOT NULL`)
      .concurrently(),
    index('lookups_pages').on(table.accountId, table.acceptedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // What the reconciler starts, oldest first: an index per state, so that rows of one never delay those of the other.
    index('lookups_unstarted').on(table.acceptedAt, table.id).where(sql`${table.state} = 'accepted' AND ${table.mode} <> 'batch'`),
    // The outbox of batches, by account and band.
    index('lookups_batch_outbox_bands')
      .on(table.accountId, table.band, table.acceptedAt, table.id)
      .where(sql`${table.state} = 'accepted' AND ${table.mode} = 'batch'`),
    index('lookups_uncompressed').on(table.finishedAt, table.id).where(sql`${table.state} = 'finished' AND NOT ${table.isCompressed}`),
    index('lookups_of_tests').on(table.acceptedAt, table.id).where(sql`${table.isTest}`).concurrently(),
    // Lookups that a key asked for, most recent first.
    index('lookups_by_key').on(table.accountId, table.apiKeyId, table.acceptedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Lookups of an account by an identity: the index holds hashes of account, name and identity, and nothing that is not in the row.
    index('lookups_by_identity')
      .using('gin', sql`jsonb_set('{}'::jsonb, ARRAY[${table.accountId}], ${table.subjects}) jsonb_path_ops`)
      .with({ fastupdate: false }),
    index('lookups_running').on(table.acceptedAt, table.id).where(sql`${table.state} = 'running'`),
    check('lookups_sealed_plan', sql`coalesce(${table.noise}, ${table.scope}::text) IS NULL OR coalesce(${table.plan} ? 'isSealed', true)`),
  ],
);

export const lookupResults = pgTable(
  'lookup_results',
  {
    lookupId: idOf('lookup_id', () => lookups.id),
    platform: text('platform').notNull(),
    subject: text('subject').$type<PersonRef>().notNull(),
    /** Whether the row is the sweep's own outcome or inferred from a module's facts: both are kept side by side. */
    source: text('source').$type<ResultSource>().notNull().default('sweep'),
    seq: integer('seq').notNull(),
    state: text('state').$type<CheckOutcome['state']>().notNull(),
    reason: text('reason').$type<InconclusiveReason>(),
    method: text('method').$type<ResultMethod>().notNull(),
    mailboxProvider: boolean('mailbox_provider').notNull().default(false),
    basis: text('basis').$type<ResultBasis>(),
    checkedAt: timestamptz('checked_at').notNull(),
    fromCache: boolean('from_cache').notNull().default(false),
    /** The egress pool of the probe; null when no platform was probed. */
    egress: text('egress'),
    evidence: jsonb('evidence').$type<VerdictEvidence>(),
    /** What the answer showed of the account itself; null: nothing. */
    profile: jsonb('profile').$type<Profile>(),
  },
  (table) => [
    primaryKey({ columns: [table.lookupId, table.platform, table.subject, table.source] }),
    index('lookup_results_feed').on(table.lookupId, table.seq),
  ],
);

/** The results of a lookup that finished a while ago, as one value (src/features/lookups/store/compressed-results.ts). */
export const compressedResults = pgTable('compressed_results', {
  lookupId: text('lookup_id')
    .primaryKey()
    .references(() => lookups.id),
  outcomeCount: integer('outcome_count').notNull(),
  /** The first results of the feed, for the first page of a stream; null: all are in `body`. */
  head: bytea('head'),
  body: bytea('body').notNull(),
});

/** What a module other than the sweep found. A missing row, or a null payload, means "not checked". */
export const lookupModules = pgTable(
  'lookup_modules',
  {
    lookupId: idOf('lookup_id', () => lookups.id),
    module: text('module').$type<Module>().notNull(),
    subject: text('subject').$type<SubjectRef>().notNull(),
    seq: integer('seq').notNull(),
    /** Null when no source gave a fact; `evidence` shows why. */
    payload: jsonb('payload'),
    evidence: jsonb('evidence').$type<ModuleEvidence>(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lookupId, table.module, table.subject] })],
);

const identity = { why: 'to carry out the lookup, and to name it in answers', retention: WITH_LOOKUP, ...OF_LOOKUP } as const;
const answer = { why: 'the answer', retention: WITH_LOOKUP, ...OF_LOOKUP } as const;
const planned = { why: 'to carry out the lookup', retention: WITH_LOOKUP, shownBy: 'listLookupOmissions' } as const;
const COMPARISON = 'to compare it with what is found';
const FOUND = 'on how many platforms the identity is registered';
const evidence = { why: 'to show the evidence for an answer', retention: WITH_LOOKUP, shownBy: 'getLookupEvidence' } as const;
export const WHERE = 'a platform that was probed for the identity';
export const WHETHER = 'whether the identity is registered there';
export const GROUNDS = 'a summary of the response: status, host (which may contain a username), explanation';
export const PROFILE = 'what the account shows publicly: name, address of a picture, dates, counts, state';
const RISK = 'the risk score and level';
export const HANDLE = 'a handle that an answer revealed, and its platform';

export const LOOKUPS_DATA = {
  lookups: {
    query: { what: 'the first identity, as it was sent', ...identity },
    subjects: { what: 'every identity, in normal form', ...identity },
    rawIdentities: { what: 'every identity, as it was sent', ...identity },
    claimedName: { what: 'the name that the person gave to the caller', ...identity, why: COMPARISON, ownWords: 'replaced' },
    claimedCompany: { what: 'the company that the person named to the caller', ...identity, why: COMPARISON, ownWords: 'replaced' },
    claimedCountry: { what: 'the country that the person named to the caller', ...identity, why: COMPARISON },
    suppressed: { what: 'which of the identities had opted out', ...identity, why: 'to show why nothing was queried' },
    riskScore: { what: RISK, ...answer },
    riskLevel: { what: RISK, ...answer },
    riskTrace: { what: 'the reasons of the risk', why: 'to learn which reasons were right', retention: WITH_LOOKUP, ...NOBODY },
    hits: { what: 'platforms on which the identities are registered', ...answer },
    matches: { what: FOUND, ...answer },
    socialMatches: { what: FOUND, ...answer },
    plan: { what: 'the platforms to be probed, and usernames taken from e-mail addresses', ...planned },
    ...none('id accountId apiKeyId kind band mode queryType checks platforms bypassCache isTest purpose state feedSeq isWatched'),
    ...none('deadlineMs noise scope isCompressed riskModel platformsChecked omitted acceptedAt starts restartAt startedAt finishedAt'),
  },
  lookupResults: {
    platform: { what: WHERE, ...answer },
    state: { what: WHETHER, ...answer },
    evidence: { what: GROUNDS, ...evidence },
    profile: { what: PROFILE, ...answer },
    ...none('lookupId subject source seq reason method mailboxProvider basis checkedAt fromCache egress'),
  },
  compressedResults: {
    head: { what: 'rows of `lookup_results`, compressed', ...answer },
    body: { what: 'rows of `lookup_results`, compressed', ...answer },
    ...none('lookupId outcomeCount'),
  },
  lookupModules: {
    payload: { what: 'facts of a module: e-mail, phone, IP address, breaches, pages that mention the identity', ...answer },
    evidence: { what: 'how each source contributed; breached platforms', ...answer },
    ...none('lookupId module subject seq checkedAt'),
  },
  lookupDerived: {
    platform: { what: WHERE, ...answer },
    handle: { what: 'a username taken from an e-mail address', ...answer },
    state: { what: WHETHER, ...answer },
    evidence: { what: GROUNDS, ...evidence, ...NOBODY },
    ...none('lookupId subject seq reason method checkedAt fromCache egress'),
  },
  lookupLinkedAccounts: {
    source: { what: WHERE, ...answer },
    platform: { what: HANDLE, ...answer },
    handle: { what: HANDLE, ...answer },
    ...none('lookupId subject seq checkedAt'),
  },
} as const;

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

/** Handles that answers revealed. A table of their own as well: an erasure finds a handle here after the results were compressed. */
export const lookupLinkedAccounts = pgTable(
  'linked_accounts',
  {
    lookupId: idOf('lookup_id', () => lookups.id),
    /** The platform whose answer revealed it. */
    source: text('source').notNull(),
    /** The identity that this platform was asked about. */
    subject: text('subject').$type<PersonRef>().notNull(),
    /** What the handle is a handle of. */
    platform: text('platform').notNull(),
    handle: text('handle').notNull(),
    seq: integer('seq').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lookupId, table.source, table.subject, table.platform, table.handle] })],
);
