import { ServiceError } from '../../domain/errors.js';
import type { DeliveryDetails, DeliveryFilter, DeliveryPage } from '../../domain/webhooks/management-ports.js';
import type { EndpointKey, WebhooksContext } from './context.js';

type Context = Pick<WebhooksContext, 'deliveryReader'>;

export interface ListDeliveriesInput {
  readonly accountId: string;
  readonly filter: DeliveryFilter;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/**
 * One page of the log of deliveries, newest first.
 *
 * @throws ServiceError invalid_parameter for a cursor that is none of ours
 */
export async function listDeliveries(ctx: Context, { accountId, filter, limit, cursor }: ListDeliveriesInput): Promise<DeliveryPage> {
  const page = await ctx.deliveryReader.list(accountId, filter, { limit, cursor });
  if (!page) throw new ServiceError('invalid_parameter', 'cursor: send the `nextCursor` of an earlier page.');
  return page;
}

/** A delivery with its attempts and the bytes that it sends. @throws ServiceError not_found */
export async function readDelivery(ctx: Context, input: EndpointKey & { eventId: string }): Promise<DeliveryDetails> {
  const details = await ctx.deliveryReader.read(input.accountId, input.endpointId, input.eventId);
  if (!details) throw new ServiceError('not_found');
  return details;
}
