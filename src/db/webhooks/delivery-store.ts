import type { TransactionSql } from 'postgres';
import type { KeysetPage } from '../../domain/lookup/keyset-page.js';
import type { DeliveryKey, DeliveryState, Trigger } from '../../domain/webhooks/delivery.js';
import { RECHECK_STOPS_MS } from '../../domain/webhooks/slot-wait.js';
import type {
  FinishedAttempt,
  DeliveryCursor,
  DeliveryStore,
  OverdueDelivery,
  SavedAttempt,
  AttemptClaim,
} from '../../domain/webhooks/ports.js';
import type { SecretBox } from '../../domain/webhooks/sending.js';
import type { Sql } from '../client.js';
import { logAttempt, updateFailureWindow } from './attempt-log.js';
import { grantSlots, lockEndpoint, slotsOf, waitForSlot, acquireSlot } from './slots.js';

interface DeliveryProgress {
  state: DeliveryState;
  run: number;
  trigger: Trigger;
  position: number;
  attempts: number;
  nextAttemptAt: string | null;
  /** Slots that other deliveries of the endpoint hold. */
  taken: number;
}

/** Attempts in Postgres. The endpoint's row is locked first, and briefly: all that follows sees its exact number of slots. */
export class PostgresDeliveryStore implements DeliveryStore {
  readonly #sql: Sql;
  readonly #secrets: SecretBox;
  readonly #inFlight: number;

  /** @param options.inFlight requests that may be in flight to one endpoint at once */
  constructor(options: { sql: Sql; secrets: SecretBox; inFlight: number }) {
    this.#sql = options.sql;
    this.#secrets = options.secrets;
    this.#inFlight = options.inFlight;
  }

  async bodySize(eventId: string): Promise<number> {
    const [row] = await this.#sql<{ bytes: number }[]>`SELECT octet_length(body) AS bytes FROM webhook_events WHERE id = ${eventId}`;
    return row?.bytes ?? 0;
  }

  async claimAttempt(key: DeliveryKey, logged: number, at: Date): Promise<AttemptClaim> {
    return this.#sql.begin(async (tx): Promise<AttemptClaim> => {
      const endpoint = await lockEndpoint(tx, key.endpointId);
      const delivery = endpoint && (await readProgress(tx, key));
      if (!endpoint || delivery?.run !== key.run) return { kind: 'over', state: null };
      const { state, attempts, nextAttemptAt, position, trigger } = delivery;
      if (state !== 'pending') return { kind: 'over', state };
      if (endpoint.state === 'disabled') return endAsDisabled(tx, key);
      if (attempts > logged) return { kind: 'logged', logged: attempts, waitMs: millisecondsUntil(nextAttemptAt, at) };
      if (delivery.taken >= slotsOf(endpoint, this.#inFlight, at)) {
        await waitForSlot(tx, key);
        return { kind: 'in_line' };
      }
      await acquireSlot(tx, key);
      return { kind: 'send', position, trigger, url: endpoint.url, ...(await this.#load(tx, key, at)) };
    });
  }

  async saveAttempt(key: DeliveryKey, attempt: FinishedAttempt): Promise<SavedAttempt> {
    return this.#sql.begin(async (tx): Promise<SavedAttempt> => {
      const endpoint = await lockEndpoint(tx, key.endpointId);
      const standing = endpoint && (await logAttempt(tx, key, attempt));
      if (!endpoint || !standing) return { state: 'failed', logged: 0, granted: [], needsMonitoring: false };
      const needsMonitoring = await updateFailureWindow(tx, key.endpointId, endpoint, attempt);
      // The first success lifts the limit of a failing endpoint at once.
      const failingSince = attempt.outcome.failure === null ? null : endpoint.failingSince;
      const granted = await grantSlots(tx, key.endpointId, slotsOf({ ...endpoint, failingSince }, this.#inFlight, attempt.at));
      return { ...standing, granted, needsMonitoring };
    });
  }

  async overdue(seconds: number, { limit, after }: KeysetPage<DeliveryCursor>): Promise<OverdueDelivery[]> {
    const sql = this.#sql;
    const behind = after
      ? sql`AND (next_attempt_at, event_id, endpoint_id) > (${after.nextAttemptAt}::timestamptz, ${after.eventId}, ${after.endpointId})`
      : sql``;
    const rows = await sql<OverdueDelivery[]>`
      SELECT event_id AS "eventId", endpoint_id AS "endpointId", run, account_id AS "accountId", event_type AS "eventType",
             attempts AS logged, next_attempt_at AS "nextAttemptAt"
      FROM webhook_deliveries
      WHERE state = 'pending' AND next_attempt_at < now() - make_interval(secs => ${seconds})
        AND (held_until IS NULL OR held_until < now())
        AND (waiting_since IS NULL OR waiting_since < now() - make_interval(secs => ${RECHECK_STOPS_MS / 1_000})) ${behind}
      ORDER BY next_attempt_at, event_id, endpoint_id LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, nextAttemptAt: new Date(row.nextAttemptAt).toISOString() }));
  }

  /** The body to send, and the secrets to sign it with: newest secret first. */
  async #load(tx: TransactionSql, { eventId, endpointId }: DeliveryKey, at: Date): Promise<{ body: Uint8Array; secrets: string[] }> {
    const [event] = await tx<{ body: Buffer }[]>`SELECT body FROM webhook_events WHERE id = ${eventId}`;
    if (!event) throw new Error('a delivery without its event');
    const living = await tx<{ sealed: Buffer }[]>`
      SELECT sealed FROM webhook_secrets
      WHERE endpoint_id = ${endpointId} AND (valid_until IS NULL OR valid_until > ${at.toISOString()}::timestamptz)
      ORDER BY created_at DESC, id DESC`;
    return { body: event.body, secrets: living.map(({ sealed }) => this.#secrets.open(sealed, endpointId)) };
  }
}

/** A separate statement after the lock, so that it sees what others committed while they held it. */
async function readProgress(tx: TransactionSql, key: DeliveryKey): Promise<DeliveryProgress | undefined> {
  const [row] = await tx<DeliveryProgress[]>`
    SELECT d.state, d.run, d.trigger, d.position, d.attempts, d.next_attempt_at AS "nextAttemptAt",
           (SELECT count(*)::int FROM webhook_deliveries o
            WHERE o.endpoint_id = d.endpoint_id AND o.held_until > now() AND o.event_id <> d.event_id) AS taken
    FROM webhook_deliveries d WHERE d.event_id = ${key.eventId} AND d.endpoint_id = ${key.endpointId}`;
  return row;
}

async function endAsDisabled(tx: TransactionSql, key: DeliveryKey): Promise<AttemptClaim> {
  await tx`
    UPDATE webhook_deliveries
    SET state = 'failed', end_reason = 'endpoint_disabled', next_attempt_at = NULL, held_until = NULL, waiting_since = NULL
    WHERE event_id = ${key.eventId} AND endpoint_id = ${key.endpointId}`;
  return { kind: 'over', state: 'failed' };
}

function millisecondsUntil(moment: string | null, at: Date): number {
  return moment === null ? 0 : Math.max(0, new Date(moment).getTime() - at.getTime());
}
