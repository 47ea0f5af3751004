/** Bodies of events that were written above the account's limit of stored bytes: made when the first attempt is due. */
import type { TransactionSql } from 'postgres';
import type { DeliveryKey } from '../delivery.js';
import { EVENT_API_VERSION, envelopeText, lookupKey } from '../event.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { endedBy } from './delivery-queue.js';

interface EventRow {
  readonly bytes: number | null;
  readonly isDeferred: boolean;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly dedupKey: string;
  readonly createdAt: Date;
}

/** What `lookup.completed` carries as its response; null when there is no such lookup any more. */
export type ReadResponse = (tx: TransactionSql, lookupId: string) => Promise<object | null>;

export class EventBodies {
  /** @param options.readResponse only in processes that make attempts or serve the feed */
  constructor(private readonly options: { sql: Sql; readResponse?: ReadResponse | undefined }) {}

  /**
   * Makes the body of an event that has none and is to be sent it, from its lookup. Every attempt until the event ends sends these bytes.
   *
   * @returns the size in bytes of what is sent; 0 when there is nothing: there is no such event, or its lookup was deleted
   */
  async prepare({ eventId, endpointId }: Pick<DeliveryKey, 'eventId' | 'endpointId'>): Promise<number> {
    const { sql, readResponse } = this.options;
    const [found] = await sql<(EventRow & { shortBytes: number | null })[]>`
      SELECT ${columns(sql)}, CASE WHEN d.payload = 'summary' THEN octet_length(v.summary) END AS "shortBytes"
      FROM webhook_events v JOIN webhook_deliveries d ON d.event_id = v.id AND d.endpoint_id = ${endpointId} WHERE v.id = ${eventId}`;
    if (!found) return 0;
    if (found.shortBytes !== null || !found.isDeferred || found.bytes !== null || !readResponse)
      return found.shortBytes ?? found.bytes ?? 0;
    return transaction(sql, async (tx) => {
      // Whoever deletes the lookup locks this row too: either finds what the other did.
      const [event] = await tx<EventRow[]>`SELECT ${columns(tx)} FROM webhook_events v WHERE id = ${eventId} FOR NO KEY UPDATE`;
      if (!event || event.bytes !== null) return event?.bytes ?? 0;
      const body = await this.#made(tx, eventId, event);
      if (body === null) return 0;
      await tx`
        UPDATE webhook_events SET body = ${body}, stored_bytes = stored_bytes + ${body.byteLength}, api_version = ${EVENT_API_VERSION}
        WHERE id = ${eventId}`;
      return body.byteLength;
    });
  }

  /** The body of a deferred event as it would be sent now, which is not stored; null: there is no such event, or its lookup was deleted. */
  make(eventId: string): Promise<Buffer | null> {
    return transaction(this.options.sql, async (tx) => {
      const [event] = await tx<EventRow[]>`SELECT ${columns(tx)} FROM webhook_events v WHERE id = ${eventId} AND is_deferred`;
      return event ? this.#made(tx, eventId, event) : null;
    });
  }

  async #made(tx: TransactionSql, eventId: string, { accountId, apiKeyId, createdAt, dedupKey }: EventRow): Promise<Buffer | null> {
    const lookupId = dedupKey.slice(lookupKey('').length);
    const response = (await this.options.readResponse?.(tx, lookupId)) ?? null;
    const content = { type: 'lookup.completed', accountId, apiKeyId, dedupKey, at: createdAt } as const;
    return response && Buffer.from(envelopeText(eventId, { ...content, data: { lookupId, response } }));
  }

  /** Deletes the body that was made for an event, once none of its deliveries is pending. */
  async release(eventId: string): Promise<void> {
    await this.options.sql`
      UPDATE webhook_events SET body = NULL, stored_bytes = coalesce(octet_length(summary), 0)
      WHERE id = ${eventId} AND is_deferred AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries WHERE event_id = ${eventId} AND state = 'pending')`;
  }
}

const columns = (sql: Sql | TransactionSql) => sql`
  octet_length(v.body) AS bytes, v.is_deferred AS "isDeferred", v.account_id AS "accountId", v.api_key_id AS "apiKeyId",
  v.dedup_key AS "dedupKey", v.created_at AS "createdAt"`;

/** What the delivery `d` sends of its event `v`: what its endpoint chose, or what there is. */
export const sentBody = (sql: Sql | TransactionSql) => sql`
  CASE WHEN d.payload = 'summary' THEN coalesce(v.summary, v.body) WHEN v.is_deferred THEN v.body ELSE coalesce(v.body, v.summary) END`;

/** Bytes of the bodies that are stored for an account: a sum of a few counters. */
export const storedBytes = (sql: Sql | TransactionSql, accountId: ReturnType<Sql>) =>
  sql`coalesce((SELECT sum(s.bytes) FROM webhook_stored_bytes s WHERE s.account_id = ${accountId}), 0)::float8`;

/** Whether nothing of the lookup's answer was made or sent for the event `e` yet, although it is to be: it has ids, its type and counts. */
export const isUnsent = (sql: Sql | TransactionSql) => sql`(
  e.body IS NULL AND EXISTS (SELECT 1 FROM webhook_deliveries u WHERE u.event_id = e.id AND u.state = 'pending')
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries u WHERE u.event_id = e.id AND u.attempts > 0))`;

/** To be called before what an event reports is deleted: a body that is being made is waited for, and none is made until the commit. */
export async function lockEvents(tx: TransactionSql, dedupKeys: readonly string[]): Promise<void> {
  await tx`SELECT 1 FROM webhook_events WHERE dedup_key = ANY (${[...dedupKeys]}) ORDER BY id FOR UPDATE`;
}

/**
 * Has the bodies of lookups' events made anew when they are next sent or read, of what the lookups hold then, and forgets what receivers
 * answered, who may have repeated them.
 *
 * @param tx has locked the events
 */
export async function remakeBodies(tx: TransactionSql, dedupKeys: readonly string[]): Promise<void> {
  const keys = [...dedupKeys];
  await tx`
    UPDATE webhook_events SET body = NULL, is_deferred = true, stored_bytes = coalesce(octet_length(summary), 0)
    WHERE dedup_key = ANY (${keys}) AND body IS NOT NULL`;
  await tx`
    UPDATE webhook_attempts SET response_body = ''::bytea WHERE event_id IN (SELECT id FROM webhook_events WHERE dedup_key = ANY (${keys}))`;
}

/**
 * Deletes the events of lookups that are being deleted, with their deliveries and attempts. Those that were not sent yet end as `erased`:
 * they are listed, and hold nothing of the lookup but its id.
 */
export async function deleteLookupEvents(tx: TransactionSql, lookupIds: readonly string[]): Promise<void> {
  const keys = lookupIds.map(lookupKey);
  await lockEvents(tx, keys);
  await tx`DELETE FROM webhook_events e WHERE e.dedup_key = ANY (${keys}) AND NOT ${isUnsent(tx)}`;
  await tx`UPDATE webhook_events SET summary = NULL, facts = '{}', stored_bytes = 0 WHERE dedup_key = ANY (${keys})`;
  await tx`
    UPDATE webhook_deliveries SET ${endedBy(tx, 'erased')}
    WHERE state = 'pending' AND event_id IN (SELECT id FROM webhook_events WHERE dedup_key = ANY (${keys}))`;
}
