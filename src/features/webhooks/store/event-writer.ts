import { createHash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { TypeID } from 'typeid-js';
import { ID_PREFIX } from '../../../kernel/values/ids.js';
import type { DeliveryTicket, Trigger } from '../delivery.js';
import { EVENT_API_VERSION, envelopeText, type DeferredEvent, type EventType, type NewEvent } from '../event.js';
import type { Sql } from '../../../kernel/db/client.js';

type Client = Sql | TransactionSql;

/** Whether the account has an endpoint for the type, enabled or disabled: without one no event is written. */
export async function hasSubscribedEndpoint(sql: Client, accountId: string, type: EventType): Promise<boolean> {
  const [row] = await sql<{ isSubscribed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE account_id = ${accountId} AND ${type} = ANY (event_types)) AS "isSubscribed"`;
  return row?.isSubscribed ?? false;
}

/** The API key id in events that no key caused: the account's first one, or ''. */
export async function firstKeyOf(sql: Client, accountId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, id LIMIT 1`;
  return row?.id ?? '';
}

/**
 * Writes an event with a delivery for every enabled endpoint that chose its type, in the transaction of what it reports. The
 * rows are the outbox: what is not started after the commit is found by the reconciler.
 *
 * @param event without `data` it has no body: a deferred one is kept as its id and type, and its body is made at the first attempt
 * @param at a time that is the same at every repetition, for the id; `event.at` is what receivers see
 * @returns the deliveries to start after the commit; none when the event was written before
 */
export async function writeEvent(sql: Client, event: NewEvent | DeferredEvent, at: Date = event.at): Promise<DeliveryTicket[]> {
  const { type, accountId } = event;
  const id = await insertEvent(sql, event, at);
  if (id === null) return [];
  const rows = await sql<{ endpointId: string }[]>`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, payload, next_attempt_at)
    SELECT ${id}, e.id, e.account_id, ${type}, e.payload, now() FROM webhook_endpoints e
    WHERE e.account_id = ${accountId} AND e.state = 'enabled' AND ${type} = ANY (e.event_types)
    RETURNING endpoint_id AS "endpointId"`;
  return rows.map(({ endpointId }) => ticket(id, endpointId, accountId, type));
}

/** Writes an event for one endpoint only, whatever types it chose. */
export async function writeEventFor(sql: Client, endpointId: string, trigger: Trigger, event: NewEvent): Promise<DeliveryTicket[]> {
  const { type, accountId } = event;
  const id = await insertEvent(sql, event, event.at);
  if (id === null) return [];
  await sql`
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id, event_type, trigger, next_attempt_at)
    VALUES (${id}, ${endpointId}, ${accountId}, ${type}, ${trigger}, now())`;
  return [ticket(id, endpointId, accountId, type)];
}

async function insertEvent(sql: Client, event: NewEvent | DeferredEvent, at: Date): Promise<string | null> {
  const { accountId, apiKeyId, type, dedupKey } = event;
  const id = eventIdOf(dedupKey, at);
  const body = 'data' in event ? Buffer.from(envelopeText(id, event)) : null;
  const summary = event.shortData ? Buffer.from(envelopeText(id, { ...event, data: event.shortData })) : null;
  const rows = await sql`
    INSERT INTO webhook_events (id, account_id, api_key_id, type, dedup_key, api_version, body, summary, is_deferred, stored_bytes, created_at)
    VALUES (${id}, ${accountId}, ${apiKeyId}, ${type}, ${dedupKey}, ${EVENT_API_VERSION}, ${body}, ${summary},
            ${'isDeferred' in event && event.isDeferred}, ${(body?.byteLength ?? 0) + (summary?.byteLength ?? 0)},
            ${event.at.toISOString()}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`;
  return rows.length > 0 ? id : null;
}

function ticket(eventId: string, endpointId: string, accountId: string, eventType: EventType): DeliveryTicket {
  return { eventId, endpointId, run: 0, accountId, eventType, logged: 0 };
}

/**
 * The id of an event, from its deduplication key alone: the same key always gives the same id. It has the form of a UUIDv7
 * (RFC 9562, 5.7) whose random bits are of the key's SHA-256.
 *
 * @param at a time that belongs to the event, so that ids are in the order of time
 */
export function eventIdOf(dedupKey: string, at: Date): string {
  const bytes = new Uint8Array(16);
  bytes.set(createHash('sha256').update(dedupKey).digest().subarray(0, 16));
  const time = new DataView(new ArrayBuffer(8));
  time.setBigUint64(0, BigInt(Math.max(0, at.getTime())));
  bytes.set(new Uint8Array(time.buffer, 2, 6));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return TypeID.fromUUIDBytes(ID_PREFIX.event, bytes).toString();
}
