import { isStorableTime } from '../../../kernel/values/json.js';
import type { Attempt, Delivery, DeliveryDetails, DeliveryFilter, DeliveryPage } from '../delivery.js';
import type { Sql } from '../../../kernel/db/client.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { webhookAttempts, webhookDeliveries } from './schema.js';

/** A position in the list: the last row that was returned. */
interface ListCursor {
  readonly createdAt: string;
  readonly eventId: string;
  readonly endpointId: string;
}

const encode = (row: Delivery): string =>
  Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.eventId, row.endpointId])).toString('base64url');

function decode(cursor: string): ListCursor | null {
  try {
    const [createdAt, eventId, endpointId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const texts = typeof createdAt === 'string' && typeof eventId === 'string' && typeof endpointId === 'string';
    // What cannot be stored cannot have come from a row.
    if (!texts || !isStorableTime(new Date(createdAt)) || /\0/.test(eventId + endpointId)) return null;
    return { createdAt: new Date(createdAt).toISOString(), eventId, endpointId };
  } catch {
    return null;
  }
}

const SHOWN = [
  ...(['eventId', 'endpointId', 'eventType', 'state', 'failureReason', 'trigger', 'createdAt'] as const),
  ...(['attempts', 'lastAttemptAt', 'lastStatus', 'lastFailure', 'nextAttemptAt'] as const),
] as const;
const ATTEMPT = [
  ...(['number', 'trigger', 'at', 'url', 'failure', 'detail', 'status'] as const),
  ...(['durationMs', 'remoteAddress', 'responseBody', 'nextAttemptAt'] as const),
] as const;

/** Those of an account, without deleted endpoints whose deliveries are still being deleted. */
const ofAccount = (sql: Sql, accountId: string) =>
  sql`account_id = ${accountId} AND endpoint_id NOT IN (SELECT id FROM webhook_endpoints WHERE account_id IS NULL)`;

/** The log of deliveries in Postgres. */
export class DeliveryReader {
  constructor(private readonly options: { sql: Sql }) {}

  /** Newest first; total order by (createdAt, event, endpoint). @returns null for an invalid cursor */
  async list(
    accountId: string,
    { endpointId, eventType, state, since, until }: DeliveryFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<DeliveryPage | null> {
    const after = page.cursor === undefined ? undefined : decode(page.cursor);
    if (after === null) return null;
    const { sql } = this.options;
    const rows = await sql<Delivery[]>`
      SELECT ${columnsOf(sql, webhookDeliveries, SHOWN)} FROM webhook_deliveries WHERE ${ofAccount(sql, accountId)}
        ${endpointId === undefined ? sql`` : sql`AND endpoint_id = ${endpointId}`}
        ${eventType === undefined ? sql`` : sql`AND event_type = ${eventType}`}
        ${state === undefined ? sql`` : sql`AND state = ${state}`}
        ${since === undefined ? sql`` : sql`AND created_at >= ${since}`}
        ${until === undefined ? sql`` : sql`AND created_at < ${until}`}
        ${after ? sql`AND (created_at, event_id, endpoint_id) < (${after.createdAt}::timestamptz, ${after.eventId}, ${after.endpointId})` : sql``}
      ORDER BY created_at DESC, event_id DESC, endpoint_id DESC LIMIT ${page.limit + 1}`;
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return { deliveries: shown, nextCursor: rows.length > page.limit && last ? encode(last) : null };
  }

  async read(accountId: string, endpointId: string, eventId: string): Promise<DeliveryDetails | null> {
    const { sql } = this.options;
    const ofDelivery = sql`endpoint_id = ${endpointId} AND event_id = ${eventId}`;
    const [delivery] = await sql<Delivery[]>`
      SELECT ${columnsOf(sql, webhookDeliveries, SHOWN)} FROM webhook_deliveries WHERE ${ofAccount(sql, accountId)} AND ${ofDelivery}`;
    if (!delivery) return null;
    const [event] = await sql<{ body: Uint8Array | null }[]>`
      SELECT CASE WHEN d.payload = 'summary' THEN coalesce(summary, body) WHEN is_deferred THEN body ELSE coalesce(body, summary) END AS body
      FROM webhook_events JOIN webhook_deliveries d ON d.event_id = id WHERE ${ofDelivery}`;
    const attempts = await sql<Attempt[]>`
      SELECT ${columnsOf(sql, webhookAttempts, ATTEMPT)} FROM webhook_attempts WHERE ${ofDelivery} ORDER BY number`;
    return { delivery, body: event?.body ?? null, attempts };
  }
}
