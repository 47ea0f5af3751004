import { ServiceError } from '../../domain/errors.js';
import type { Recovery } from '../../domain/webhooks/management-ports.js';
import type { EndpointKey, WebhooksContext } from './context.js';

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
