import type { EndpointKey, WebhooksContext } from './context.js';
import { launchDelivery } from './launch-delivery.js';

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
