/** Attempts of webhooks on a real record, to a receiver that answers when it is told to. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it, vi } from 'vitest';
import { createDeliveryActivities } from '../../../activities/webhooks/deliver-webhook.js';
import type { DeliveryTicket, DeliveryStep } from '../../../src/features/webhooks/delivery.js';
import type { WebhookWorkflows, WebhookSender } from '../../../src/features/webhooks/ports.js';
import { makeCaller, openTestRecords } from '../../stores/support/record.js';
import { addEndpointTo, happens } from '../../support/webhooks/endpoints.js';
import { ACKNOWLEDGED } from '../../support/webhooks/outcomes.js';

const noHints = async (): Promise<void> => undefined;
const noWorkflows: WebhookWorkflows = {
  startDelivery: noHints,
  startDeliveries: noHints,
  recheckEndpoint: noHints,
  ensureMonitored: noHints,
  startEmail: noHints,
};

const { record } = await openTestRecords();

describe('bytes of webhooks in flight', () => {
  /** An event of about so many bytes, at an endpoint of its own. */
  async function eventOf(bytes: number): Promise<DeliveryTicket> {
    const { accountId } = await makeCaller(record, 'growth');
    await addEndpointTo(record, accountId);
    const data = { scope: 'x'.repeat(bytes), percent: 80, used: 8, limit: 10, periodStart: '2030-01-01T00:00:00.000Z' };
    const [ticket] = await happens(record, accountId, { data });
    if (!ticket) throw new Error('no delivery was written');
    return ticket;
  }

  /** Activities of a worker, and what it is sending. */
  function worker(bytesInFlight: number, admissionMs: number) {
    const sending: { bytes: number; acknowledge: () => void }[] = [];
    const sender: WebhookSender = {
      check: async () => null,
      send: ({ body }) =>
        new Promise((resolve) => {
          const each = {
            bytes: body.byteLength,
            acknowledge: () => {
              sending.splice(sending.indexOf(each), 1);
              resolve(ACKNOWLEDGED);
            },
          };
          sending.push(each);
        }),
    };
    const activities = createDeliveryActivities({
      ...record,
      sender,
      webhookWorkflows: noWorkflows,
      now: () => new Date(),
      bytesInFlight,
      admissionMs,
    });
    const attempt = (ticket: DeliveryTicket) =>
      new MockActivityEnvironment().run(activities.attemptDelivery, { ...ticket, logged: 0 }) as Promise<DeliveryStep>;
    return { sending, attempt };
  }

  it('stay within the limit of a worker; one body that is larger goes alone, and all are delivered', async () => {
    const LIMIT = 10_000;
    const { sending, attempt } = worker(LIMIT, 60_000);
    const tickets = await Promise.all([3_000, 3_000, 3_000, 3_000, 25_000, 3_000, 3_000].map(eventOf));
    let done = 0;
    const attempts = tickets.map(async (ticket) => {
      const step = await attempt(ticket);
      done += 1;
      return step;
    });
    const seen: number[] = [];
    while (done < tickets.length) {
      await vi.waitFor(() => expect(sending.length > 0 || done === tickets.length).toBe(true), { timeout: 90_000, interval: 5 });
      const bytes = sending.map((each) => each.bytes);
      expect(bytes.length <= 1 || bytes.reduce((sum, each) => sum + each, 0) <= LIMIT).toBe(true);
      seen.push(...bytes);
      sending[0]?.acknowledge();
    }
    expect(await Promise.all(attempts)).toEqual(tickets.map(() => ({ next: 'end', state: 'delivered', last: '200' })));
    expect(Math.max(...seen)).toBeGreaterThan(LIMIT);
  });

  it('an attempt without room comes back later, is no fault, and holds no place at its endpoint meanwhile', async () => {
    const { sending, attempt } = worker(4_000, 0);
    const [first, second] = await Promise.all([eventOf(3_000), eventOf(3_000)]);
    const busy = attempt(first);
    await vi.waitFor(() => expect(sending).toHaveLength(1), { timeout: 90_000, interval: 5 });
    await expect(attempt(second)).rejects.toMatchObject({
      type: 'Deferred',
      category: 'BENIGN',
      nextRetryDelay: expect.any(Number) as number,
    });
    const [row] = await record.database.sql<{ held: boolean; attempts: number }[]>`
      SELECT lease_until IS NOT NULL AS held, attempts FROM webhook_deliveries WHERE event_id = ${second.eventId}`;
    expect(row).toEqual({ held: false, attempts: 0 });
    sending[0]?.acknowledge();
    await busy;
    const again = attempt(second);
    await vi.waitFor(() => expect(sending).toHaveLength(1), { timeout: 90_000, interval: 5 });
    sending[0]?.acknowledge();
    expect(await again).toMatchObject({ next: 'end', state: 'delivered' });
  });
});
