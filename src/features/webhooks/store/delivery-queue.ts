import type { TransactionSql } from 'postgres';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import type { DeliveryFailureReason, DeliveryKey, DeliveryTicket } from '../delivery.js';
import { FAILING_INTERVAL_MS, FAILING_MS } from '../endpoint.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** A slot that is not released expires after this long: longer than an attempt with everything around it. */
const SLOT_LEASE = '20 seconds';

type Client = Sql | TransactionSql;

/**
 * Deliveries that wait, as rows: pending, due, and without a slot. A slot of the endpoint is granted first and a workflow is started for it
 * then, so that what waits has no workflow. Slots are counted under the lock of the endpoint's row, which nobody waits for here.
 */
export class DeliveryQueue {
  /** @param options.inFlight requests that may be in flight to one endpoint at once */
  constructor(private readonly options: { sql: Sql; inFlight: number }) {}

  /** Endpoints that have a free slot and a delivery that is due, in the order of their ids: one statement for all endpoints. */
  startable({ limit, after }: KeysetPage<string>): Promise<string[]> {
    return this.#startable(this.options.sql`e.id > ${after ?? ''}`, limit);
  }

  /**
   * Grants the free slots of an endpoint to its deliveries, the longest due first. To be called after the commit of whatever frees a slot
   * or adds a delivery. Where somebody else holds the endpoint's lock it leaves the work to that one, who looks again after granting: so
   * none is forgotten.
   *
   * @returns the deliveries to start
   */
  async grantSlots(endpointId: string): Promise<DeliveryTicket[]> {
    const { sql } = this.options;
    const granted: DeliveryTicket[] = [];
    while ((await this.#startable(sql`e.id = ${endpointId}`, 1)).length > 0) {
      const some = await transaction(sql, async (tx) => ((await lockUnlessLocked(tx, endpointId)) ? this.#grant(tx, endpointId) : null));
      if (some === null) return granted;
      granted.push(...some);
    }
    return granted;
  }

  /**
   * Acquires a slot for a delivery that was started without one: after its pause, or by hand. The interval between requests to a failing
   * endpoint does not hold it up.
   *
   * @returns false when none is free, or its endpoint is locked
   */
  async acquireSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<boolean> {
    if (!(await lockUnlessLocked(tx, endpointId))) return false;
    const { count } = await tx`
      UPDATE webhook_deliveries SET ${leased(tx)} WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}
        AND (SELECT ${this.#limit(tx, 1)} > ${inFlight(tx)} FROM webhook_endpoints e WHERE e.id = ${endpointId})`;
    return count > 0;
  }

  /** Acquires it again for a delivery that has it: from now on the request is under way. */
  async renewSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<void> {
    await tx`UPDATE webhook_deliveries SET ${leased(tx)} WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}`;
  }

  async #startable(isMeant: ReturnType<Sql>, limit: number): Promise<string[]> {
    const { sql } = this.options;
    // LATERAL with LIMIT: one entry of the index an endpoint is read, however many deliveries wait.
    const rows = await sql<{ id: string }[]>`
      SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (${dueOf(sql)} LIMIT 1) due
      WHERE e.state = 'enabled' AND e.account_id IS NOT NULL AND ${isMeant} AND ${this.#limit(sql)} > ${inFlight(sql)}
      ORDER BY e.id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** A statement of its own after the lock, so that it sees what others committed while they held it. */
  #grant(tx: TransactionSql, endpointId: string): Promise<DeliveryTicket[]> {
    return tx<DeliveryTicket[]>`
      UPDATE webhook_deliveries SET ${leased(tx)} WHERE endpoint_id = ${endpointId} AND event_id = ANY (ARRAY (
        SELECT due.event_id FROM webhook_endpoints e CROSS JOIN LATERAL (
          ${dueOf(tx)} LIMIT greatest(0, ${this.#limit(tx)} - ${inFlight(tx)}) FOR NO KEY UPDATE SKIP LOCKED) due
        WHERE e.id = ${endpointId} AND e.state = 'enabled'))
      RETURNING ${ticketColumns(tx)}`;
  }

  /** Requests that may be in flight to `e`. @param failing how many when it has failed for a while, after the interval or not */
  #limit(sql: Client, failing?: number) {
    const isFailing = sql`e.failing_since <= now() - make_interval(secs => ${FAILING_MS / 1_000})`;
    const hasJustFailed = sql`e.last_failed_at > now() - make_interval(secs => ${FAILING_INTERVAL_MS / 1_000})`;
    const whenFailing = failing === undefined ? sql`CASE WHEN ${hasJustFailed} THEN 0 ELSE 1 END` : sql`${failing}::int`;
    return sql`CASE WHEN ${isFailing} THEN ${whenFailing} ELSE coalesce(e.max_in_flight, ${this.options.inFlight}::int) END`;
  }
}

/** Slots of `e` that are taken. */
const inFlight = (sql: Client) =>
  sql`(SELECT count(*)::int FROM webhook_deliveries t WHERE t.endpoint_id = e.id AND t.lease_until > now())`;

/** Deliveries of `e` that are due and have no slot, the longest due first. */
const dueOf = (sql: Client) => sql`
  SELECT q.event_id FROM webhook_deliveries q
  WHERE q.endpoint_id = e.id AND q.state = 'pending' AND q.next_attempt_at <= now() AND (q.lease_until IS NULL OR q.lease_until <= now())
  ORDER BY q.next_attempt_at, q.event_id`;

const leased = (sql: Client) => sql`lease_until = now() + ${SLOT_LEASE}::interval, is_held = false`;

/** What ends a delivery that is not to be attempted any more: its slot and its workflow's sleep with it. */
export const endedBy = (sql: Client, reason: DeliveryFailureReason) =>
  sql`state = 'failed', failure_reason = ${reason}, next_attempt_at = NULL, lease_until = NULL, is_held = false`;

async function lockUnlessLocked(tx: TransactionSql, endpointId: string): Promise<boolean> {
  return (await tx`SELECT 1 FROM webhook_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE SKIP LOCKED`).length > 0;
}

export const ticketColumns = (sql: Client) =>
  sql`event_id AS "eventId", endpoint_id AS "endpointId", run, account_id AS "accountId", event_type AS "eventType", attempts AS logged`;

/**
 * Beside `event_id = ANY (…)`, so that each of many deliveries is looked up by its key. With `=` a Postgres without statistics of the table
 * takes an index that begins with the endpoint, and reads all that waits there for each of them.
 */
export const ofEndpoint = (sql: Client, endpointId: string) => sql`endpoint_id IS NOT DISTINCT FROM ${endpointId}`;
