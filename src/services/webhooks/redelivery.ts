import { ServiceError } from '../../domain/errors.js';
import type { DeliveryTicket, Recovery } from '../../domain/webhooks/delivery.js';
import type { EndpointKey, WebhooksContext } from './context.js';

/**
 * Sends an event again, delivered or not: the same id and bytes, from the start of the schedule. It replaces an attempt that is
 * still due.
 *
 * @throws ServiceError not_found, endpoint_disabled
 */
export async function resend(
  ctx: Pick<WebhooksContext, 'redelivery' | 'webhooks'>,
  { accountId, endpointId, eventId }: EndpointKey & { eventId: string },
): Promise<{ eventId: string }> {
  return launchDelivery(ctx, await ctx.redelivery.resend(accountId, endpointId, eventId, new Date()));
}

/**
 * Sends `endpoint.test` to one endpoint, on the path that every event takes, as a single attempt whose outcome is in the log.
 *
 * @param input.apiKeyId key of the request; null from the dashboard
 * @throws ServiceError not_found, endpoint_disabled
 */
export async function sendTest(
  ctx: Pick<WebhooksContext, 'redelivery' | 'webhooks'>,
  { accountId, endpointId, apiKeyId }: EndpointKey & { apiKeyId: string | null },
): Promise<{ eventId: string }> {
  return launchDelivery(ctx, await ctx.redelivery.test(accountId, endpointId, apiKeyId, new Date()));
}

/** Deliveries started at once; the reconciler starts the rest within minutes, so that a long outage does not cause a flood. */
const START_LIMIT = 200;

export interface RecoverSinceInput extends EndpointKey {
  readonly since: Date;
  /** Count only. */
  readonly dryRun: boolean;
}

/**
 * Resends what failed since a given time, and sends the events that got no delivery because the endpoint was disabled. A second
 * call sends nothing twice: what is under way is not recovered again.
 *
 * @returns how many there are (dry run), or were recovered
 * @throws ServiceError not_found, endpoint_disabled (not for a dry run)
 */
export async function recoverSince(
  ctx: Pick<WebhooksContext, 'endpoints' | 'redelivery' | 'webhooks'>,
  { accountId, endpointId, since, dryRun }: RecoverSinceInput,
): Promise<Recovery> {
  const endpoint = await ctx.endpoints.find(accountId, endpointId);
  if (!endpoint) throw new ServiceError('not_found');
  if (dryRun) return ctx.redelivery.recoverable(accountId, endpointId, since);
  if (endpoint.state === 'disabled') throw new ServiceError('endpoint_disabled');
  const { tickets, ...recovery } = await ctx.redelivery.recover(accountId, endpointId, since, new Date(), START_LIMIT);
  ctx.webhooks.launch(tickets);
  return recovery;
}

/**
 * Starts the delivery that was written.
 *
 * @throws ServiceError not_found, endpoint_disabled when there is none
 */
export function launchDelivery(
  ctx: Pick<WebhooksContext, 'webhooks'>,
  ticket: DeliveryTicket | 'endpoint_disabled' | null,
): { eventId: string } {
  if (ticket === null) throw new ServiceError('not_found');
  if (ticket === 'endpoint_disabled') throw new ServiceError('endpoint_disabled');
  ctx.webhooks.launch([ticket]);
  return { eventId: ticket.eventId };
}
