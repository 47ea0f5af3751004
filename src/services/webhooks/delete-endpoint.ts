import { ServiceError } from '../../domain/errors.js';
import type { EndpointKey, WebhooksContext } from './context.js';

/**
 * Deletes an endpoint with its secrets; its deliveries and attempts are gone for readers, and as rows soon after. What is on its way to
 * it ends at its next step.
 *
 * @throws ServiceError not_found
 */
export async function deleteEndpoint(ctx: Pick<WebhooksContext, 'endpoints' | 'webhooks'>, { accountId, endpointId }: EndpointKey): Promise<void> {
  if (!(await ctx.endpoints.remove(accountId, endpointId))) throw new ServiceError('not_found');
  ctx.webhooks.review(endpointId);
}
