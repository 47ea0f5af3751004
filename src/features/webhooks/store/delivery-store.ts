import type { TransactionSql } from 'postgres';
import { MAX_HELD, type DeliveryFailureReason, type DeliveryKey, type DeliveryState, type Trigger } from '../delivery.js';
import type { EndpointState } from '../endpoint.js';
import type { AttemptClaim, FinishedAttempt, SavedAttempt } from '../ports.js';
import type { SecretBox } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { type DeliveryQueue, endedBy } from './delivery-queue.js';
import { sentBody } from './event-bodies.js';

const ATTEMPTS_USED_UP: DeliveryFailureReason = 'attempts_used_up';
/** Seconds in which the workflow of a delivery that found no slot has certainly ended, so that it can be started again. */
const PARKED_SECONDS = 5;

interface LockedEndpoint {
  readonly url: string;
  readonly state: EndpointState;
  readonly failingSince: Date | null;
  /** Whether its failure window is monitored. */
  readonly isMonitored: boolean;
}

interface DeliveryProgress {
  state: DeliveryState;
  run: number;
  trigger: Trigger;
  scheduleOffsetMs: number;
  attempts: number;
  nextAttemptAt: Date | null;
  isHeld: boolean;
}

interface ClaimedDelivery extends DeliveryProgress {
  readonly url: string;
  readonly endpointState: EndpointState;
  /** Whether it was granted a slot. */
  readonly hasSlot: boolean;
}

/** Attempts in Postgres. */
export class DeliveryStore {
  constructor(private readonly options: { sql: Sql; secrets: SecretBox; queue: DeliveryQueue }) {}

  /**
   * Begins an attempt on the slot that the delivery was granted, or acquires one that is free. A slot that is not released becomes free by
   * itself.
   *
   * @param logged attempts that the caller knows of: an attempt that was logged is not made again
   */
  async claimAttempt(key: DeliveryKey, logged: number, at: Date): Promise<AttemptClaim> {
    const { sql, queue } = this.options;
    return transaction(sql, async (tx): Promise<AttemptClaim> => {
      const delivery = await lockDelivery(tx, key);
      if (delivery?.run !== key.run) return { kind: 'over', state: null };
      const { state, attempts, nextAttemptAt, scheduleOffsetMs, trigger, url, hasSlot } = delivery;
      const isHeld = delivery.isHeld || hasSlot;
      if (state !== 'pending') return { kind: 'over', state };
      if (delivery.endpointState === 'disabled') return end(tx, key, 'endpoint_disabled');
      if (attempts > logged) return { kind: 'logged', logged: attempts, waitMs: millisecondsUntil(nextAttemptAt, at), isHeld };
      if (hasSlot) await queue.renewSlot(tx, key);
      else if (!(await queue.acquireSlot(tx, key))) return park(tx, key);
      const [event] = await tx<{ body: Buffer | null; isDeferred: boolean }[]>`
        SELECT ${sentBody(tx)} AS body, v.is_deferred AS "isDeferred"
        FROM webhook_events v JOIN webhook_deliveries d ON d.event_id = v.id AND d.endpoint_id = ${key.endpointId} WHERE v.id = ${key.eventId}`;
      if (!event?.body) return end(tx, key, 'erased');
      const secrets = await this.#secrets(tx, key.endpointId, at);
      return { kind: 'send', scheduleOffsetMs, trigger, url, body: event.body, isDeferred: event.isDeferred, secrets };
    });
  }

  /** Logs an attempt, advances the schedule of its run once, releases the slot and updates the endpoint's failure window. */
  async saveAttempt(key: DeliveryKey, attempt: FinishedAttempt): Promise<SavedAttempt> {
    return transaction(this.options.sql, async (tx): Promise<SavedAttempt> => {
      const endpoint = await lockEndpoint(tx, key.endpointId);
      const saved = endpoint && (await logAttempt(tx, key, attempt));
      if (!endpoint || !saved) return { state: 'failed', logged: 0, isHeld: false, needsMonitoring: false };
      return { ...saved, needsMonitoring: await updateFailureWindow(tx, key.endpointId, endpoint, attempt) };
    });
  }

  /** What to sign with: the newest secret first. */
  async #secrets(tx: TransactionSql, endpointId: string, at: Date): Promise<string[]> {
    const valid = await tx<{ sealed: Buffer }[]>`
      SELECT sealed FROM webhook_secrets
      WHERE endpoint_id = ${endpointId} AND (valid_until IS NULL OR valid_until > ${at.toISOString()}::timestamptz)
      ORDER BY created_at DESC, id DESC`;
    return valid.map(({ sealed }) => this.options.secrets.open(sealed, endpointId));
  }
}

/** Locks a delivery's row, unless its endpoint was deleted; the endpoint's is only read. */
async function lockDelivery(tx: TransactionSql, key: DeliveryKey): Promise<ClaimedDelivery | undefined> {
  const [row] = await tx<ClaimedDelivery[]>`
    SELECT d.state, d.run, d.trigger, d.schedule_offset_ms AS "scheduleOffsetMs", d.attempts, d.next_attempt_at AS "nextAttemptAt",
           d.is_held AS "isHeld", coalesce(d.lease_until > now(), false) AS "hasSlot", e.url, e.state AS "endpointState"
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.account_id IS NOT NULL
    WHERE d.event_id = ${key.eventId} AND d.endpoint_id = ${key.endpointId} FOR NO KEY UPDATE OF d`;
  return row;
}

/** Locks an endpoint's row, unless it was deleted. Only attempts that were made wait for it: no more than there are slots. */
async function lockEndpoint(tx: TransactionSql, endpointId: string): Promise<LockedEndpoint | undefined> {
  const [row] = await tx<LockedEndpoint[]>`
    SELECT url, state, failing_since AS "failingSince", next_check_at IS NOT NULL AS "isMonitored"
    FROM webhook_endpoints WHERE id = ${endpointId} AND account_id IS NOT NULL FOR NO KEY UPDATE`;
  return row;
}

async function end(tx: TransactionSql, key: DeliveryKey, reason: DeliveryFailureReason): Promise<AttemptClaim> {
  await tx`
    UPDATE webhook_deliveries SET ${endedBy(tx, reason)}
    WHERE event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  return { kind: 'over', state: 'failed' };
}

/** Leaves it to the queue, where nobody finds it before its workflow has ended. */
async function park(tx: TransactionSql, key: DeliveryKey): Promise<AttemptClaim> {
  await tx`
    UPDATE webhook_deliveries
    SET is_held = false, next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => ${PARKED_SECONDS}))
    WHERE event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  return { kind: 'waiting' };
}

function millisecondsUntil(timestamp: Date | null, at: Date): number {
  return timestamp === null ? 0 : Math.max(0, timestamp.getTime() - at.getTime());
}

/**
 * Logs an attempt under the next number and advances its delivery. A duplicate attempt (two workers made the same attempt of the
 * schedule, because the first was presumed dead) is logged as well; the schedule counts the pair as one. Attempts of an older run,
 * which may still be under way when a resend begins, are logged only.
 *
 * @returns the state of the delivery now, how many attempts are logged, and whether its workflow sleeps; undefined when it was deleted
 */
async function logAttempt(
  tx: TransactionSql,
  key: DeliveryKey,
  attempt: FinishedAttempt,
): Promise<Omit<SavedAttempt, 'needsMonitoring'> | undefined> {
  const ofKey = tx`event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  const [before] = await tx<Omit<DeliveryProgress, 'trigger' | 'nextAttemptAt'>[]>`
    SELECT state, run, schedule_offset_ms AS "scheduleOffsetMs", attempts, is_held AS "isHeld" FROM webhook_deliveries WHERE ${ofKey}
    FOR NO KEY UPDATE`;
  if (!before) return undefined;
  const { outcome, next, at } = attempt;
  const logged = before.attempts + 1;
  const nextAttemptAt = next === null ? null : new Date(at.getTime() + outcome.durationMs + next.waitMs).toISOString();
  await insertAttempt(tx, key, logged, attempt, nextAttemptAt);
  const summary = tx`
    attempts = ${logged}, last_attempt_at = ${at.toISOString()}::timestamptz, last_status = ${outcome.status},
    last_failure = ${outcome.failure}`;
  // An acknowledgement counts also for a delivery that was ended meanwhile; a failure advances only an attempt that is still due.
  const isAcknowledged = outcome.failure === null && before.run === key.run;
  const isDue = before.run === key.run && before.state === 'pending' && before.scheduleOffsetMs === attempt.scheduleOffsetMs;
  if (!isAcknowledged && !isDue) {
    await tx`UPDATE webhook_deliveries SET ${summary} WHERE ${ofKey}`;
    return { state: before.state, logged, isHeld: before.isHeld && before.run === key.run };
  }
  const state: DeliveryState = isAcknowledged ? 'delivered' : next === null ? 'failed' : 'pending';
  const [row] = await tx<{ isHeld: boolean }[]>`
    UPDATE webhook_deliveries
    SET ${summary}, state = ${state}, failure_reason = ${state === 'failed' ? ATTEMPTS_USED_UP : null},
        schedule_offset_ms = ${next?.scheduleOffsetMs ?? 0}, next_attempt_at = ${nextAttemptAt}::timestamptz,
        lease_until = NULL, is_held = ${state === 'pending'} AND ${MAX_HELD}::int > (
          SELECT count(*) FROM webhook_deliveries h
          WHERE h.endpoint_id = ${key.endpointId} AND h.event_id <> ${key.eventId} AND h.is_held AND h.state = 'pending')
    WHERE ${ofKey} RETURNING is_held AS "isHeld"`;
  return { state, logged, isHeld: row?.isHeld ?? false };
}

async function insertAttempt(
  tx: TransactionSql,
  key: DeliveryKey,
  number: number,
  attempt: FinishedAttempt,
  nextAttemptAt: string | null,
): Promise<void> {
  const { failure, detail, status, durationMs, remoteAddress, responseBody } = attempt.outcome;
  await tx`
    INSERT INTO webhook_attempts
      (event_id, endpoint_id, number, trigger, at, url, failure, detail, status, duration_ms, remote_address, response_body, next_attempt_at)
    VALUES (${key.eventId}, ${key.endpointId}, ${number}, ${attempt.trigger}, ${attempt.at.toISOString()}::timestamptz, ${attempt.url},
            ${failure}, ${detail}, ${status}, ${Math.round(durationMs)}, ${remoteAddress}, ${Buffer.from(responseBody)},
            ${nextAttemptAt}::timestamptz)`;
}

/**
 * Any 2xx closes the failure window, the first failure opens it. A failed test does not count: it shows nothing about events. Nor does an
 * attempt at an address that was changed meanwhile, whatever came of it: it shows nothing about the new one. An endpoint that is monitored
 * stays so: it is checked within a day of its last check, and so within a day of any failure after that.
 *
 * @returns whether the window is open and not monitored yet
 */
async function updateFailureWindow(
  tx: TransactionSql,
  endpointId: string,
  endpoint: LockedEndpoint,
  { at, url, outcome, trigger }: FinishedAttempt,
): Promise<boolean> {
  if (url !== endpoint.url) return false;
  if (outcome.failure === null) {
    if (endpoint.failingSince !== null)
      await tx`UPDATE webhook_endpoints SET failing_since = NULL, last_failed_at = NULL, warnings_sent = 0 WHERE id = ${endpointId}`;
    return false;
  }
  if (trigger === 'test' || endpoint.state === 'disabled') return false;
  const time = at.toISOString();
  await tx`
    UPDATE webhook_endpoints
    SET failing_since = coalesce(failing_since, ${time}::timestamptz), last_failed_at = greatest(last_failed_at, ${time}::timestamptz),
        next_check_at = coalesce(next_check_at, now())
    WHERE id = ${endpointId}`;
  return !endpoint.isMonitored;
}
