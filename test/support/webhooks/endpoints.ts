import { randomBytes } from 'node:crypto';
import type { Stores } from '../../../src/wiring/stores.js';
import type { Endpoint, EndpointSettings } from '../../../src/features/webhooks/endpoint.js';
import type { NewEvent } from '../../../src/features/webhooks/event.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../../../src/features/webhooks/event-types.js';
import type { DeliveryTicket } from '../../../src/features/webhooks/delivery.js';
import { writeEvent } from '../../../src/features/webhooks/store/event-writer.js';

type Record = Stores;

/** An endpoint as the management adds it, without asking whether its address may be used. */
export async function addEndpointTo(
  record: Record,
  accountId: string,
  more: Partial<EndpointSettings> = {},
): Promise<Endpoint & { secret: string }> {
  const secret = record.secrets.create();
  const types = [...SUBSCRIBABLE_EVENT_TYPES];
  const settings = { url: 'https://example.com/hooks', description: '', eventTypes: types, payload: 'full' as const, filter: {}, ...more };
  const endpoint = await record.endpoints.add(accountId, settings, { sealFor: (id) => record.secrets.seal(secret, id) });
  if (!endpoint) throw new Error('the endpoint was not added');
  return { ...endpoint, secret };
}

/** Something that happened to an account. */
export function occurrence(
  accountId: string,
  more: Partial<NewEvent<'usage.threshold_reached'>> = {},
): NewEvent<'usage.threshold_reached'> {
  return {
    type: 'usage.threshold_reached',
    accountId,
    apiKeyId: 'key_test',
    dedupKey: `test/${randomBytes(8).toString('hex')}`,
    at: new Date(),
    data: { scope: 'footprint', percent: 80, used: 8, limit: 10, periodStart: '2030-01-01T00:00:00.000Z' },
    ...more,
  };
}

/** Writes an event with its deliveries. */
export async function happens(
  record: Record,
  accountId: string,
  more: Partial<NewEvent<'usage.threshold_reached'>> = {},
): Promise<DeliveryTicket[]> {
  return record.database.sql.begin((tx) => writeEvent(tx, occurrence(accountId, more)));
}

/** The same for an account with one endpoint. */
export async function happensOnce(record: Record, accountId: string): Promise<DeliveryTicket> {
  const [ticket] = await happens(record, accountId);
  if (!ticket) throw new Error('no delivery was written');
  return ticket;
}
