/** What an erasure deletes of one lookup, within a transaction that has locked its row. */
import type { Fragment, TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { kindOf, type SubjectRef, type Subjects } from '../../../kernel/identity/subjects.js';
import { DELETED_KINDS, ERASED_KINDS, type ErasedCounts, type ErasedKind, POSSIBLE_KINDS } from '../erasure.js';
import type { LookupState } from '../../lookups/lookup.js';
import { lookupKey } from '../../webhooks/event.js';
import type { Mode } from '../../../engine/flow/request-class.js';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import { countOwnFacts, removeLookups, removeOwnFacts } from '../../lookups/store/lookup-remover.js';
import { LOOKUP_CHANNEL } from '../../lookups/store/lookup-feed.js';
import { factTexts } from '../../lookups/store/subject-digests.js';
import { isUnsent, lockEvents } from '../../webhooks/store/event-bodies.js';

/** What an erasure reads of every lookup. */
export interface LookupRow {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly state: LookupState;
  readonly band: Band;
  readonly platforms: readonly string[] | null;
  readonly subjects: Subjects;
  readonly acceptedAt: Date;
  /** Handles of its linked accounts; null when it has none. */
  readonly handles: readonly string[] | null;
  /** Usernames that were derived from its addresses so far. */
  readonly derived: readonly string[];
}

/** The part of a statement that reads such rows. */
export const lookupRows = (sql: Sql) => sql`
  SELECT id, account_id AS "accountId", mode, state, band, platforms, subjects, accepted_at AS "acceptedAt",
    (SELECT array_agg(DISTINCT handle) FROM linked_accounts d WHERE d.lookup_id = lookups.id) AS handles,
    ARRAY (SELECT DISTINCT handle FROM lookup_derived d WHERE d.lookup_id = lookups.id) AS derived
  FROM lookups`;

/** A lookup that names an erased identity: itself, through usernames that were derived from its addresses, or as a lead. */
export interface NamingLookup {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly isFinished: boolean;
  /** Names of the subjects that are the identity. None: only derived usernames or linked accounts are. */
  readonly refs: readonly SubjectRef[];
  readonly subjects: Subjects;
  /** Derived usernames that are the identity. */
  readonly derived: readonly string[];
  /** Handles of linked accounts that are the identity. */
  readonly linkedAccounts: readonly string[];
}

export interface ErasingContext {
  readonly erasureId: string;
  /** By which `platform_facts` names identities. */
  readonly digest: KeyedDigest;
}

/** The rows that belong to a lookup, by kind. */
export async function countLookup(
  tx: TransactionSql,
  { id, accountId, refs, derived, linkedAccounts }: NamingLookup,
): Promise<ErasedCounts> {
  const event = tx`(SELECT e.id FROM webhook_events e WHERE e.dedup_key = ${lookupKey(id)} AND NOT ${isUnsent(tx)})`;
  const ofEvent = tx`
    (SELECT count(*)::int FROM webhook_events WHERE id IN ${event}) AS events,
    (SELECT count(*)::int FROM webhook_deliveries WHERE event_id IN ${event}) AS deliveries,
    (SELECT count(*)::int FROM webhook_attempts WHERE event_id IN ${event}) AS attempts`;
  if (refs.length === 0) {
    const named = (table: string, handles: readonly string[]) =>
      tx`(SELECT count(*)::int FROM ${tx(table)} WHERE lookup_id = ${id} AND handle = ANY (${[...handles]}))`;
    const [row] = await tx<ErasedCounts[]>`
      SELECT ${named('lookup_derived', derived)} AS derived, ${named('linked_accounts', linkedAccounts)} AS "linkedAccounts", ${ofEvent}`;
    return row?.derived || row?.linkedAccounts ? row : {};
  }
  const facts = await countOwnFacts(tx, accountId, [id]);
  const [row] = await tx<ErasedCounts[]>`
    SELECT 1 AS lookups,
      (SELECT count(*)::int FROM lookup_results WHERE lookup_id = ${id})
        + coalesce((SELECT outcome_count FROM compressed_results WHERE lookup_id = ${id}), 0) AS results,
      (SELECT count(*)::int FROM lookup_derived WHERE lookup_id = ${id}) AS derived,
      (SELECT count(*)::int FROM linked_accounts WHERE lookup_id = ${id}) AS "linkedAccounts",
      (SELECT count(*)::int FROM lookup_modules WHERE lookup_id = ${id}) AS modules,
      (SELECT count(*)::int FROM result_disputes WHERE lookup_id = ${id}) AS disputes,
      (SELECT count(*)::int FROM lookup_outcomes WHERE lookup_id = ${id}) AS outcomes,
      (SELECT count(*)::int FROM idempotency_keys WHERE account_id = ${accountId} AND ${namesLookup(tx, id)}) AS "idempotencyKeys",
      ${ofEvent}`;
  return { ...row, facts };
}

/** Erases a lookup that names the identity, or parts of it, and adds to the receipt; nothing where it is gone. */
export async function eraseNamed(sql: Sql, ctx: ErasingContext, lookup: NamingLookup, erase = eraseLookup): Promise<void> {
  await transaction(sql, async (tx) => {
    await lockCounts(tx, ctx.erasureId);
    const [row] = await tx`SELECT 1 FROM lookups WHERE id = ${lookup.id} FOR UPDATE`;
    if (!row) return;
    const counts = await erase(tx, ctx, lookup);
    await tx`SELECT pg_notify(${LOOKUP_CHANNEL}, ${lookup.id})`;
    await addTo(tx, ctx.erasureId, counts);
  });
}

/**
 * Deletes a lookup with all that belongs to it except its bill. What was sent, and what Temporal has of it, is noted first.
 *
 * @returns rows deleted, by kind
 */
export async function eraseLookup(tx: TransactionSql, ctx: ErasingContext, lookup: NamingLookup): Promise<ErasedCounts> {
  const { id, accountId, mode, refs, subjects } = lookup;
  const counts = await countLookup(tx, lookup);
  await noteEvent(tx, ctx, lookupKey(id));
  const kind = mode === 'check' || mode === 'instant' ? mode : 'lookup';
  await tx`INSERT INTO erasure_executions (erasure_id, kind, ref) VALUES (${ctx.erasureId}, ${kind}, ${id}) ON CONFLICT DO NOTHING`;
  // Kept without what was asked: a repetition is refused as another request, and so is not billed again.
  await tx`
    UPDATE idempotency_keys SET fingerprint = 'erased' WHERE account_id = ${accountId} AND ${namesLookup(tx, id)}`;
  const own = await removeOwnFacts(tx, accountId, [id]);
  const texts = refs.flatMap((ref) => factTexts(kindOf(ref), subjects[ref] as string));
  const further = await removeFacts(tx, ctx, { accounts: [accountId], texts });
  await removeLookups(tx, [id]);
  return { ...counts, facts: own + further };
}

/**
 * Deletes what a lookup of somebody else holds of a username: derived from an address, or revealed by an answer. The event reports it too.
 *
 * @returns rows deleted, by kind
 */
export async function eraseHandles(tx: TransactionSql, ctx: ErasingContext, lookup: NamingLookup): Promise<ErasedCounts> {
  const { id, accountId, derived, linkedAccounts } = lookup;
  await lockEvents(tx, [lookupKey(id)]);
  const counts = await countLookup(tx, lookup);
  if (!counts.derived && !counts.linkedAccounts) return {};
  await noteEvent(tx, ctx, lookupKey(id));
  const texts = [...derived, ...linkedAccounts].flatMap((handle) => factTexts('username', handle));
  const facts = await removeFacts(tx, ctx, { accounts: [accountId], texts });
  if (linkedAccounts.length > 0) await removeLinkedAccountsOfFacts(tx, lookup);
  // The body of an event that was not sent yet will be made without them.
  await tx`DELETE FROM webhook_events e WHERE e.dedup_key = ${lookupKey(id)} AND NOT ${isUnsent(tx)}`;
  await tx`DELETE FROM lookup_derived WHERE lookup_id = ${id} AND handle = ANY (${[...derived]})`;
  await tx`DELETE FROM linked_accounts WHERE lookup_id = ${id} AND handle = ANY (${[...linkedAccounts]})`;
  return { ...counts, facts };
}

/** Takes leads out of reusable facts, in the order in which sweeps write facts, so that the two cannot deadlock. */
async function removeLinkedAccountsOfFacts(tx: TransactionSql, { id, accountId, linkedAccounts }: NamingLookup): Promise<void> {
  const handles = [...linkedAccounts];
  await tx`
    UPDATE platform_facts SET linked_accounts = (SELECT jsonb_agg(v) FROM jsonb_array_elements(linked_accounts) v WHERE v ->> 'handle' <> ALL (${handles}))
    WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM platform_facts
      WHERE account_id = ${accountId} AND linked_accounts IS NOT NULL
        AND platform IN (SELECT source FROM linked_accounts WHERE lookup_id = ${id} AND handle = ANY (${handles}))
        AND EXISTS (SELECT FROM jsonb_array_elements(linked_accounts) v WHERE v ->> 'handle' = ANY (${handles}))
      ORDER BY platform, identity FOR UPDATE))`;
}

/** Deletes facts by the texts of their identities, in the order in which sweeps write them, so that the two cannot deadlock. */
export async function removeFacts(
  tx: TransactionSql,
  { digest }: Pick<ErasingContext, 'digest'>,
  { accounts, texts }: { accounts: readonly string[]; texts: readonly string[] },
): Promise<number> {
  const { count } = await tx`
    DELETE FROM platform_facts WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM platform_facts
      WHERE account_id = ANY (${[...accounts]}) AND identity = ANY (${texts.flatMap((text) => digest.all(text))})
      ORDER BY platform, identity FOR UPDATE))`;
  return count;
}

/** Notes which endpoints an event was sent to, and the workflows of its deliveries. */
export async function noteEvent(tx: TransactionSql, ctx: Pick<ErasingContext, 'erasureId'>, dedupKey: string): Promise<void> {
  await noteSent(tx, ctx, [dedupKey]);
  await noteDeliveries(tx, ctx.erasureId, deliveriesOf(tx, [dedupKey]));
}

const deliveriesOf = (tx: TransactionSql, dedupKeys: readonly string[]) =>
  tx`FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id AND e.dedup_key = ANY (${[...dedupKeys]})`;

/** Notes which endpoints events were sent to. */
export async function noteSent(
  tx: TransactionSql,
  { erasureId }: Pick<ErasingContext, 'erasureId'>,
  dedupKeys: readonly string[],
): Promise<void> {
  const ofEvents = deliveriesOf(tx, dedupKeys);
  // Waits for an attempt that is being claimed or logged; one that is in flight holds a lease.
  await tx`SELECT 1 ${ofEvents} FOR UPDATE OF d`;
  await tx`
    INSERT INTO erasure_sent_events (erasure_id, event_id, endpoint_id, outcome, at)
    SELECT ${erasureId}, d.event_id, d.endpoint_id, CASE WHEN a.at IS NULL THEN 'attempted' ELSE 'delivered' END,
      coalesce(a.at, d.last_attempt_at, now())
    ${ofEvents} LEFT JOIN LATERAL (
      SELECT max(at) AS at FROM webhook_attempts w WHERE w.event_id = d.event_id AND w.endpoint_id = d.endpoint_id AND w.failure IS NULL) a ON true
    WHERE d.attempts > 0 OR d.lease_until > now() ON CONFLICT DO NOTHING`;
}

/** Notes the workflows of deliveries. @param from of a statement, with the deliveries as `d` */
export async function noteDeliveries(tx: TransactionSql, erasureId: string, from: Fragment): Promise<void> {
  await tx`
    INSERT INTO erasure_executions (erasure_id, kind, ref)
    SELECT ${erasureId}, 'delivery', d.event_id || '/' || d.endpoint_id || '/' || runs.run
    ${from} CROSS JOIN LATERAL generate_series(0, d.run) AS runs (run) ON CONFLICT DO NOTHING`;
}

/** Whether a stored outcome under an idempotency key names a lookup; as the index `idempotency_keys_lookups` has it. */
function namesLookup(tx: TransactionSql, id: string) {
  return tx`jsonb_path_query_array(acceptances, '$[*].lookupId') @> ${JSON.stringify([id])}::jsonb`;
}

/** The sums of two receipts. */
export function addCounts(one: ErasedCounts, other: ErasedCounts): ErasedCounts {
  const kinds = [...ERASED_KINDS, ...DELETED_KINDS, ...Object.values(POSSIBLE_KINDS)];
  const sums = kinds.map((kind): [ErasedKind, number] => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

/** Locks the receipt before any lookup, in every transaction that adds to it. */
export async function lockCounts(tx: TransactionSql, erasureId: string): Promise<void> {
  await tx`SELECT 1 FROM erasures WHERE id = ${erasureId} FOR UPDATE`;
}

/** Adds to a receipt that is locked. */
export async function addTo(tx: TransactionSql, erasureId: string, counts: ErasedCounts): Promise<void> {
  const [row] = await tx<{ counts: ErasedCounts }[]>`SELECT counts FROM erasures WHERE id = ${erasureId}`;
  await tx`UPDATE erasures SET counts = ${JSON.stringify(addCounts(row?.counts ?? {}, counts))}::jsonb WHERE id = ${erasureId}`;
}
