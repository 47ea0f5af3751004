import type { EndpointKey, WebhooksContext } from './context.js';
import { launchDelivery } from './launch-delivery.js';

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
