import type { TransactionSql } from 'postgres';
import type { KeysetPage } from '../../domain/lookup/pages.js';
import {
  RECHECK_STOPS_MS,
  type DeliveryFailureReason,
  type DeliveryKey,
  type DeliveryState,
  type DeliveryTicket,
  type Trigger,
} from '../../domain/webhooks/delivery.js';
import { inFlightLimit, type EndpointState } from '../../domain/webhooks/endpoint.js';
import type {
  AttemptClaim,
  DeliveryCursor,
  FinishedAttempt,
  OverdueDelivery,
  SavedAttempt,
  SecretBox,
} from '../../domain/webhooks/ports.js';
import type { Sql } from '../client.js';
import { transaction } from '../transaction.js';

/** A slot that is not released expires after this long: longer than an attempt with everything around it. */
const SLOT_LEASE = '20 seconds';
const ATTEMPTS_USED_UP: DeliveryFailureReason = 'attempts_used_up';

interface LockedEndpoint {
  readonly url: string;
  readonly state: EndpointState;
  readonly maxInFlight: number | null;
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
  /** Slots that other deliveries of the endpoint hold. */
  taken: number;
}

/** Attempts in Postgres. The endpoint's row is locked first, and briefly: all that follows sees its exact number of slots. */
export class DeliveryStore {
  /** @param options.inFlight requests that may be in flight to one endpoint at once */
  constructor(private readonly options: { sql: Sql; secrets: SecretBox; inFlight: number }) {}

  /** Size of an event's body in bytes, without reading it; 0 when there is no such event. */
  async bodySize(eventId: string): Promise<number> {
    const [row] = await this.options.sql<{ bytes: number }[]>`SELECT octet_length(body) AS bytes FROM webhook_events WHERE id = ${eventId}`;
    return row?.bytes ?? 0;
  }

  /**
   * Acquires one of the endpoint's slots, or waits for one. A slot that is not released becomes free by itself.
   *
   * @param logged attempts that the caller knows of: an attempt that was logged is not made again
   */
  async claimAttempt(key: DeliveryKey, logged: number, at: Date): Promise<AttemptClaim> {
    return transaction(this.options.sql, async (tx): Promise<AttemptClaim> => {
      const endpoint = await lockEndpoint(tx, key.endpointId);
      const delivery = endpoint && (await readProgress(tx, key));
      if (!endpoint || delivery?.run !== key.run) return { kind: 'over', state: null };
      const { state, attempts, nextAttemptAt, scheduleOffsetMs, trigger } = delivery;
      if (state !== 'pending') return { kind: 'over', state };
      if (endpoint.state === 'disabled') return endAsDisabled(tx, key);
      if (attempts > logged) return { kind: 'logged', logged: attempts, waitMs: millisecondsUntil(nextAttemptAt, at) };
      if (delivery.taken >= slotsOf(endpoint, this.options.inFlight, at)) {
        await waitForSlot(tx, key);
        return { kind: 'waiting' };
      }
      await acquireSlot(tx, key);
      return { kind: 'send', scheduleOffsetMs, trigger, url: endpoint.url, ...(await this.#load(tx, key, at)) };
    });
  }

  /** Logs an attempt, advances the schedule of its run once, releases the slot and updates the endpoint's failure window. */
  async saveAttempt(key: DeliveryKey, attempt: FinishedAttempt): Promise<SavedAttempt> {
    return transaction(this.options.sql, async (tx): Promise<SavedAttempt> => {
      const endpoint = await lockEndpoint(tx, key.endpointId);
      const saved = endpoint && (await logAttempt(tx, key, attempt));
      if (!endpoint || !saved) return { state: 'failed', logged: 0, granted: [], needsMonitoring: false };
      const needsMonitoring = await updateFailureWindow(tx, key.endpointId, endpoint, attempt);
      // The first success lifts the limit of a failing endpoint at once.
      const failingSince = attempt.outcome.failure === null ? null : endpoint.failingSince;
      const granted = await grantSlots(tx, key.endpointId, slotsOf({ ...endpoint, failingSince }, this.options.inFlight, attempt.at));
      return { ...saved, granted, needsMonitoring };
    });
  }

  /**
   * Deliveries whose attempt is overdue by more than `seconds` and that no workflow carries out as far as the database shows, the longest
   * overdue first.
   */
  async overdue(seconds: number, { limit, after }: KeysetPage<DeliveryCursor>): Promise<OverdueDelivery[]> {
    const sql = this.options.sql;
    const behind = after
      ? sql`AND (next_attempt_at, event_id, endpoint_id) > (${after.nextAttemptAt}::timestamptz, ${after.eventId}, ${after.endpointId})`
      : sql``;
    const rows = await sql<(DeliveryTicket & { nextAttemptAt: Date })[]>`
      SELECT ${ticketColumns(sql)}, next_attempt_at AS "nextAttemptAt"
      FROM webhook_deliveries
      WHERE state = 'pending' AND next_attempt_at < now() - make_interval(secs => ${seconds})
        AND (lease_until IS NULL OR lease_until < now())
        AND (slot_denied_at IS NULL OR slot_denied_at < now() - make_interval(secs => ${RECHECK_STOPS_MS / 1_000})) ${behind}
      ORDER BY next_attempt_at, event_id, endpoint_id LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, nextAttemptAt: row.nextAttemptAt.toISOString() }));
  }

  /** The body to send, and the secrets to sign it with: newest secret first. */
  async #load(tx: TransactionSql, { eventId, endpointId }: DeliveryKey, at: Date): Promise<{ body: Uint8Array; secrets: string[] }> {
    const [event] = await tx<{ body: Buffer }[]>`SELECT body FROM webhook_events WHERE id = ${eventId}`;
    if (!event) throw new Error('a delivery without its event');
    const valid = await tx<{ sealed: Buffer }[]>`
      SELECT sealed FROM webhook_secrets
      WHERE endpoint_id = ${endpointId} AND (valid_until IS NULL OR valid_until > ${at.toISOString()}::timestamptz)
      ORDER BY created_at DESC, id DESC`;
    return { body: event.body, secrets: valid.map(({ sealed }) => this.options.secrets.open(sealed, endpointId)) };
  }
}

/** The columns of a `DeliveryTicket`. */
export const ticketColumns = (sql: Sql | TransactionSql) => sql`
  event_id AS "eventId", endpoint_id AS "endpointId", run, account_id AS "accountId", event_type AS "eventType", attempts AS logged`;

/** Locks an endpoint's row, unless it was deleted: its slots are counted and granted by one transaction at a time. */
async function lockEndpoint(tx: TransactionSql, endpointId: string): Promise<LockedEndpoint | undefined> {
  const [row] = await tx<LockedEndpoint[]>`
    SELECT url, state, max_in_flight AS "maxInFlight", failing_since AS "failingSince", next_check_at IS NOT NULL AS "isMonitored"
    FROM webhook_endpoints WHERE id = ${endpointId} AND account_id IS NOT NULL FOR NO KEY UPDATE`;
  return row;
}

/** A separate statement after the lock, so that it sees what others committed while they held it. */
async function readProgress(tx: TransactionSql, key: DeliveryKey): Promise<DeliveryProgress | undefined> {
  const [row] = await tx<DeliveryProgress[]>`
    SELECT d.state, d.run, d.trigger, d.schedule_offset_ms AS "scheduleOffsetMs", d.attempts, d.next_attempt_at AS "nextAttemptAt",
           (SELECT count(*)::int FROM webhook_deliveries o
            WHERE o.endpoint_id = d.endpoint_id AND o.lease_until > now() AND o.event_id <> d.event_id) AS taken
    FROM webhook_deliveries d WHERE d.event_id = ${key.eventId} AND d.endpoint_id = ${key.endpointId}`;
  return row;
}

async function endAsDisabled(tx: TransactionSql, key: DeliveryKey): Promise<AttemptClaim> {
  await tx`
    UPDATE webhook_deliveries
    SET state = 'failed', failure_reason = 'endpoint_disabled', next_attempt_at = NULL, lease_until = NULL, slot_denied_at = NULL
    WHERE event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  return { kind: 'over', state: 'failed' };
}

function millisecondsUntil(timestamp: Date | null, at: Date): number {
  return timestamp === null ? 0 : Math.max(0, timestamp.getTime() - at.getTime());
}

/** Requests that may be in flight to an endpoint now. @param setting limit of endpoints without one of their own */
function slotsOf(endpoint: LockedEndpoint, setting: number, at: Date): number {
  return inFlightLimit(endpoint.maxInFlight ?? setting, endpoint.failingSince, at);
}

async function acquireSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET lease_until = now() + ${SLOT_LEASE}::interval, slot_denied_at = NULL
    WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}`;
}

async function waitForSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<void> {
  await tx`UPDATE webhook_deliveries SET slot_denied_at = now() WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}`;
}

/** Grants free slots to waiting deliveries, the longest due first. @returns the deliveries that got one */
async function grantSlots(tx: TransactionSql, endpointId: string, slots: number): Promise<DeliveryTicket[]> {
  return tx<DeliveryTicket[]>`
    UPDATE webhook_deliveries SET lease_until = now() + ${SLOT_LEASE}::interval, slot_denied_at = NULL
    WHERE endpoint_id = ${endpointId} AND event_id IN (
      SELECT event_id FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND state = 'pending' AND slot_denied_at IS NOT NULL
      ORDER BY next_attempt_at, event_id
      LIMIT greatest(0, ${slots}::int - (
        SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND lease_until > now())))
    RETURNING ${ticketColumns(tx)}`;
}

/**
 * Logs an attempt under the next number and advances its delivery. A duplicate attempt (two workers made the same attempt of the
 * schedule, because the first was presumed dead) is logged as well; the schedule counts the pair as one. Attempts of an older run,
 * which may still be under way when a resend begins, are logged only.
 *
 * @returns the state of the delivery now, and how many attempts are logged; undefined when it was deleted
 */
async function logAttempt(
  tx: TransactionSql,
  key: DeliveryKey,
  attempt: FinishedAttempt,
): Promise<Pick<SavedAttempt, 'state' | 'logged'> | undefined> {
  const ofKey = tx`event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  const [before] = await tx<Pick<DeliveryProgress, 'state' | 'run' | 'scheduleOffsetMs' | 'attempts'>[]>`
    SELECT state, run, schedule_offset_ms AS "scheduleOffsetMs", attempts FROM webhook_deliveries WHERE ${ofKey}`;
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
    return { state: before.state, logged };
  }
  const state: DeliveryState = isAcknowledged ? 'delivered' : next === null ? 'failed' : 'pending';
  await tx`
    UPDATE webhook_deliveries
    SET ${summary}, state = ${state}, failure_reason = ${state === 'failed' ? ATTEMPTS_USED_UP : null},
        schedule_offset_ms = ${next?.scheduleOffsetMs ?? 0}, next_attempt_at = ${nextAttemptAt}::timestamptz,
        lease_until = NULL, slot_denied_at = NULL
    WHERE ${ofKey}`;
  return { state, logged };
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
 * Any 2xx closes the failure window, the first failure opens it. A failed test does not count: it shows nothing about events. An
 * endpoint that is monitored stays so: it is checked within a day of its last check, and so within a day of any failure after that.
 *
 * @returns whether the window is open and not monitored yet
 */
async function updateFailureWindow(
  tx: TransactionSql,
  endpointId: string,
  endpoint: LockedEndpoint,
  { at, outcome, trigger }: FinishedAttempt,
): Promise<boolean> {
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
