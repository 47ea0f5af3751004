import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import type { Json } from '../../../kernel/values/json.js';
import type { LookupChange, LookupSnapshot } from '../../lookups/lookup-snapshot.js';
import type { DeliveryTicket } from '../delivery.js';
import { storageWarning } from '../endpoint-emails.js';
import { type EventData, lookupKey, lookupSummaryData, type Payload } from '../event.js';
import type { OutboxLauncher } from '../ports.js';
import { writeMail } from '../../emails/store/email-outbox.js';
import type { AfterCommit } from '../../../kernel/db/transaction.js';
import { storedBytes } from './event-bodies.js';
import { firstKeyOf, hasSubscribedEndpoint, writeEvent } from './event-writer.js';

/** Share of the limit of stored bytes at which the account's holder is mailed, once. */
const WARNED_SHARE = 0.8;

export interface LookupEventsOptions {
  /** The v2 body of a finished lookup: the same facts give the same body. */
  readonly bodyOf: (snapshot: LookupSnapshot) => Json;
  readonly launcher: Pick<OutboxLauncher, 'launch' | 'startMail'>;
  readonly newId: NewId;
  /** Bytes of bodies that an account stores. Above it the body of a new event is made at its first attempt. */
  readonly maxStoredBytes: number;
}

/** A `FinishListener`: writes `lookup.completed` in the transaction that finishes a lookup, once per request, item or single check. */
export class LookupEvents {
  constructor(private readonly options: LookupEventsOptions) {}

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<LookupChange>, afterCommit: AfterCommit): Promise<void> {
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
    const response = isDeferred && !payloads.includes('summary') ? null : bodyOf(finished);
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
    const mailId = await writeMail(tx, newId, { ...content, accountId, dedupKey: `webhook_storage/${accountId}` });
    if (mailId !== null) afterCommit(() => launcher.startMail(mailId));
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

export interface NewMember {
  readonly accountId: string;
  readonly memberId: string;
  readonly email: string;
  readonly role: string;
  readonly joinedAt: Date;
  /** The key of the request that added the member; null when none did (the dashboard). */
  readonly apiKeyId: string | null;
}

/** Writes `team.member_joined` in the transaction that adds the member. @returns deliveries to start after the commit */
export async function writeMemberJoined(tx: TransactionSql, member: NewMember): Promise<DeliveryTicket[]> {
  const { accountId, memberId, email, role, joinedAt } = member;
  if (!(await hasSubscribedEndpoint(tx, accountId, 'team.member_joined'))) return [];
  return writeEvent(tx, {
    type: 'team.member_joined',
    accountId,
    apiKeyId: member.apiKeyId ?? (await firstKeyOf(tx, accountId)),
    dedupKey: `team/${accountId}/${memberId}`,
    at: joinedAt,
    data: { memberId, email, role, joinedAt: joinedAt.toISOString() },
  });
}
