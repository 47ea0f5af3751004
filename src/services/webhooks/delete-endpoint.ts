import { ServiceError } from '../../domain/errors.js';
import type { EndpointKey, WebhooksContext } from './context.js';

/**
 * Deletes an endpoint with its secrets; its deliveries and attempts disappear for readers at once, and their rows soon after.
 * Deliveries under way end at their next step.
 *
 * @throws ServiceError not_found
 */
export async function deleteEndpoint(
  ctx: Pick<WebhooksContext, 'endpoints' | 'webhooks'>,
  { accountId, endpointId }: EndpointKey,
): Promise<void> {
  if (!(await ctx.endpoints.remove(accountId, endpointId))) throw new ServiceError('not_found');
  ctx.webhooks.recheckEndpoint(endpointId);
}
