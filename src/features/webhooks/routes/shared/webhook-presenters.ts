/** The only place where responses of webhook management are built. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { shown } from '../../../../kernel/http/shown.js';
import { inJson } from '../../../../kernel/values/json.js';
import type { Delivery, DeliveryDetails } from '../../delivery.js';
import type { Endpoint } from '../../endpoint.js';
import type { AccountStats } from '../../use-cases/deliveries.js';
import { attempt, delivery, deliveryCounts, type deliveryDetails, deliveryInterval, endpoint, type stats } from './webhook-schemas.js';

export const presentEndpoint = (found: Endpoint): z.input<typeof endpoint> => shown(endpoint, found);

export const presentDelivery = (found: Delivery): z.input<typeof delivery> => shown(delivery, found);

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** @param withContent whether the bodies, which hold what lookups found, are shown */
export function presentDeliveryDetails(details: DeliveryDetails, withContent: boolean): z.input<typeof deliveryDetails> {
  const { body, attempts } = details;
  return {
    delivery: presentDelivery(details.delivery),
    body: withContent && body ? asText(body) : null,
    bodyBytes: body?.byteLength ?? null,
    bodySha256: body && createHash('sha256').update(body).digest('hex'),
    attempts: attempts.map((each) => shown(attempt, { ...each, responseBody: withContent ? asText(each.responseBody) : null })),
  };
}

export function presentStats({ from, until, intervalMs, incompleteBefore, endpoints }: AccountStats): z.input<typeof stats> {
  return inJson({
    from,
    until,
    intervalSeconds: intervalMs / 1_000,
    incompleteBefore,
    endpoints: endpoints.map(({ endpointId, total, intervals }) => ({
      endpointId,
      total: shown(deliveryCounts, total),
      intervals: intervals.map((each) => shown(deliveryInterval, each)),
    })),
  });
}
