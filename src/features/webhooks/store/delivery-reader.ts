import { type KeysetPage, type Page, pageOf } from '../../../kernel/values/pages.js';
import type { Attempt, Delivery, DeliveryDetails, DeliveryFilter, DeliveryPosition } from '../delivery.js';
import type { Sql } from '../../../kernel/db/client.js';
import { columnsOf } from '../../../kernel/db/columns.js';
import { sentBody } from './event-bodies.js';
import { webhookAttempts, webhookDeliveries } from './schema.js';

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

  /** Newest first; total order by (createdAt, event, endpoint). */
  list(
    accountId: string,
    { endpointId, eventType, state, since, until }: DeliveryFilter,
    { limit, after }: KeysetPage<DeliveryPosition>,
  ): Promise<Page<Delivery, DeliveryPosition>> {
    const { sql } = this.options;
    const before = after && sql`(${after.createdAt.toISOString()}::timestamptz, ${after.eventId}, ${after.endpointId})`;
    return pageOf<Delivery, DeliveryPosition>(
      limit,
      (rows) => sql<Delivery[]>`
        SELECT ${columnsOf(sql, webhookDeliveries, SHOWN)} FROM webhook_deliveries WHERE ${ofAccount(sql, accountId)}
          ${endpointId === undefined ? sql`` : sql`AND endpoint_id = ${endpointId}`}
          ${eventType === undefined ? sql`` : sql`AND event_type = ${eventType}`}
          ${state === undefined ? sql`` : sql`AND state = ${state}`}
          ${since === undefined ? sql`` : sql`AND created_at >= ${since}`}
          ${until === undefined ? sql`` : sql`AND created_at < ${until}`}
          ${before ? sql`AND (created_at, event_id, endpoint_id) < ${before}` : sql``}
        ORDER BY created_at DESC, event_id DESC, endpoint_id DESC LIMIT ${rows}`,
    );
  }

  async read(accountId: string, endpointId: string, eventId: string): Promise<DeliveryDetails | null> {
    const { sql } = this.options;
    const ofDelivery = sql`endpoint_id = ${endpointId} AND event_id = ${eventId}`;
    const [delivery] = await sql<Delivery[]>`
      SELECT ${columnsOf(sql, webhookDeliveries, SHOWN)} FROM webhook_deliveries WHERE ${ofAccount(sql, accountId)} AND ${ofDelivery}`;
    if (!delivery) return null;
    const [event] = await sql<{ body: Uint8Array | null }[]>`
      SELECT ${sentBody(sql)} AS body FROM webhook_events v JOIN webhook_deliveries d ON d.event_id = v.id WHERE ${ofDelivery}`;
    const attempts = await sql<Attempt[]>`
      SELECT ${columnsOf(sql, webhookAttempts, ATTEMPT)} FROM webhook_attempts WHERE ${ofDelivery} ORDER BY number`;
    return { delivery, body: event?.body ?? null, attempts };
  }
}
