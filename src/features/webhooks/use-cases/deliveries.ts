import { ServiceError } from '../../../kernel/values/errors.js';
import { completeStats, type EndpointStats, type StatsPeriod, type StatsWindow, statsWindow } from '../delivery-stats.js';
import type { DeliveryDetails, DeliveryTicket, Recovery } from '../delivery.js';
import type { EndpointKey, WebhooksContext } from './endpoints.js';

/** A delivery with its attempts and the bytes that it sends. @throws ServiceError not_found */
export async function readDelivery(
  ctx: Pick<WebhooksContext, 'deliveryReader'>,
  input: EndpointKey & { eventId: string },
): Promise<DeliveryDetails> {
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

/**
 * Sends an event again, delivered or not: the same id and bytes, from the start of the schedule. It replaces an attempt that is
 * still due.
 *
 * @throws ServiceError not_found, endpoint_disabled
 */
export async function resend(
  ctx: Pick<WebhooksContext, 'redelivery'>,
  { accountId, endpointId, eventId }: EndpointKey & { eventId: string },
): Promise<{ eventId: string }> {
  return written(await ctx.redelivery.resend(accountId, endpointId, eventId));
}

/**
 * Sends `endpoint.test` to one endpoint, on the path that every event takes, as a single attempt whose outcome is in the log.
 *
 * @param input.apiKeyId key of the request, or the member; null: neither
 * @throws ServiceError not_found, endpoint_disabled
 */
export async function sendTest(
  ctx: Pick<WebhooksContext, 'redelivery'>,
  { accountId, endpointId, apiKeyId }: EndpointKey & { apiKeyId: string | null },
): Promise<{ eventId: string }> {
  return written(await ctx.redelivery.test(accountId, endpointId, apiKeyId, new Date()));
}

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
  ctx: Pick<WebhooksContext, 'endpoints' | 'redelivery'>,
  { accountId, endpointId, since, dryRun }: RecoverSinceInput,
): Promise<Recovery> {
  const endpoint = await ctx.endpoints.find(accountId, endpointId);
  if (!endpoint) throw new ServiceError('not_found');
  if (dryRun) return ctx.redelivery.recoverable(accountId, endpointId, since);
  if (endpoint.state === 'disabled') throw new ServiceError('endpoint_disabled');
  return ctx.redelivery.recover(accountId, endpointId, since);
}

/** @throws ServiceError not_found, endpoint_disabled when no delivery was written */
function written(delivery: DeliveryTicket | 'endpoint_disabled' | null): { eventId: string } {
  if (delivery === null) throw new ServiceError('not_found');
  if (delivery === 'endpoint_disabled') throw new ServiceError('endpoint_disabled');
  return { eventId: delivery.eventId };
}
