import { ServiceError } from '../../domain/errors.js';
import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { WebhooksContext } from './context.js';

/**
 * Starts the delivery that was written.
 *
 * @throws ServiceError not_found, endpoint_disabled when there is none
 */
export function launchDelivery(
  ctx: Pick<WebhooksContext, 'webhooks'>,
  ticket: DeliveryTicket | 'endpoint_disabled' | null,
): { eventId: string } {
  if (ticket === null) throw new ServiceError('not_found');
  if (ticket === 'endpoint_disabled') throw new ServiceError('endpoint_disabled');
  ctx.webhooks.launch([ticket]);
  return { eventId: ticket.eventId };
}
