import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { EventData } from '../../domain/webhooks/event.js';
import { hasSubscribedEndpoint, writeEvent } from './event-writer.js';
import type { Run } from './transaction.js';

type UsageAlert = Omit<EventData['usage.threshold_reached'], 'periodStart'> & { readonly periodStart: Date; readonly createdAt: Date };

/**
 * Writes `usage.threshold_reached` for usage alerts that were just written. The allowance may be shared (free trial, one company);
 * the event goes to the account whose request crossed the threshold.
 */
export async function writeUsageEvents(
  run: Run,
  caller: { readonly accountId: string; readonly apiKeyId: string; readonly poolId: string },
  notices: readonly UsageAlert[],
): Promise<DeliveryTicket[]> {
  const { accountId, apiKeyId, poolId } = caller;
  if (notices.length === 0 || !(await hasSubscribedEndpoint(run, accountId, 'usage.threshold_reached'))) return [];
  const tickets: DeliveryTicket[] = [];
  for (const { createdAt, ...notice } of notices) {
    const periodStart = notice.periodStart.toISOString();
    const cause = `usage/${poolId}/${periodStart}/${notice.percent}`;
    const data = { scope: notice.scope, percent: notice.percent, used: notice.used, limit: notice.limit, periodStart };
    tickets.push(...(await writeEvent(run, { type: 'usage.threshold_reached', accountId, apiKeyId, cause, at: createdAt, data })));
  }
  return tickets;
}
