import { ServiceError } from '../../domain/errors.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';

type Context = Pick<WebhooksContext, 'endpoints'>;

/** Endpoints of an account, oldest first. */
export async function listEndpoints(ctx: Context, { accountId }: { accountId: string }): Promise<Endpoint[]> {
  return ctx.endpoints.list(accountId);
}

/** @throws ServiceError not_found, the same whether there is none or it belongs to another account */
export async function readEndpoint(ctx: Context, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  const endpoint = await ctx.endpoints.find(accountId, endpointId);
  if (!endpoint) throw new ServiceError('not_found');
  return endpoint;
}
