import { ServiceError } from '../../domain/errors.js';
import { MAX_OVERLAP_SECONDS, type Endpoint } from '../../domain/webhooks/endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';

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
  const endpoint = await ctx.endpoints.rotateSecret(accountId, endpointId, ctx.secrets.seal(secret, endpointId), oldUntil, now);
  if (!endpoint) throw new ServiceError('not_found');
  return { endpoint, secret };
}
