/** The only place where responses of webhook management are built. */
import type { z } from 'zod';
import { inJson } from '../../domain/in-json.js';
import type { Attempt, Delivery, DeliveryDetails } from '../../domain/webhooks/delivery.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { DeliveryStats } from '../../domain/webhooks/delivery-stats.js';
import type { AccountStats } from '../../services/webhooks/deliveries.js';
import type { attempt, delivery, deliveryDetails, endpoint, stats } from './webhook-schemas.js';

export const presentEndpoint = ({ accountId: _, ...shown }: Endpoint): z.input<typeof endpoint> => inJson(shown);

export const presentDelivery = (shown: Delivery): z.input<typeof delivery> => inJson(shown);

const presentAttempt = ({ responseBody, ...shown }: Attempt): z.input<typeof attempt> =>
  inJson({ ...shown, responseBody: Buffer.from(responseBody).toString('utf8') });

export function presentDeliveryDetails({ delivery: shown, body, attempts }: DeliveryDetails): z.input<typeof deliveryDetails> {
  return { delivery: presentDelivery(shown), body: Buffer.from(body).toString('utf8'), attempts: attempts.map(presentAttempt) };
}

const counts = ({ delivered, failed, pending, attempts, failedAttempts, medianMs, p95Ms }: DeliveryStats) => ({
  delivered,
  failed,
  pending,
  attempts,
  failedAttempts,
  medianMs,
  p95Ms,
});

export function presentStats({ from, until, intervalMs, incompleteBefore, endpoints }: AccountStats): z.input<typeof stats> {
  return inJson({
    from,
    until,
    intervalSeconds: intervalMs / 1_000,
    incompleteBefore,
    endpoints: endpoints.map(({ endpointId, total, intervals }) => ({
      endpointId,
      total: counts(total),
      intervals: intervals.map((each) => ({ from: each.from, ...counts(each) })),
    })),
  });
}
