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
  lookupKey,
  lookupSummaryData,
  type NewEvent,
  type Payload,
} from '../event.js';
import type { EventType } from '../event-types.js';
import type { EventFacts } from '../event-filter.js';
import type { OutboxLauncher } from '../ports.js';
import { storedBytes } from './event-bodies.js';
import { isWanted } from './event-filter.js';

type Client = Sql | TransactionSql;

/** Whether the account has an endpoint for the type, enabled or disabled, or reads its feed: otherwise no event is written. */
async function isSubscribed(sql: Client, accountId: string, type: EventType): Promise<boolean> {
  const { count } = await sql`
    SELECT 1 FROM webhook_endpoints WHERE account_id = ${accountId} AND ${type} = ANY (event_types)
    UNION ALL SELECT 1 FROM event_feeds WHERE account_id = ${accountId} LIMIT 1`;
  return count > 0;
}

/**
 * Writes an event with a delivery for every enabled endpoint that wants it, in the transaction of what it reports. The
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
    SELECT v.id, e.id, e.account_id, v.type, e.payload, now() FROM webhook_events v JOIN webhook_endpoints e ON e.account_id = v.account_id
    WHERE v.id = ${id} AND e.state = 'enabled' AND ${isWanted(sql)}
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
  const { accountId, apiKeyId, type, dedupKey, facts = {} } = event;
  const id = eventIdOf(dedupKey, at);
  const body = 'data' in event ? Buffer.from(envelopeText(id, event)) : null;
  const summary = event.shortData ? Buffer.from(envelopeText(id, { ...event, data: event.shortData })) : null;
  const rows = await sql`
    INSERT INTO webhook_events 
      (id, account_id, api_key_id, type, dedup_key, api_version, body, summary, is_deferred, stored_bytes, facts, created_at)
    VALUES (${id}, ${accountId}, ${apiKeyId ?? ''}, ${type}, ${dedupKey}, ${EVENT_API_VERSION}, ${body}, ${summary},
            ${'isDeferred' in event && event.isDeferred}, ${(body?.byteLength ?? 0) + (summary?.byteLength ?? 0)}, ${JSON.stringify(facts)}::jsonb,
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
    // Where nobody wants the event, the body, which may be large, is not built. A feed shows whole bodies.
    const [subscribed] = await tx<{ stored: number; facts: EventFacts; payloads: Payload[] }[]>`
      SELECT ${storedBytes(tx, tx`w.account_id`)} AS stored, w.facts, w.payloads FROM (
        SELECT l.account_id, v.facts, ARRAY (
          SELECT e.payload FROM webhook_endpoints e WHERE e.account_id = l.account_id AND ${isWanted(tx)}
          UNION ALL SELECT 'full' FROM event_feeds f WHERE f.account_id = l.account_id) AS payloads
        FROM lookups l CROSS JOIN LATERAL (
          SELECT 'lookup.completed' AS type,
            jsonb_build_object('riskLevel', l.risk_level, 'purpose', l.purpose, 'test', l.is_test) AS facts) v
        WHERE l.id = ${lookupId}) w
      WHERE cardinality(w.payloads) > 0`;
    if (!subscribed) return;
    const { stored, facts, payloads } = subscribed;
    const finished = await snapshot();
    const { accountId, apiKeyId, acceptedAt, finishedAt } = finished.lookup;
    const isDeferred = stored >= maxStoredBytes && payloads.includes('full');
    const response = isDeferred && !payloads.includes('summary') ? null : await bodyOf(tx, finished);
    const shortData = response && payloads.includes('summary') ? lookupSummaryData(lookupId, response) : undefined;
    const at = finishedAt ?? new Date();
    const event = { type: 'lookup.completed', accountId, apiKeyId, dedupKey: lookupKey(lookupId), at, facts, shortData } as const;
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
  if (alerts.length === 0 || !(await isSubscribed(tx, accountId, 'usage.threshold_reached'))) return [];
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
  /** Items of a v1 batch that are without allowance: fewer each time that a repetition opens it again. */
  readonly refused: number;
  readonly purpose: string | null;
  readonly isTest: boolean;
  readonly createdAt: Date;
  readonly finishedAt: Date;
}

/** Writes `batch.completed` in the transaction that ends the batch. @returns deliveries to start after the commit */
export async function writeBatchCompleted(tx: TransactionSql, batch: CompletedBatch): Promise<DeliveryTicket[]> {
  const { batchId, accountId, apiKeyId, items, finished, refused, createdAt, finishedAt } = batch;
  if (!(await isSubscribed(tx, accountId, 'batch.completed'))) return [];
  const times = { createdAt: createdAt.toISOString(), finishedAt: finishedAt.toISOString() };
  const data = { batchId, items, finished, ...times, href: `/v2/batches/${batchId}` };
  const facts = { purpose: batch.purpose, test: batch.isTest };
  const dedupKey = batchKey(batchId, refused);
  const event = { type: 'batch.completed', accountId, apiKeyId, dedupKey, at: finishedAt, facts, data } as const;
  return writeEvent(tx, event, createdAt);
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
  if (!(await isSubscribed(tx, accountId, 'team.member_joined'))) return [];
  return writeEvent(tx, {
    type: 'team.member_joined',
    accountId,
    apiKeyId: null,
    dedupKey: `team/${accountId}/${memberId}`,
    at: joinedAt,
    data: { memberId, email, role, joinedAt: joinedAt.toISOString() },
  });
}
