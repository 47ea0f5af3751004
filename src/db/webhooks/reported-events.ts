import type { TransactionSql } from 'postgres';
import type { Json } from '../../domain/json.js';
import type { LookupChange, LookupSnapshot } from '../../domain/lookup/lookup-snapshot.js';
import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { EventData } from '../../domain/webhooks/event.js';
import type { OutboxLauncher } from '../../domain/webhooks/ports.js';
import type { AfterCommit } from '../transaction.js';
import { firstKeyOf, hasSubscribedEndpoint, writeEvent } from './event-writer.js';

/** A `FinishListener`: writes `lookup.completed` in the transaction that finishes a lookup, once per request, item or single check. */
export class LookupEvents {
  /** @param options.bodyOf the v2 body of a finished lookup: the same facts give the same body */
  constructor(private readonly options: { bodyOf: (snapshot: LookupSnapshot) => Json; launcher: Pick<OutboxLauncher, 'launch'> }) {}

  async finished(tx: TransactionSql, lookupId: string, snapshot: () => Promise<LookupChange>, afterCommit: AfterCommit): Promise<void> {
    // Without an endpoint for this type the body, which may be large, is not built.
    const [subscribed] = await tx`
      SELECT 1 FROM lookups l JOIN webhook_endpoints e ON e.account_id = l.account_id
      WHERE l.id = ${lookupId} AND 'lookup.completed' = ANY (e.event_types) LIMIT 1`;
    if (!subscribed) return;
    const finished = await snapshot();
    const { accountId, apiKeyId, acceptedAt, finishedAt } = finished.lookup;
    const tickets = await writeEvent(
      tx,
      {
        type: 'lookup.completed',
        accountId,
        apiKeyId,
        dedupKey: `lookup/${lookupId}`,
        at: finishedAt ?? new Date(),
        data: { lookupId, response: this.options.bodyOf(finished) },
      },
      acceptedAt,
    );
    afterCommit(() => this.options.launcher.launch(tickets));
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
