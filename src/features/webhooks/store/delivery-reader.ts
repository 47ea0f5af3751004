import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { isStorableTime } from '../../../kernel/values/json.js';
import type { Attempt, Delivery, DeliveryDetails, DeliveryFilter, DeliveryPage } from '../delivery.js';
import type { Database } from '../../../kernel/db/client.js';
import { webhookAttempts, webhookDeliveries as deliveries, webhookEndpoints, webhookEvents } from './schema.js';

type DeliveryRow = typeof deliveries.$inferSelect;

function toDelivery(row: DeliveryRow): Delivery {
  const {
    accountId: _account,
    payload: _payload,
    run: _run,
    scheduleOffsetMs: _offset,
    leaseUntil: _lease,
    isHeld: _held,
    ...delivery
  } = row;
  return delivery;
}

/** A position in the list: the last row that was returned. */
interface ListCursor {
  readonly createdAt: string;
  readonly eventId: string;
  readonly endpointId: string;
}

const encode = (row: DeliveryRow): string =>
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

/** Excludes deleted endpoints whose deliveries are still being deleted. */
const OF_EXISTING_ENDPOINT = sql`${deliveries.endpointId} NOT IN (SELECT ${webhookEndpoints.id} FROM ${webhookEndpoints} WHERE ${webhookEndpoints.accountId} IS NULL)`;

/** The log of deliveries in Postgres. */
export class DeliveryReader {
  constructor(private readonly options: { db: Database }) {}

  /** Newest first; total order by (createdAt, event, endpoint). @returns null for an invalid cursor */
  async list(
    accountId: string,
    filter: DeliveryFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<DeliveryPage | null> {
    const after = page.cursor === undefined ? undefined : decode(page.cursor);
    if (after === null) return null;
    const rows = await this.options.db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.accountId, accountId),
          OF_EXISTING_ENDPOINT,
          filter.endpointId === undefined ? undefined : eq(deliveries.endpointId, filter.endpointId),
          filter.eventType === undefined ? undefined : eq(deliveries.eventType, filter.eventType),
          filter.state === undefined ? undefined : eq(deliveries.state, filter.state),
          filter.since === undefined ? undefined : gte(deliveries.createdAt, filter.since),
          filter.until === undefined ? undefined : lt(deliveries.createdAt, filter.until),
          after &&
            sql`(${deliveries.createdAt}, ${deliveries.eventId}, ${deliveries.endpointId})
                < (${after.createdAt}::timestamptz, ${after.eventId}, ${after.endpointId})`,
        ),
      )
      .orderBy(desc(deliveries.createdAt), desc(deliveries.eventId), desc(deliveries.endpointId))
      .limit(page.limit + 1);
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return { deliveries: shown.map(toDelivery), nextCursor: rows.length > page.limit && last ? encode(last) : null };
  }

  async read(accountId: string, endpointId: string, eventId: string): Promise<DeliveryDetails | null> {
    const [found] = await this.options.db
      .select({ delivery: deliveries, body: webhookEvents.body, summary: webhookEvents.summary, isDeferred: webhookEvents.isDeferred })
      .from(deliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, deliveries.eventId))
      .where(
        and(
          eq(deliveries.accountId, accountId),
          OF_EXISTING_ENDPOINT,
          eq(deliveries.endpointId, endpointId),
          eq(deliveries.eventId, eventId),
        ),
      );
    if (!found) return null;
    const attempts = await this.options.db
      .select()
      .from(webhookAttempts)
      .where(and(eq(webhookAttempts.endpointId, endpointId), eq(webhookAttempts.eventId, eventId)))
      .orderBy(asc(webhookAttempts.number));
    return {
      delivery: toDelivery(found.delivery),
      body:
        found.delivery.payload === 'summary' ? (found.summary ?? found.body) : (found.body ?? (found.isDeferred ? null : found.summary)),
      attempts: attempts.map(({ eventId: _event, endpointId: _endpoint, ...attempt }): Attempt => attempt),
    };
  }
}
