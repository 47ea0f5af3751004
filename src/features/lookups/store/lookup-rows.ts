/** Rows of a lookup as statements select them and as the domain has them: each shape is written down once. */
import type { PendingQuery, Row, TransactionSql } from 'postgres';
import type { LinkedAccount } from '../../../engine/evaluation/verdict.js';
import type { RecordedLinkedAccount } from '../../../engine/linked-accounts/linked-accounts.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { MAX_PER_KIND } from '../../../kernel/identity/subjects.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import type { WithdrawnSpan } from './withdrawn-answers.js';
import type { DerivedOutcome } from '../derived.js';
import type { CheckOutcome, Lookup, LookupRequest, RecordedOutcome } from '../lookup.js';
import type { ModuleFact } from '../module-facts.js';
import { openPlan } from '../sealed-plan.js';
import { erasedTexts } from './subject-digests.js';

type Client = Sql | TransactionSql;

/** That a lookup, which the statement calls `l`, is of that owner: of the account, or of a key of it and of those that replaced the key. */
export function ownedBy(sql: Client, { accountId, onlyKey }: LookupOwner, row = sql`l`) {
  if (onlyKey === null) return sql`${row}.account_id = ${accountId}`;
  const keys = sql`SELECT id FROM api_keys WHERE account_id = ${accountId} AND (id = ${onlyKey} OR first_key_id = ${onlyKey})`;
  return sql`${row}.account_id = ${accountId} AND ${row}.api_key_id IN (${keys})`;
}

type Expression = PendingQuery<Row[]>;

/** That a row of `lookups` holds an identity of an account under one of its names: the expression of the index `lookups_by_identity`. */
export function holdsIdentity(sql: Client, { accountId, kind, value }: Readonly<Record<'accountId' | 'kind' | 'value', Expression>>) {
  const suffixes = Array.from({ length: MAX_PER_KIND }, (_, index) => (index === 0 ? '' : `#${index + 1}`));
  const holds = (suffix: string) => sql`jsonb_set('{}'::jsonb, ARRAY[account_id], subjects)
    @> jsonb_build_object(${accountId}, jsonb_build_object(${kind} || ${suffix}::text, ${value}))`;
  return suffixes.reduce((any, suffix) => sql`${any} OR ${holds(suffix)}`, sql`false`);
}

/**
 * Columns of a lookup that the statement calls `l`.
 *
 * @param plan of which lookups the plan is read, which has thousands of targets in a deep sweep; null for the others
 */
export function lookupColumns(sql: Client, plan: 'all' | 'instant' | 'none' = 'all') {
  const plans = {
    all: () => sql`l.plan`,
    instant: () => sql`CASE WHEN l.band = 'instant' THEN l.plan END AS plan`,
    none: () => sql`NULL AS plan`,
  };
  return sql`l.id, l.account_id AS "accountId", l.api_key_id AS "apiKeyId", l.is_test AS "isTest", ${requestColumns(sql)}, l.state, l.suppressed, ${plans[plan]()},
    l.accepted_at AS "acceptedAt", l.finished_at AS "finishedAt"`;
}

/** What a lookup that the statement calls `l` was billed. */
export function billedOf(sql: Client) {
  return sql`(SELECT json_build_object('amount', u.amount, 'unit', u.unit) FROM usage_ledger u WHERE u.lookup_id = l.id) AS billed`;
}

/** How many handles a lookup, which the statement calls `l`, has derived or was told. */
export function handlesOf(sql: Client) {
  return sql`(
    (SELECT count(*) FROM lookup_derived d WHERE d.lookup_id = l.id)
    + (SELECT count(*) FROM linked_accounts d WHERE d.lookup_id = l.id))::int AS handles`;
}

/** The account's own weights that were in force when a lookup, which the statement calls `l`, was accepted; null: the shipped ones were. */
export function ownWeightsOf(sql: Client) {
  return sql`(
    SELECT CASE WHEN m.weights IS NOT NULL THEN json_build_object('version', m.version, 'weights', m.weights) END FROM risk_models m
    WHERE m.account_id = l.account_id AND m.since <= l.accepted_at ORDER BY m.since DESC LIMIT 1) AS "ownWeights"`;
}

/** Columns of what was requested, of a lookup that the statement calls `l`. */
export function requestColumns(sql: Client) {
  return sql`l.kind, l.band, l.mode, l.query, l.query_type AS "queryType", l.subjects, l.raw_identities AS "rawIdentities",
    l.checks, l.platforms, l.bypass_cache AS "bypassCache", l.purpose, l.claimed_name AS "claimedName",
    l.claimed_company AS "claimedCompany", l.claimed_country AS "claimedCountry", l.deadline_ms AS "deadlineMs", l.noise, l.scope`;
}

/** The lookup of a row, which may have further columns. */
export function toLookup(row: Lookup & { readonly withdrawn?: readonly WithdrawnSpan[] | null }): Lookup {
  const { id, accountId, apiKeyId, isTest, state, plan, suppressed = null, acceptedAt, finishedAt } = row;
  const { billed, withdrawn, handles, ownWeights } = row;
  const progress = { state, plan: plan && openPlan(plan), suppressed, acceptedAt, finishedAt };
  return {
    ...toRequest(row),
    id,
    accountId,
    apiKeyId,
    isTest,
    ...progress,
    ...(billed ? { billed } : {}),
    ...(withdrawn ? { withdrawals: JSON.stringify(withdrawn) } : {}),
    ...(handles ? { handles } : {}),
    ...(ownWeights ? { ownWeights } : {}),
  };
}

/** The request of a row, which may have further columns. */
export function toRequest(row: LookupRequest): LookupRequest {
  const { kind, band, mode, query, queryType, subjects, checks, platforms, bypassCache } = row;
  const { rawIdentities = null, purpose = null, claimedName = null, claimedCompany = null, claimedCountry = null } = row;
  const { deadlineMs = null, noise = null, scope = null } = row;
  const own = { purpose, claimedName, claimedCompany, claimedCountry, deadlineMs, noise, scope };
  return { kind, band, mode, query, queryType, subjects, rawIdentities, checks, platforms, bypassCache, ...own };
}

/** A row as a JSON aggregate of Postgres gives it: its time is text. */
export type Undated<T> = Omit<T, 'checkedAt'> & { checkedAt: string };

/** Outcomes of rows. @param rows null: there are none */
export function toOutcomes<T extends { checkedAt: Date }>(rows: readonly Undated<T>[] | null): T[] {
  return (rows ?? []).map((row) => ({ ...row, checkedAt: new Date(row.checkedAt) }) as unknown as T);
}

/** Facts of rows. @param rows null: there are none */
export function toModuleFacts(rows: readonly Undated<ModuleFact>[] | null): ModuleFact[] {
  return (rows ?? []).map((row) => ({ ...row, checkedAt: new Date(row.checkedAt) }));
}

/** Aggregates of a lookup's rows, as columns of a statement; null for none. */
export interface ResultRows {
  readonly outcomes: Undated<RecordedOutcome>[] | null;
  readonly modules: Undated<ModuleFact>[] | null;
  readonly derived: Undated<DerivedOutcome>[] | null;
  readonly linkedAccounts: Undated<RecordedLinkedAccount>[] | null;
}

/** Linked accounts of rows. @param rows null: there are none */
export function toLinkedAccounts(rows: ResultRows['linkedAccounts']): RecordedLinkedAccount[] {
  return (rows ?? []).map((row) => ({ ...row, checkedAt: new Date(row.checkedAt) }));
}

/** Outcomes of rows of `lookup_results` that the statement calls `r`. Groups are compared byte by byte, whatever the collation is. */
export function outcomesOf(sql: Client, { withEvidence }: { withEvidence: boolean }) {
  return sql`json_agg(json_build_object(
    'seq', r.seq, 'platform', r.platform, 'subject', r.subject, 'state', r.state, 'reason', r.reason, 'method', r.method,
    'mailboxProvider', r.mailbox_provider, 'basis', r.basis, 'checkedAt', r.checked_at, 'fromCache', r.from_cache, 'egress', r.egress,
    'profile', r.profile, 'evidence', ${withEvidence ? sql`r.evidence` : sql`NULL`}) ORDER BY r.seq, r.platform COLLATE "C", r.subject, r.source)`;
}

/** Facts of rows of `lookup_modules` that the statement calls `m`. */
export function modulesOf(sql: Client) {
  return sql`json_agg(json_build_object('seq', m.seq, 'module', m.module, 'subject', m.subject, 'payload', m.payload,
    'evidence', coalesce(m.evidence, '{"notes": []}'), 'checkedAt', m.checked_at) ORDER BY m.seq, m.module, m.subject)`;
}

/** Outcomes of rows of `lookup_derived` that the statement calls `d`. */
export function derivedOf(sql: Client) {
  return sql`json_agg(json_build_object('platform', d.platform, 'handle', d.handle, 'subject', d.subject, 'state', d.state, 'reason', d.reason,
    'method', d.method, 'checkedAt', d.checked_at, 'fromCache', d.from_cache, 'egress', d.egress, 'evidence', d.evidence)
    ORDER BY d.seq, d.platform, d.handle)`;
}

/** Linked accounts in rows that the statement calls `d`. */
export function linkedAccountsOf(sql: Client) {
  return sql`json_agg(json_build_object('source', d.source, 'subject', d.subject, 'platform', d.platform, 'handle', d.handle,
    'checkedAt', d.checked_at) ORDER BY d.seq, d.source COLLATE "C", d.subject, d.platform COLLATE "C", d.handle COLLATE "C")`;
}

interface LinkedAccountRow extends LinkedAccount {
  readonly source: string;
  readonly subject: string;
  /** By which an erasure of the handle may know it. */
  readonly digests: readonly string[];
}

/** The rows of the linked accounts that outcomes of the sweep carry. */
export function linkedAccountRows(outcomes: readonly CheckOutcome[], erased: KeyedDigest): LinkedAccountRow[] {
  return outcomes.flatMap(({ platform: source, subject, state, linkedAccounts = [] }) =>
    state === 'registered'
      ? linkedAccounts.map(({ platform, handle }) => {
          const texts = Object.values(erasedTexts({ kind: 'username', value: handle }));
          return { source, subject, platform, handle, digests: texts.flatMap((text) => erased.all(text)) };
        })
      : [],
  );
}

/**
 * The part of a statement that adds the linked accounts of outcomes that it calls `added`, to the lookup that it calls `lookup`. A handle
 * that was erased after the lookup was accepted, or after the platform answered, is left out: the erasure may have read the lookup already.
 */
export function addLinkedAccounts(sql: Sql, rows: readonly LinkedAccountRow[]) {
  return sql`
    INSERT INTO linked_accounts (lookup_id, seq, source, subject, platform, handle, checked_at)
    SELECT lookup.id, lookup.feed_seq, v.source, v.subject, v.platform, v.handle, added.checked_at
    FROM lookup, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v (source text, subject text, platform text, handle text, digests text[])
    JOIN added ON added.platform = v.source AND added.subject = v.subject AND added.source = 'sweep' AND added.state = 'registered'
    WHERE NOT EXISTS (
      SELECT FROM erasures e
      WHERE (e.digest = ANY (v.digests) OR e.forms && v.digests) AND e.target = 'identity' AND NOT e.is_dry_run AND (e.account_id IS NULL OR e.account_id = lookup.account_id)
        AND e.created_at >= least(added.checked_at, (SELECT accepted_at FROM lookups WHERE id = lookup.id)))
    ON CONFLICT DO NOTHING
    RETURNING source, subject, platform, handle`;
}
