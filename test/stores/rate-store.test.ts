import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/databases.js';
import { stopClock } from './support/clock.js';
import { openRecordOn, type TestRecord } from './support/record.js';

describe('rate windows on Postgres, on a clock that the test sets', () => {
  let records: TestRecord[];
  let setClock: (moment: string) => Promise<void>;
  beforeAll(async () => {
    const url = await createDatabase();
    setClock = await stopClock(url);
    records = [openRecordOn(url, 10), openRecordOn(url, 10)];
    await setClock('2031-03-01T10:20:30Z');
  });
  afterAll(() => Promise.all(records.map((record) => record.database.close())));
  const rates = (index: number) => (records[index % records.length] as TestRecord).rates;

  it.each([1, 20, 30, 120])('allows exactly %i of three times as many at once, over two processes', async (limit) => {
    const subject = `key_${limit}`;
    const windows = await Promise.all(Array.from({ length: limit * 3 }, (_, index) => rates(index).hit(subject, 'requests', limit)));
    expect(windows.filter(({ allowed }) => allowed)).toHaveLength(limit);
    expect(
      windows
        .filter(({ allowed }) => allowed)
        .map(({ remaining }) => remaining)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: limit }, (_, index) => index));
    expect(windows.every((window) => window.limit === limit && window.resetSeconds === 30)).toBe(true);
  });

  it('reads and requests are counted apart, and so is every key', async () => {
    const spent = await Promise.all([1, 2, 3].map((index) => rates(index).hit('key_a', 'requests', 2)));
    expect(spent.filter(({ allowed }) => !allowed)).toHaveLength(1);
    expect(await rates(0).hit('key_a', 'reads', 2)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await rates(0).hit('key_b', 'requests', 2)).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('the next minute is a new window, at the minute of the database', async () => {
    await setClock('2031-03-01T10:21:59.999Z');
    await rates(0).hit('key_c', 'requests', 1);
    expect(await rates(1).hit('key_c', 'requests', 1)).toEqual({ limit: 1, remaining: 0, resetSeconds: 1, allowed: false });
    await setClock('2031-03-01T10:22:00Z');
    expect(await rates(1).hit('key_c', 'requests', 1)).toEqual({ limit: 1, remaining: 0, resetSeconds: 60, allowed: true });
  });

  it('a limit that is lowered within the minute holds at once', async () => {
    for (let hit = 0; hit < 5; hit += 1) await rates(0).hit('key_e', 'requests', 10);
    expect(await rates(0).hit('key_e', 'requests', 3)).toMatchObject({ allowed: false, remaining: 0 });
  });

  describe('of a key and its account', () => {
    const limits = { key: 3, account: 5 };
    const hit = (index: number, key: string) => rates(index).hitBoth(key, 'acc_b', 'requests', limits);

    it('allow exactly what both do, over any number of keys and two processes', async () => {
      const keys = Array.from({ length: 100 }, (_, n) => `key_b${n}`);
      const windows = await Promise.all(keys.map((key, index) => hit(index, key)));
      expect(windows.filter(({ allowed }) => allowed)).toHaveLength(5);
      const refused = windows.find(({ allowed }) => !allowed);
      expect(refused).toMatchObject({ limit: 5, remaining: 0 });
      expect(await rates(0).hitBoth('key_b0', 'acc_c', 'requests', limits)).toMatchObject({ allowed: true });
      expect(await rates(0).hitBoth('key_b0', 'acc_b', 'reads', limits)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('what the window of a key refuses is not counted in that of its account, and the tighter one is shown', async () => {
      const own = await Promise.all(Array.from({ length: 20 }, (_, n) => rates(n).hitBoth('key_one', 'acc_d', 'requests', limits)));
      expect(own.filter(({ allowed }) => allowed)).toHaveLength(3);
      expect(own.every(({ limit }) => limit === 3)).toBe(true);
      expect(await rates(0).hitBoth('key_two', 'acc_d', 'requests', limits)).toMatchObject({ limit: 5, remaining: 1, allowed: true });
      expect(await rates(0).hitBoth('key_three', 'acc_d', 'requests', limits)).toMatchObject({ limit: 5, remaining: 0, allowed: true });
      expect(await rates(0).hitBoth('key_four', 'acc_d', 'requests', limits)).toMatchObject({ limit: 5, remaining: 0, allowed: false });
    });
  });

  it('windows are forgotten an hour after their minute, not before', async () => {
    await setClock('2031-03-02T10:00:00Z');
    await rates(0).hit('key_f', 'requests', 5);
    const stillThere = async (): Promise<boolean> => {
      await (records[0] as TestRecord).retention.deleteExpired();
      return (await (records[0] as TestRecord).database.sql`SELECT 1 FROM rate_windows WHERE caller = 'key_f'`).count > 0;
    };
    await setClock('2031-03-02T11:00:00Z');
    expect(await stillThere()).toBe(true);
    await setClock('2031-03-02T11:00:01Z');
    expect(await stillThere()).toBe(false);
  });
});
