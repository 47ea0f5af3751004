/** Statistics of deliveries on Postgres. */
import { describe, expect, it } from 'vitest';
import { DeliveryStatsReader } from '../../src/features/webhooks/store/delivery-stats.js';
import { statsWindow } from '../../src/features/webhooks/delivery-stats.js';
import { type AttemptOutcome, type DeliveryTicket, nextAttempt } from '../../src/features/webhooks/delivery.js';
import { addEndpointTo, happens } from '../support/webhooks/endpoints.js';
import { makeCaller, openTestRecords } from './support/record.js';

const { record } = await openTestRecords();
const { sql } = record.database;
const WINDOW = statsWindow('day', new Date('2030-01-02T03:04:05Z'));

function outcome(durationMs: number, status: number | null): AttemptOutcome {
  const failure = status === null ? ('timeout' as const) : status === 200 ? null : ('status' as const);
  return { failure, detail: null, status, durationMs, remoteAddress: null, responseBody: Buffer.of(), retryAfterMs: null };
}

/** A delivery that was created in the n-th interval, with its attempts. */
async function delivery(accountId: string, endpointId: string, interval: number, outcomes: readonly AttemptOutcome[] = []) {
  const ticket = (await happens(record, accountId)).find((each) => each.endpointId === endpointId) as DeliveryTicket;
  const createdAt = new Date(WINDOW.from.getTime() + interval * WINDOW.intervalMs + 1);
  await sql`UPDATE webhook_deliveries SET created_at = ${createdAt.toISOString()} WHERE event_id = ${ticket.eventId} AND endpoint_id = ${endpointId}`;
  let scheduleOffsetMs = 0;
  for (const each of outcomes) {
    const claim = await record.deliveries.claimAttempt({ ...ticket, run: 0 }, scheduleOffsetMs, new Date('2040-01-01T00:00:00Z'));
    expect(claim.kind).toBe('send');
    const next = each.failure === null ? null : nextAttempt({ scheduleOffsetMs, ...each });
    await record.deliveries.saveAttempt(ticket, {
      scheduleOffsetMs,
      trigger: 'event',
      url: 'https://example.com/hooks',
      at: createdAt,
      outcome: each,
      next,
    });
    scheduleOffsetMs = next?.scheduleOffsetMs ?? 0;
  }
}

describe('statistics of deliveries', () => {
  it('count each delivery once and each attempt once, by interval and in total', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    const { id } = await addEndpointTo(record, accountId);
    await delivery(accountId, id, 3, [outcome(900, 500), outcome(10_000, null), outcome(100, 200)]);
    await delivery(accountId, id, 3, [outcome(300, 200)]);
    await delivery(accountId, id, 5);
    await delivery(accountId, id, -1, [outcome(5, 200)]);
    await delivery(accountId, id, 24, [outcome(5, 200)]);
    const { endpoints, incompleteBefore } = await record.deliveryStats.read(accountId, [id], WINDOW);
    expect(incompleteBefore).toBeNull();
    const at = (interval: number) => new Date(WINDOW.from.getTime() + interval * WINDOW.intervalMs);
    expect(endpoints).toEqual([
      expect.objectContaining({
        endpointId: id,
        total: expect.objectContaining({ delivered: 2, failed: 0, pending: 1, attempts: 4, failedAttempts: 2, medianMs: 300, p95Ms: 840 }),
        intervals: [
          expect.objectContaining({ from: at(3), delivered: 2, pending: 0, attempts: 4, failedAttempts: 2, medianMs: 300 }),
          expect.objectContaining({ from: at(5), delivered: 0, pending: 1, attempts: 0, medianMs: null, p95Ms: null }),
        ],
      }),
    ]);
  });

  it('are of the endpoints that are named, and never of another account', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    const { accountId: unauthenticated } = await makeCaller(record, 'growth');
    const [first, second] = [await addEndpointTo(record, accountId), await addEndpointTo(record, accountId)];
    await delivery(accountId, first.id, 1);
    await sql`UPDATE webhook_deliveries SET created_at = ${WINDOW.from.toISOString()} WHERE account_id = ${accountId}`;
    const named = async (account: string, ids: string[]) =>
      (await record.deliveryStats.read(account, ids, WINDOW)).endpoints.map(({ endpointId }) => endpointId);
    expect(await named(accountId, [first.id])).toEqual([first.id]);
    expect((await named(accountId, [first.id, second.id])).sort()).toEqual([first.id, second.id].sort());
    expect(await named(unauthenticated, [first.id, second.id])).toEqual([]);
    expect(await named(accountId, [])).toEqual([]);
  });

  it('say since when they are complete, when there are more deliveries than one answer is made of', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    const { id } = await addEndpointTo(record, accountId);
    for (const interval of [1, 2, 3]) await delivery(accountId, id, interval);
    const { endpoints, incompleteBefore } = await new DeliveryStatsReader({ sql, deliveries: 2 }).read(accountId, [id], WINDOW);
    expect(endpoints[0]?.total).toMatchObject({ pending: 2 });
    expect(incompleteBefore).toEqual(new Date(WINDOW.from.getTime() + 2 * WINDOW.intervalMs + 1));
  });
});
