import { ServiceError } from '../../../kernel/values/errors.js';
import { MAX_OVERLAP_SECONDS, type Endpoint } from '../endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';

/** Endpoints of an account, oldest first. */
export async function listEndpoints(ctx: Pick<WebhooksContext, 'endpoints'>, { accountId }: { accountId: string }): Promise<Endpoint[]> {
  return ctx.endpoints.list(accountId);
}

/** @throws ServiceError not_found, the same whether there is none or it belongs to another account */
export async function readEndpoint(ctx: Pick<WebhooksContext, 'endpoints'>, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.find(accountId, endpointId));
}

/**
 * Disables an endpoint: nothing is sent to it, and its pending deliveries end. A second call changes nothing.
 *
 * @throws ServiceError not_found
 */
export async function disableEndpoint(ctx: Pick<WebhooksContext, 'endpoints'>, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.disable(accountId, endpointId, new Date()));
}

/**
 * Enables an endpoint and closes its failure window. What it missed can be recovered (`recoverSince`).
 *
 * @throws ServiceError not_found
 */
export async function enableEndpoint(ctx: Pick<WebhooksContext, 'endpoints'>, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.enable(accountId, endpointId));
}

function found(endpoint: Endpoint | null): Endpoint {
  if (!endpoint) throw new ServiceError('not_found');
  return endpoint;
}

/**
 * Gives an endpoint a new signing secret, shown here once. While the overlap lasts each request carries a signature of every
 * valid secret, so that receivers can change over without losing an event.
 *
 * @param input.overlapSeconds how long the old ones stay valid; 0 ends them at once, seven days at most
 * @throws ServiceError not_found, invalid_parameter
 */
export async function rotateSecret(
  ctx: Pick<WebhooksContext, 'endpoints' | 'secrets'>,
  { accountId, endpointId, overlapSeconds }: EndpointKey & { overlapSeconds: number },
): Promise<{ endpoint: Endpoint; secret: string }> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_OVERLAP_SECONDS) {
    throw new ServiceError('invalid_parameter', `overlapSeconds: a whole number from 0 to ${MAX_OVERLAP_SECONDS}.`);
  }
  const now = new Date();
  const secret = ctx.secrets.create();
  const oldUntil = new Date(now.getTime() + overlapSeconds * 1_000);
  const endpoint = found(await ctx.endpoints.rotateSecret(accountId, endpointId, ctx.secrets.seal(secret, endpointId), oldUntil, now));
  return { endpoint, secret };
}

/**
 * Deletes an endpoint with its secrets; its deliveries and attempts disappear for readers at once, and their rows soon after.
 * Deliveries under way end at their next step.
 *
 * @throws ServiceError not_found
 */
export async function deleteEndpoint(ctx: Pick<WebhooksContext, 'endpoints'>, { accountId, endpointId }: EndpointKey): Promise<void> {
  if (!(await ctx.endpoints.remove(accountId, endpointId))) throw new ServiceError('not_found');
}
