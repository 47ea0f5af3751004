import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAN, periodStart } from '../../src/features/accounts/plans.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { createDatabase } from '../support/databases.js';
import { stopClock } from './support/clock.js';
import { makeCaller, openRecordOn, type TestRecord } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

/** From the true time on, with which the idempotency row is stamped. */
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('allowances over time, on a clock that the test sets', () => {
  let record: TestRecord;
  let setClock: (moment: string) => Promise<void>;
  beforeAll(async () => {
    const url = await createDatabase();
    setClock = await stopClock(url);
    record = openRecordOn(url, 10);
  });
  afterAll(() => record.database.close());

  async function acceptMany(caller: Caller, count: number): Promise<number> {
    const acceptances = await record.acceptance.accept(
      caller,
      Array.from({ length: count }, () => requestOf()),
      null,
    );
    return acceptances.filter((each) => 'lookupId' in each).length;
  }
  const noticesOf = (caller: Caller) =>
    record.database.sql<{ percent: number; used: number; month: string }[]>`
      SELECT percent, used::int, to_char(period_start AT TIME ZONE 'UTC', 'YYYY-MM') AS month
      FROM usage_alerts WHERE pool_id = ${caller.poolId} ORDER BY period_start, percent`;

  it('a month ends at midnight in UTC, wherever the database lives', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 3 });
    await setClock('2031-01-31T23:59:59.999Z');
    expect(await acceptMany(caller, 4)).toBe(3);
    await setClock('2031-02-01T00:00:00.000Z');
    expect(await acceptMany(caller, 2)).toBe(2);
    const periods = await record.database.sql<{ start: Date | string; used: number }[]>`
      SELECT period_start AS start, used::int FROM usage_periods WHERE pool_id = ${caller.poolId} ORDER BY period_start`;
    expect(periods.map(({ start, used }) => [new Date(start).toISOString(), used])).toEqual([
      ['2031-01-01T00:00:00.000Z', 3],
      ['2031-02-01T00:00:00.000Z', 2],
    ]);
    expect(new Date(periods[1]?.start ?? 0)).toEqual(periodStart(PLAN.growth, new Date('2031-02-28T12:00:00Z')));
  });

  it('so does the month of a key with a limit of its own; a transaction that began in the month before takes nothing back', async () => {
    const { accountId } = await makeCaller(record, 'higher_volume');
    const digest = randomBytes(32);
    const key = { accountId, name: '', digest, lastFour: 'abcd', scopes: ['lookups:create'], expiresAt: null } as const;
    await record.accounts.addKey({ ...key, monthlyLookups: 3 });
    const caller = (await record.accounts.findCaller(digest)) ?? expect.fail('no key');
    await setClock('2031-01-31T23:59:59.999Z');
    expect(await acceptMany(caller, 4)).toBe(3);
    await setClock('2031-02-01T00:00:00.000Z');
    expect(await acceptMany(caller, 2)).toBe(2);
    await setClock('2031-01-31T23:59:59.999Z');
    expect(await acceptMany(caller, 4)).toBe(1);
    await setClock('2031-02-28T23:59:59.999Z');
    expect(await acceptMany(caller, 1)).toBe(0);
  });

  it('the trial is one period that no month ends', async () => {
    const caller = await makeCaller(record, 'free_trial');
    await setClock('2031-01-31T12:00:00Z');
    expect(await acceptMany(caller, 10)).toBe(10);
    await setClock('2032-03-01T12:00:00Z');
    expect(await acceptMany(caller, 10)).toBe(5);
  });

  it('80 % and 100 % are noticed once each in a period, and anew in the next', async () => {
    const caller = await makeCaller(record, 'growth', { quota: 10 });
    await setClock('2031-05-10T00:00:00Z');
    await acceptMany(caller, 7);
    expect(await noticesOf(caller)).toEqual([]);
    await acceptMany(caller, 1);
    await acceptMany(caller, 1);
    expect(await noticesOf(caller)).toEqual([{ percent: 80, used: 8, month: '2031-05' }]);
    await Promise.all(Array.from({ length: 10 }, () => acceptMany(caller, 1)));
    expect(await noticesOf(caller)).toEqual([
      { percent: 80, used: 8, month: '2031-05' },
      { percent: 100, used: 10, month: '2031-05' },
    ]);
    await setClock('2031-06-01T00:00:00Z');
    await acceptMany(caller, 10);
    expect((await noticesOf(caller)).slice(2)).toEqual([
      { percent: 80, used: 10, month: '2031-06' },
      { percent: 100, used: 10, month: '2031-06' },
    ]);
  });

  it('no notice where there is no limit', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await acceptMany(caller, 50);
    expect(await noticesOf(caller)).toEqual([]);
  });

  it('a balance is noticed when four fifths of it are spent and when it is empty', async () => {
    const caller = await makeCaller(record, 'credit', { balance: 10 * 200 });
    const cheap = requestOf({ subjects: { ip: '192.0.2.1' }, queryType: null, checks: { ip: true } });
    for (let spent = 0; spent < 10; spent += 1) await record.acceptance.accept(caller, [cheap], null);
    expect((await noticesOf(caller)).map(({ percent, used }) => ({ percent, used }))).toEqual([
      { percent: 80, used: 1_600 },
      { percent: 100, used: 2_000 },
    ]);
  });

  it('an idempotency key stands for 24 hours, then it is free', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const token = { key: 'daily', fingerprint: 'a' };
    const accept = (fingerprint = 'a') => record.acceptance.accept(caller, [requestOf()], { ...token, fingerprint });
    const first = await accept();
    await setClock(inHours(23.9));
    expect(await accept()).toEqual(first);
    await setClock(inHours(24.1));
    const second = await accept('b'); // another request, too
    expect(second).not.toEqual(first);
    expect(await accept('b')).toEqual(second);
  });
});
