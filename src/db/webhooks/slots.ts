import type { TransactionSql } from 'postgres';
import type { DeliveryKey, DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { EndpointState } from '../../domain/webhooks/endpoint.js';
import { inFlightLimit } from '../../domain/webhooks/endpoint-health.js';

/** A slot that is not released expires after this long: longer than an attempt with everything around it. */
const SLOT_LEASE = '20 seconds';

export interface LockedEndpoint {
  readonly url: string;
  readonly state: EndpointState;
  readonly inFlight: number | null;
  readonly failingSince: Date | null;
  /** Whether its failure window is monitored. */
  readonly watched: boolean;
}

/** Locks an endpoint's row, unless it was deleted: its slots are counted and granted by one transaction at a time. */
export async function lockEndpoint(tx: TransactionSql, endpointId: string): Promise<LockedEndpoint | undefined> {
  const [row] = await tx<(Omit<LockedEndpoint, 'failingSince'> & { failingSince: string | null })[]>`
    SELECT url, state, in_flight AS "inFlight", failing_since AS "failingSince", next_look_at IS NOT NULL AS watched FROM webhook_endpoints
    WHERE id = ${endpointId} AND account_id IS NOT NULL FOR NO KEY UPDATE`;
  return row && { ...row, failingSince: row.failingSince === null ? null : new Date(row.failingSince) };
}

/** Requests that may be in flight to an endpoint now. @param setting limit of endpoints without one of their own */
export function slotsOf(endpoint: LockedEndpoint, setting: number, at: Date): number {
  return inFlightLimit(endpoint.inFlight ?? setting, endpoint.failingSince, at);
}

export async function acquireSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET held_until = now() + ${SLOT_LEASE}::interval, waiting_since = NULL
    WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}`;
}

export async function waitForSlot(tx: TransactionSql, { eventId, endpointId }: DeliveryKey): Promise<void> {
  await tx`UPDATE webhook_deliveries SET waiting_since = now() WHERE event_id = ${eventId} AND endpoint_id = ${endpointId}`;
}

/** Grants free slots to waiting deliveries, the longest due first. @returns the deliveries that got one */
export async function grantSlots(tx: TransactionSql, endpointId: string, places: number): Promise<DeliveryTicket[]> {
  return tx<DeliveryTicket[]>`
    UPDATE webhook_deliveries SET held_until = now() + ${SLOT_LEASE}::interval, waiting_since = NULL
    WHERE endpoint_id = ${endpointId} AND event_id IN (
      SELECT event_id FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND state = 'pending' AND waiting_since IS NOT NULL
      ORDER BY next_attempt_at, event_id
      LIMIT greatest(0, ${places}::int - (
        SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND held_until > now())))
    RETURNING event_id AS "eventId", endpoint_id AS "endpointId", run, account_id AS "accountId", event_type AS "eventType",
              attempts AS logged`;
}
