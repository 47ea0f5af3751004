/** What an erasure deletes of one lookup, within a transaction that has locked its row. */
import type { TransactionSql } from 'postgres';
import type { KeyedDigest } from '../../domain/identity/identity.js';
import { kindOf, type SubjectRef, type Subjects } from '../../domain/identity/subjects.js';
import { DELETED_KINDS, ERASED_KINDS, type ErasedCounts, type ErasedKind } from '../../domain/privacy/erasure.js';
import type { Mode } from '../../domain/lookup/lookup.js';
import { countOwnFacts, removeLookups, removeOwnFacts } from '../lookups/lookup-remover.js';
import { identityText } from '../lookups/subject-digests.js';

/** A lookup that names an erased identity: itself, or through usernames that were derived from its addresses. */
export interface NamingLookup {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly isFinished: boolean;
  /** Names of the subjects that are the identity. None: only derived usernames are. */
  readonly refs: readonly SubjectRef[];
  readonly subjects: Subjects;
  readonly handles: readonly string[];
}

export interface ErasingContext {
  readonly erasureId: string;
  /** By which `platform_facts` names identities. */
  readonly digest: KeyedDigest;
}

/** The rows that belong to a lookup, by kind. */
export async function countLookup(tx: TransactionSql, { id, accountId, refs, handles }: NamingLookup): Promise<ErasedCounts> {
  const event = tx`(SELECT e.id FROM webhook_events e WHERE e.dedup_key = ${`lookup/${id}`})`;
  const ofEvent = tx`
    (SELECT count(*)::int FROM webhook_events WHERE id IN ${event}) AS events,
    (SELECT count(*)::int FROM webhook_deliveries WHERE event_id IN ${event}) AS deliveries,
    (SELECT count(*)::int FROM webhook_attempts WHERE event_id IN ${event}) AS attempts`;
  if (refs.length === 0) {
    const derived = tx`FROM lookup_derived WHERE lookup_id = ${id} AND handle = ANY (${[...handles]})`;
    const [row] = await tx<ErasedCounts[]>`SELECT (SELECT count(*)::int ${derived}) AS derived, ${ofEvent}`;
    return row?.derived ? row : {};
  }
  const facts = await countOwnFacts(tx, accountId, [id]);
  const [row] = await tx<ErasedCounts[]>`
    SELECT 1 AS lookups,
      (SELECT count(*)::int FROM lookup_results WHERE lookup_id = ${id})
        + coalesce((SELECT outcome_count FROM compressed_results WHERE lookup_id = ${id}), 0) AS results,
      (SELECT count(*)::int FROM lookup_derived WHERE lookup_id = ${id}) AS derived,
      (SELECT count(*)::int FROM lookup_modules WHERE lookup_id = ${id}) AS modules,
      (SELECT count(*)::int FROM idempotency_keys WHERE account_id = ${accountId} AND ${namesLookup(tx, id)}) AS "idempotencyKeys",
      ${ofEvent}`;
  return { ...row, facts };
}

/**
 * Deletes a lookup with all that belongs to it except its bill. What was sent, and what Temporal has of it, is noted first.
 *
 * @returns rows deleted, by kind
 */
export async function eraseLookup(tx: TransactionSql, ctx: ErasingContext, lookup: NamingLookup): Promise<ErasedCounts> {
  const { id, accountId, mode, refs, subjects } = lookup;
  const counts = await countLookup(tx, lookup);
  await noteEvent(tx, ctx, id);
  const kind = mode === 'check' || mode === 'instant' ? mode : 'lookup';
  await tx`INSERT INTO erasure_executions (erasure_id, kind, ref) VALUES (${ctx.erasureId}, ${kind}, ${id}) ON CONFLICT DO NOTHING`;
  // Kept without what was asked: a repetition is refused as another request, and so is not billed again.
  await tx`
    UPDATE idempotency_keys SET fingerprint = 'erased' WHERE account_id = ${accountId} AND ${namesLookup(tx, id)}`;
  const own = await removeOwnFacts(tx, accountId, [id]);
  const texts = refs.map((ref) => identityText(kindOf(ref), subjects[ref] as string));
  const further = await removeFacts(tx, ctx, { accounts: [accountId], texts });
  await removeLookups(tx, [id]);
  return { ...counts, facts: own + further };
}

/**
 * Deletes what a lookup of somebody's address holds of a username that was derived from it; the event reports it too.
 *
 * @returns rows deleted, by kind
 */
export async function eraseDerived(tx: TransactionSql, ctx: ErasingContext, lookup: NamingLookup): Promise<ErasedCounts> {
  const { id, accountId, handles } = lookup;
  const counts = await countLookup(tx, lookup);
  if (!counts.derived) return {};
  await noteEvent(tx, ctx, id);
  const texts = handles.map((handle) => identityText('username', handle));
  const facts = await removeFacts(tx, ctx, { accounts: [accountId], texts });
  await tx`DELETE FROM webhook_events WHERE dedup_key = ${`lookup/${id}`}`;
  await tx`DELETE FROM lookup_derived WHERE lookup_id = ${id} AND handle = ANY (${[...handles]})`;
  return { ...counts, facts };
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

/** Notes which endpoints a lookup's event was sent to, and the workflows of its deliveries. */
async function noteEvent(tx: TransactionSql, { erasureId }: ErasingContext, lookupId: string): Promise<void> {
  const ofEvent = tx`FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id AND e.dedup_key = ${`lookup/${lookupId}`}`;
  // Waits for an attempt that is being claimed or logged; one that is in flight holds a lease.
  await tx`SELECT 1 ${ofEvent} FOR UPDATE OF d`;
  await tx`
    INSERT INTO erasure_sent_events (erasure_id, event_id, endpoint_id, outcome, at)
    SELECT ${erasureId}, d.event_id, d.endpoint_id, CASE WHEN a.at IS NULL THEN 'attempted' ELSE 'delivered' END,
      coalesce(a.at, d.last_attempt_at, now())
    ${ofEvent} LEFT JOIN LATERAL (
      SELECT max(at) AS at FROM webhook_attempts w WHERE w.event_id = d.event_id AND w.endpoint_id = d.endpoint_id AND w.failure IS NULL) a ON true
    WHERE d.attempts > 0 OR d.lease_until > now() ON CONFLICT DO NOTHING`;
  await tx`
    INSERT INTO erasure_executions (erasure_id, kind, ref)
    SELECT ${erasureId}, 'delivery', d.event_id || '/' || d.endpoint_id || '/' || runs.run
    ${ofEvent} CROSS JOIN LATERAL generate_series(0, d.run) AS runs (run) ON CONFLICT DO NOTHING`;
}

/** Whether a stored outcome under an idempotency key names a lookup. */
function namesLookup(tx: TransactionSql, id: string) {
  return tx`acceptances @> ${JSON.stringify([{ lookupId: id }])}::jsonb`;
}

/** The sums of two receipts. */
export function addCounts(one: ErasedCounts, other: ErasedCounts): ErasedCounts {
  const sums = [...ERASED_KINDS, ...DELETED_KINDS].map((kind): [ErasedKind, number] => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}
