/** The record of attempts: places at an endpoint are counted exactly, attempts are logged once, nothing is lost between runs. */
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_TIMES_MS,
  type AttemptOutcome,
  type DeliveryKey,
  type DeliveryTicket,
  nextAttempt,
} from '../../src/features/webhooks/delivery.js';
import type { SavedAttempt, AttemptClaim } from '../../src/features/webhooks/ports.js';
import { addEndpointTo, happens, happensOnce } from '../support/webhooks/endpoints.js';
import * as outcomes from '../support/webhooks/outcomes.js';
import { makeCaller, openTestRecords, type TestRecord } from './support/record.js';

const AT = new Date('2030-01-02T03:04:05.678Z');
const ACKNOWLEDGED: AttemptOutcome = { ...outcomes.ACKNOWLEDGED, responseBody: Buffer.from('thanks') };
const REFUSED: AttemptOutcome = { ...outcomes.REFUSED, responseBody: Buffer.from([0xff, 0x00, 0x41]) };

const { record, other } = await openTestRecords();

describe('deliveries on Postgres', () => {
  async function account() {
    const { accountId } = await makeCaller(record, 'growth');
    const endpoint = await addEndpointTo(record, accountId);
    return { accountId, endpoint };
  }
  async function sending(iteration: Promise<AttemptClaim>): Promise<Extract<AttemptClaim, { kind: 'send' }>> {
    const taken = await iteration;
    if (taken.kind !== 'send') throw new Error(`a turn to send was expected, not ${taken.kind}`);
    return taken;
  }
  function save(by: TestRecord, key: DeliveryKey, outcome: AttemptOutcome, at = AT, scheduleOffsetMs = 0): Promise<SavedAttempt> {
    const next = outcome.failure === null ? null : nextAttempt({ scheduleOffsetMs, ...outcome });
    return by.deliveries.saveAttempt(key, { scheduleOffsetMs, trigger: 'event', url: 'https://example.com/hooks', at, outcome, next });
  }
  const detailsOf = (accountId: string, { endpointId, eventId }: DeliveryTicket) =>
    record.deliveryReader.read(accountId, endpointId, eventId);

  it('a turn carries the stored bytes, the address and every living secret, newest first', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    const fresh = record.secrets.create();
    const now = new Date();
    await record.endpoints.rotateSecret(
      accountId,
      endpoint.id,
      record.secrets.seal(fresh, endpoint.id),
      new Date(now.getTime() + 60_000),
      now,
    );
    const iteration = await sending(record.deliveries.claimAttempt(ticket, 0, now));
    expect(iteration).toMatchObject({ scheduleOffsetMs: 0, trigger: 'event', url: endpoint.url, secrets: [fresh, endpoint.secret] });
    expect(JSON.parse(Buffer.from(iteration.body).toString())).toMatchObject({ id: ticket.eventId, accountId });
    const later = await sending(record.deliveries.claimAttempt(ticket, 0, new Date(now.getTime() + 61_000)));
    expect(later.secrets).toEqual([fresh]);
  });

  it('an attempt is logged with all that is known of it', async () => {
    const { accountId } = await account();
    const ticket = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    expect(await save(record, ticket, REFUSED)).toMatchObject({ state: 'pending', logged: 1, needsMonitoring: true });
    const details = await detailsOf(accountId, ticket);
    const nextAttemptAt = new Date(AT.getTime() + 60_000);
    expect(details?.delivery).toMatchObject({ state: 'pending', attempts: 1, lastStatus: 500, lastFailure: 'status', nextAttemptAt });
    const { retryAfterMs: _requested, ...logged } = REFUSED;
    expect(details?.attempts).toEqual([
      { ...logged, number: 1, trigger: 'event', at: AT, url: 'https://example.com/hooks', nextAttemptAt },
    ]);
  });

  it('an attempt whose report was lost is not made again: the next one keeps its time', async () => {
    const { accountId } = await account();
    const ticket = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    await save(record, ticket, REFUSED);
    const soon = new Date(AT.getTime() + 5_000);
    expect(await other.deliveries.claimAttempt(ticket, 0, soon)).toEqual({
      kind: 'logged',
      logged: 1,
      waitMs: 55_000,
      isHeld: true,
    });
    expect(await sending(other.deliveries.claimAttempt(ticket, 1, soon))).toMatchObject({ scheduleOffsetMs: 60_000 });
  });

  it('an attempt that two workers made is logged twice and moves the schedule once; an acknowledgement among them stands', async () => {
    const { accountId } = await account();
    const ticket = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    await sending(other.deliveries.claimAttempt(ticket, 0, AT));
    expect(await save(record, ticket, REFUSED)).toMatchObject({ state: 'pending', logged: 1 });
    expect(await save(other, ticket, REFUSED)).toMatchObject({ state: 'pending', logged: 2 });
    expect((await sending(record.deliveries.claimAttempt(ticket, 2, AT))).scheduleOffsetMs).toBe(60_000);
    expect(await save(other, ticket, ACKNOWLEDGED)).toMatchObject({ state: 'delivered', logged: 3 });
    const details = await detailsOf(accountId, ticket);
    expect(details?.delivery.state).toBe('delivered');
    expect(details?.attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
    ]);
  });

  it('a resend makes its eight attempts at their times, also when one of the run before is still in flight', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    const again = { ...ticket, run: 1 };
    expect(await record.redelivery.resend(accountId, endpoint.id, ticket.eventId)).toEqual(again);
    const positions = [(await sending(other.deliveries.claimAttempt(again, 0, AT))).scheduleOffsetMs];
    expect(await save(record, ticket, REFUSED)).toMatchObject({ state: 'pending', logged: 1 });
    while (positions.length <= ATTEMPT_TIMES_MS.length) {
      const { state, logged } = await save(other, again, REFUSED, AT, positions.at(-1));
      if (state !== 'pending') break;
      // An activity that is repeated after its commit makes no attempt and writes no second row.
      expect(await other.deliveries.claimAttempt(again, logged - 1, AT)).toMatchObject({ kind: 'logged', logged });
      positions.push((await sending(other.deliveries.claimAttempt(again, logged, AT))).scheduleOffsetMs);
    }
    expect(positions).toEqual(ATTEMPT_TIMES_MS);
    const details = await detailsOf(accountId, ticket);
    expect(details?.delivery).toMatchObject({ state: 'failed', failureReason: 'attempts_used_up', attempts: 9 });
    expect(details?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('an acknowledgement ends a resend, also when an attempt of the run before is still in flight', async () => {
    const { accountId, endpoint } = await account();
    const ticket = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    await record.redelivery.resend(accountId, endpoint.id, ticket.eventId);
    await sending(other.deliveries.claimAttempt({ ...ticket, run: 1 }, 0, AT));
    await save(record, ticket, REFUSED);
    expect(await save(other, { ...ticket, run: 1 }, ACKNOWLEDGED)).toMatchObject({ state: 'delivered', logged: 2 });
    expect((await detailsOf(accountId, ticket))?.delivery).toMatchObject({ state: 'delivered', failureReason: null, nextAttemptAt: null });
  });

  it('410 leaves a delivery its further attempts like any refusal; the last place of the schedule ends it', async () => {
    const { accountId } = await account();
    const [gone, tried] = [await happensOnce(record, accountId), await happensOnce(record, accountId)];
    await sending(record.deliveries.claimAttempt(gone, 0, AT));
    expect(await save(record, gone, { ...REFUSED, failure: 'gone', status: 410 })).toMatchObject({
      state: 'pending',
      needsMonitoring: true,
    });
    expect((await detailsOf(accountId, gone))?.delivery).toMatchObject({
      failureReason: null,
      lastFailure: 'gone',
      nextAttemptAt: expect.any(Date),
    });
    await record.database.sql`UPDATE webhook_deliveries SET schedule_offset_ms = ${127 * 60_000} WHERE event_id = ${tried.eventId}`;
    await sending(record.deliveries.claimAttempt(tried, 0, AT));
    await save(record, tried, REFUSED, AT, 127 * 60_000);
    expect((await detailsOf(accountId, tried))?.delivery).toMatchObject({ state: 'failed', failureReason: 'attempts_used_up' });
    expect(await record.deliveries.claimAttempt(tried, 1, AT)).toEqual({ kind: 'over', state: 'failed' });
  });

  it('a delivery to a disabled endpoint ends; one to a deleted endpoint is gone, also in the middle of an attempt', async () => {
    const { accountId, endpoint } = await account();
    const [first, second] = [await happensOnce(record, accountId), await happensOnce(record, accountId)];
    await sending(record.deliveries.claimAttempt(first, 0, AT));
    await record.endpoints.disable(accountId, endpoint.id, AT);
    expect((await detailsOf(accountId, second))?.delivery).toMatchObject({ state: 'failed', failureReason: 'endpoint_disabled' });
    expect(await record.deliveries.claimAttempt(second, 0, AT)).toEqual({ kind: 'over', state: 'failed' });
    // An acknowledgement that arrives afterwards is a fact all the same.
    expect(await save(record, first, ACKNOWLEDGED)).toMatchObject({ state: 'delivered' });
    await record.endpoints.remove(accountId, endpoint.id);
    expect(await record.deliveries.claimAttempt(first, 0, AT)).toEqual({ kind: 'over', state: null });
    expect(await save(record, second, ACKNOWLEDGED)).toMatchObject({ isHeld: false, needsMonitoring: false });
  });

  it('a failed attempt at an address that was changed meanwhile opens no failure window, and an acknowledgement there closes none', async () => {
    const { accountId, endpoint } = await account();
    const [old, fresh, late] = [
      await happensOnce(record, accountId),
      await happensOnce(record, accountId),
      await happensOnce(record, accountId),
    ];
    const failingSince = async () => (await record.endpoints.find(accountId, endpoint.id))?.failingSince;
    for (const ticket of [old, late]) await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    await record.endpoints.edit(accountId, endpoint.id, { url: 'https://example.com/moved' });
    expect(await save(record, old, REFUSED)).toMatchObject({ state: 'pending', needsMonitoring: false });
    expect(await failingSince()).toBeNull();
    const { url } = await sending(record.deliveries.claimAttempt(fresh, 0, AT));
    const failed = { scheduleOffsetMs: 0, trigger: 'event', url, at: AT, outcome: REFUSED, next: null } as const;
    expect(await record.deliveries.saveAttempt(fresh, failed)).toMatchObject({ needsMonitoring: true });
    expect(await save(record, late, ACKNOWLEDGED)).toMatchObject({ state: 'delivered' });
    expect(await failingSince()).toEqual(AT);
  });

  it('the workflows of two failing deliveries sleep until their next attempt; the others wait as rows, and a lost result says the same', async () => {
    const { accountId } = await account();
    const tickets = (await Promise.all(Array.from({ length: 5 }, () => happens(record, accountId)))).flat();
    for (const ticket of tickets) await sending(record.deliveries.claimAttempt(ticket, 0, AT));
    const saved = await Promise.all(tickets.map((ticket, index) => save(index % 2 ? record : other, ticket, REFUSED)));
    expect(saved.filter(({ isHeld }) => isHeld)).toHaveLength(2);
    for (const [index, ticket] of tickets.entries()) {
      const { isHeld } = saved[index] as SavedAttempt;
      expect(await record.deliveries.claimAttempt(ticket, 0, AT)).toEqual({ kind: 'logged', logged: 1, waitMs: 60_000, isHeld });
    }
    // One that goes on leaves its place to the next that fails.
    const held = tickets[saved.findIndex(({ isHeld }) => isHeld)] as DeliveryTicket;
    await sending(record.deliveries.claimAttempt(held, 1, AT));
    const next = await happensOnce(record, accountId);
    await sending(record.deliveries.claimAttempt(next, 0, AT));
    expect((await save(record, next, REFUSED)).isHeld).toBe(true);
  });
});
