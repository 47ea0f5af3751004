import type { TransactionSql } from 'postgres';
import type { DeliveryEnd, DeliveryKey, DeliveryState } from '../../domain/webhooks/delivery.js';
import type { FinishedAttempt, SavedAttempt } from '../../domain/webhooks/ports.js';
import type { LockedEndpoint } from './slots.js';

const ATTEMPTS_USED_UP: DeliveryEnd = 'attempts_used_up';

interface DeliveryProgress {
  state: DeliveryState;
  run: number;
  position: number;
  attempts: number;
}

/**
 * Logs an attempt under the next number and advances its delivery. A duplicate attempt (two workers made the attempt of one
 * position, because the first was presumed dead) is logged as well; the schedule counts the pair as one. Attempts of an older run,
 * which may still be under way when a resend begins, are logged only.
 *
 * @returns the state of the delivery now, and how many attempts are logged; undefined when it was deleted
 */
export async function logAttempt(
  tx: TransactionSql,
  key: DeliveryKey,
  attempt: FinishedAttempt,
): Promise<Pick<SavedAttempt, 'state' | 'logged'> | undefined> {
  const [standing] = await tx<DeliveryProgress[]>`
    SELECT state, run, position, attempts FROM webhook_deliveries WHERE event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  if (!standing) return undefined;
  const { outcome, next, at } = attempt;
  const logged = standing.attempts + 1;
  const nextAttemptAt = next === null ? null : new Date(at.getTime() + outcome.durationMs + next.waitMs).toISOString();
  await insertAttempt(tx, key, logged, attempt, nextAttemptAt);
  const summary = tx`attempts = ${logged}, last_attempt_at = ${at.toISOString()}::timestamptz, last_status = ${outcome.status}, last_failure = ${outcome.failure}`;
  const here = tx`event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  // An acknowledgement counts also for a delivery that was ended meanwhile; a failure advances only an attempt that is still due.
  const acknowledged = outcome.failure === null && standing.run === key.run;
  const waitedFor = standing.run === key.run && standing.state === 'pending' && standing.position === attempt.position;
  if (acknowledged || waitedFor) {
    const state: DeliveryState = acknowledged ? 'delivered' : next === null ? 'failed' : 'pending';
    await tx`
      UPDATE webhook_deliveries
      SET ${summary}, state = ${state}, end_reason = ${state === 'failed' ? ATTEMPTS_USED_UP : null}, position = ${next?.position ?? 0},
          next_attempt_at = ${nextAttemptAt}::timestamptz, held_until = NULL, waiting_since = NULL
      WHERE ${here}`;
    return { state, logged };
  }
  await tx`UPDATE webhook_deliveries SET ${summary} WHERE ${here}`;
  return { state: standing.state, logged };
}

async function insertAttempt(
  tx: TransactionSql,
  key: DeliveryKey,
  number: number,
  attempt: FinishedAttempt,
  nextAttemptAt: string | null,
): Promise<void> {
  const { failure, detail, status, durationMs, remoteAddress, answer } = attempt.outcome;
  await tx`
    INSERT INTO webhook_attempts
      (event_id, endpoint_id, number, trigger, at, url, failure, detail, status, duration_ms, remote_address, answer, next_attempt_at)
    VALUES (${key.eventId}, ${key.endpointId}, ${number}, ${attempt.trigger}, ${attempt.at.toISOString()}::timestamptz, ${attempt.url},
            ${failure}, ${detail}, ${status}, ${Math.round(durationMs)}, ${remoteAddress}, ${Buffer.from(answer)}, ${nextAttemptAt}::timestamptz)`;
}

/**
 * Any 2xx closes the failure window, the first failure opens it. A failed test does not count: it shows nothing about events. An
 * endpoint that is monitored stays so: it is checked within a day of its last check, and so within a day of any failure after that.
 *
 * @returns whether the window is open and not monitored yet
 */
export async function updateFailureWindow(
  tx: TransactionSql,
  endpointId: string,
  endpoint: LockedEndpoint,
  { at, outcome, trigger }: FinishedAttempt,
): Promise<boolean> {
  if (outcome.failure === null) {
    if (endpoint.failingSince !== null)
      await tx`UPDATE webhook_endpoints SET failing_since = NULL, last_failed_at = NULL, warned = 0 WHERE id = ${endpointId}`;
    return false;
  }
  if (trigger === 'test' || endpoint.state === 'disabled') return false;
  const time = at.toISOString();
  await tx`
    UPDATE webhook_endpoints
    SET failing_since = coalesce(failing_since, ${time}::timestamptz), last_failed_at = greatest(last_failed_at, ${time}::timestamptz),
        next_look_at = coalesce(next_look_at, now())
    WHERE id = ${endpointId}`;
  return !endpoint.watched;
}
