import { ServiceError } from '../../domain/errors.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';

type Context = Pick<WebhooksContext, 'endpoints' | 'webhooks'>;

/**
 * Disables an endpoint: nothing is sent to it, and its pending deliveries end. A second call changes nothing.
 *
 * @throws ServiceError not_found
 */
export async function disableEndpoint(ctx: Context, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  const endpoint = await ctx.endpoints.disable(accountId, endpointId, new Date());
  return requestHealthCheck(ctx, endpoint);
}

/**
 * Enables an endpoint and closes its failure window. What it missed can be recovered (recover-since).
 *
 * @throws ServiceError not_found
 */
export async function enableEndpoint(ctx: Context, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return requestHealthCheck(ctx, await ctx.endpoints.enable(accountId, endpointId));
}

function requestHealthCheck(ctx: Context, endpoint: Endpoint | null): Endpoint {
  if (!endpoint) throw new ServiceError('not_found');
  ctx.webhooks.recheckEndpoint(endpoint.id);
  return endpoint;
}
