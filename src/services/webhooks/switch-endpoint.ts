import { ServiceError } from '../../domain/errors.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';

type Context = Pick<WebhooksContext, 'endpoints' | 'webhooks'>;

/**
 * Switches an endpoint off: nothing is sent to it, and what was on its way ends. Doing it again changes nothing.
 *
 * @throws ServiceError not_found
 */
export async function disableEndpoint(ctx: Context, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  const endpoint = await ctx.endpoints.disable(accountId, endpointId, new Date());
  return reviewed(ctx, endpoint);
}

/**
 * Switches an endpoint on, with its failure clock reset. What it missed can be recovered (recover-since).
 *
 * @throws ServiceError not_found
 */
export async function enableEndpoint(ctx: Context, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return reviewed(ctx, await ctx.endpoints.enable(accountId, endpointId));
}

function reviewed(ctx: Context, endpoint: Endpoint | null): Endpoint {
  if (!endpoint) throw new ServiceError('not_found');
  ctx.webhooks.review(endpoint.id);
  return endpoint;
}
