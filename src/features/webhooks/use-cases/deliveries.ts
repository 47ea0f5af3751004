import { ServiceError } from '../../../kernel/values/errors.js';
import { completeStats, type EndpointStats, type StatsPeriod, type StatsWindow, statsWindow } from '../delivery-stats.js';
import type { DeliveryDetails, DeliveryFilter, DeliveryPage } from '../delivery.js';
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

export interface StatsInput {
  readonly accountId: string;
  readonly period: StatsPeriod;
  /** Only deliveries to this endpoint. */
  readonly endpointId?: string | undefined;
}

export interface AccountStats extends StatsWindow {
  readonly endpoints: readonly EndpointStats[];
  readonly incompleteBefore: Date | null;
}

/**
 * How the deliveries of a period went, by endpoint and interval; an endpoint without deliveries has zeros.
 *
 * @throws ServiceError not_found for an endpoint that the account does not have
 */
export async function readStats(
  ctx: Pick<WebhooksContext, 'deliveryStats' | 'endpoints'>,
  { accountId, period, endpointId }: StatsInput,
): Promise<AccountStats> {
  const ids = (await ctx.endpoints.list(accountId)).map(({ id }) => id).filter((id) => endpointId === undefined || id === endpointId);
  if (endpointId !== undefined && ids.length === 0) throw new ServiceError('not_found');
  const window = statsWindow(period, new Date());
  const stored = await ctx.deliveryStats.read(accountId, ids, window);
  return { ...window, endpoints: completeStats(ids, window, stored), incompleteBefore: stored.incompleteBefore };
}
