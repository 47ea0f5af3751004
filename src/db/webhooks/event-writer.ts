import type { DeliveryTicket, Trigger } from '../../domain/webhooks/delivery.js';
import { EVENT_API_VERSION, envelopeText, type EventType, type Occurrence } from '../../domain/webhooks/event.js';
import { eventIdOf } from './event-id.js';
import type { Run } from './transaction.js';

/** Whether the account has an endpoint for the type, enabled or disabled: without one no event is written. */
export async function hasSubscribedEndpoint(run: Run, accountId: string, type: EventType): Promise<boolean> {
  const [row] = await run<{ heard: boolean }>`
    SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE account_id = ${accountId} AND ${type} = ANY (event_types)) AS heard`;
  return row?.heard ?? false;
}

/** The API key id in events that no key caused: the account's first one, or ''. */
export async function firstKeyOf(run: Run, accountId: string): Promise<string> {
  const [row] = await run<{ id: string }>`SELECT id FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, id LIMIT 1`;
  return row?.id ?? '';
}

/**
 * Writes an event with a delivery for every enabled endpoint that chose its type, in the transaction of what it reports. The
 * rows are the outbox: what is not started after the commit is found by the reconciler.
 *
 * @param at a time that is the same at every repetition of the cause, for the id; `occurrence.at` is what receivers see
 * @returns the deliveries to start after the commit; none when the event was written before
 */
export async function writeEvent(run: Run, occurrence: Occurrence, at: Date = occurrence.at): Promise<DeliveryTicket[]> {
  const { type, accountId } = occurrence;
  const id = await insertEvent(run, occurrence, at);
  if (id === null) return [];
  const rows = await run<{ endpointId: string }>`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, next_attempt_at)
    SELECT ${id}, e.id, e.account_id, ${type}, now() FROM webhook_endpoints e
    WHERE e.account_id = ${accountId} AND e.state = 'enabled' AND ${type} = ANY (e.event_types)
    RETURNING endpoint_id AS "endpointId"`;
  return rows.map(({ endpointId }) => ticket(id, endpointId, accountId, type));
}

/** Writes an event for one endpoint only, whatever types it chose. */
export async function writeEventFor(run: Run, endpointId: string, trigger: Trigger, occurrence: Occurrence): Promise<DeliveryTicket[]> {
  const { type, accountId } = occurrence;
  const id = await insertEvent(run, occurrence, occurrence.at);
  if (id === null) return [];
  await run`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, trigger, next_attempt_at)
    VALUES (${id}, ${endpointId}, ${accountId}, ${type}, ${trigger}, now())`;
  return [ticket(id, endpointId, accountId, type)];
}

async function insertEvent(run: Run, occurrence: Occurrence, at: Date): Promise<string | null> {
  const { accountId, apiKeyId, type, cause } = occurrence;
  const id = eventIdOf(cause, at);
  const rows = await run`
    INSERT INTO webhook_events (id, account_id, api_key_id, type, cause, api_version, body, created_at)
    VALUES (${id}, ${accountId}, ${apiKeyId}, ${type}, ${cause}, ${EVENT_API_VERSION}, ${Buffer.from(envelopeText(id, occurrence))},
            ${occurrence.at.toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`;
  return rows.length > 0 ? id : null;
}

function ticket(eventId: string, endpointId: string, accountId: string, eventType: EventType): DeliveryTicket {
  return { eventId, endpointId, run: 0, accountId, eventType, logged: 0 };
}
