import { createHash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { TypeID } from 'typeid-js';
import type { Sql } from '../../../kernel/db/client.js';
import type { AfterCommit } from '../../../kernel/db/transaction.js';
import { ID_PREFIX, type NewId } from '../../../kernel/values/ids.js';
import { writeEmail } from '../../emails/store/email-outbox.js';
import type { DeliveryTicket, Trigger } from '../delivery.js';
import { storageWarning } from '../endpoint-emails.js';
import {
  batchKey,
  type DeferredEvent,
  envelopeText,
  EVENT_API_VERSION,
  type EventData,
  type EventType,
  lookupKey,
  lookupSummaryData,
  type NewEvent,
  type Payload,
} from '../event.js';
import type { OutboxLauncher } from '../ports.js';
import { storedBytes } from './event-bodies.js';

type Client = Sql | TransactionSql;

/** Whether the account has an endpoint for the type, enabled or disabled: without one no event is written. */
async function hasSubscribedEndpoint(sql: Client, accountId: string, type: EventType): Promise<boolean> {
  const [row] = await sql<{ isSubscribed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE account_id = ${accountId} AND ${type} = ANY (event_types)) AS "isSubscribed"`;
  return row?.isSubscribed ?? false;
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
    VALUES (${id}, ${accountId}, ${apiKeyId ?? ''}, ${type}, ${dedupKey}, ${EVENT_API_VERSION}, ${body}, ${summary},
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

/** Share of the limit of stored bytes at which the account's holder is mailed, once. */
const WARNED_SHARE = 0.8;

/** What an event needs to know of a lookup that finished. */
interface FinishedLookup {
  readonly lookup: {
    readonly accountId: string;
    readonly apiKeyId: string | null;
    readonly acceptedAt: Date;
    readonly finishedAt: Date | null;
  };
}

export interface LookupEventsOptions<Known extends FinishedLookup> {
  /** The v2 body of a finished lookup, in the transaction that finishes it: the same facts give the same body. */
  readonly bodyOf: (tx: TransactionSql, known: Known) => Promise<object>;
  readonly launcher: Pick<OutboxLauncher, 'launch' | 'startEmail'>;
  readonly newId: NewId;
  /** Bytes of bodies that an account stores. Above it the body of a new event is made at its first attempt. */
  readonly maxStoredBytes: number;
}

/** A `FinishListener`: writes `lookup.completed` in the transaction that finishes a lookup, once per request, item or single check. */
export class LookupEvents<Known extends FinishedLookup> {
  constructor(private readonly options: LookupEventsOptions<Known>) {}

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<Known>, afterCommit: AfterCommit): Promise<void> {
    const { bodyOf, launcher, maxStoredBytes } = this.options;
    // Without an endpoint for this type the body, which may be large, is not built.
    const [subscribed] = await tx<{ stored: number; payloads: Payload[] }[]>`
      SELECT ${storedBytes(tx, tx`l.account_id`)} AS stored, array_agg(e.payload) AS payloads
      FROM lookups l JOIN webhook_endpoints e ON e.account_id = l.account_id
      WHERE l.id = ${lookupId} AND 'lookup.completed' = ANY (e.event_types) GROUP BY l.account_id`;
    if (!subscribed) return;
    const { stored, payloads } = subscribed;
    const finished = await snapshot();
    const { accountId, apiKeyId, acceptedAt, finishedAt } = finished.lookup;
    const isDeferred = stored >= maxStoredBytes && payloads.includes('full');
    const response = isDeferred && !payloads.includes('summary') ? null : await bodyOf(tx, finished);
    const shortData = response && payloads.includes('summary') ? lookupSummaryData(lookupId, response) : undefined;
    const at = finishedAt ?? new Date();
    const event = { type: 'lookup.completed', accountId, apiKeyId, dedupKey: lookupKey(lookupId), at, shortData } as const;
    const hasBody = response && payloads.includes('full') && !isDeferred;
    const tickets = await writeEvent(tx, hasBody ? { ...event, data: { lookupId, response } } : { ...event, isDeferred }, acceptedAt);
    afterCommit(() => launcher.launch(tickets));
    if (stored >= WARNED_SHARE * maxStoredBytes) await this.#warn(tx, accountId, afterCommit);
  }

  async #warn(tx: TransactionSql, accountId: string, afterCommit: AfterCommit): Promise<void> {
    const { newId, launcher, maxStoredBytes } = this.options;
    const content = storageWarning(maxStoredBytes);
    const emailId = await writeEmail(tx, newId, { ...content, accountId, dedupKey: `webhook_storage/${accountId}` });
    if (emailId !== null) afterCommit(() => launcher.startEmail(emailId));
  }
}

type UsageAlert = Omit<EventData['usage.threshold_reached'], 'periodStart'> & { readonly periodStart: Date; readonly createdAt: Date };

/**
 * Writes `usage.threshold_reached` for usage alerts that were just written. The allowance may be shared (free trial, one company);
 * the event goes to the account whose request crossed the threshold.
 */
export async function writeUsageEvents(
  tx: TransactionSql,
  caller: { readonly accountId: string; readonly apiKeyId: string; readonly poolId: string },
  alerts: readonly UsageAlert[],
): Promise<DeliveryTicket[]> {
  const { accountId, apiKeyId, poolId } = caller;
  if (alerts.length === 0 || !(await hasSubscribedEndpoint(tx, accountId, 'usage.threshold_reached'))) return [];
  const tickets: DeliveryTicket[] = [];
  for (const { createdAt, ...alert } of alerts) {
    const periodStart = alert.periodStart.toISOString();
    // With the figures: after a change of the allowance the same threshold may be reached again.
    const dedupKey = `usage/${poolId}/${periodStart}/${alert.percent}/${alert.used}/${alert.limit}`;
    const data = { scope: alert.scope, percent: alert.percent, used: alert.used, limit: alert.limit, periodStart };
    tickets.push(...(await writeEvent(tx, { type: 'usage.threshold_reached', accountId, apiKeyId, dedupKey, at: createdAt, data })));
  }
  return tickets;
}

export interface CompletedBatch {
  readonly batchId: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly items: number;
  readonly finished: number;
  readonly createdAt: Date;
  readonly finishedAt: Date;
}

/** Writes `batch.completed` in the transaction that ends the batch. @returns deliveries to start after the commit */
export async function writeBatchCompleted(tx: TransactionSql, batch: CompletedBatch): Promise<DeliveryTicket[]> {
  const { batchId, accountId, apiKeyId, items, finished, createdAt, finishedAt } = batch;
  if (!(await hasSubscribedEndpoint(tx, accountId, 'batch.completed'))) return [];
  const times = { createdAt: createdAt.toISOString(), finishedAt: finishedAt.toISOString() };
  const data = { batchId, items, finished, ...times, href: `/v2/batches/${batchId}` };
  return writeEvent(tx, { type: 'batch.completed', accountId, apiKeyId, dedupKey: batchKey(batchId), at: finishedAt, data }, createdAt);
}

export interface NewMember {
  readonly accountId: string;
  readonly memberId: string;
  readonly email: string;
  readonly role: string;
  readonly joinedAt: Date;
}

/** Writes `team.member_joined` in the transaction that adds the member. @returns deliveries to start after the commit */
export async function writeMemberJoined(tx: TransactionSql, member: NewMember): Promise<DeliveryTicket[]> {
  const { accountId, memberId, email, role, joinedAt } = member;
  if (!(await hasSubscribedEndpoint(tx, accountId, 'team.member_joined'))) return [];
  return writeEvent(tx, {
    type: 'team.member_joined',
    accountId,
    apiKeyId: null,
    dedupKey: `team/${accountId}/${memberId}`,
    at: joinedAt,
    data: { memberId, email, role, joinedAt: joinedAt.toISOString() },
  });
}
