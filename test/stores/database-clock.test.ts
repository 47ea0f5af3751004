/** Times that processes compare are on the database's clock, whatever their own clocks say. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ControlRunner } from '../../src/engine/controls/control-runner.js';
import { openDatabaseClock } from '../../src/kernel/db/database-clock.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { Verdict } from '../../src/engine/evaluation/verdict.js';
import { createDatabase } from '../support/databases.js';
import { stopClock } from './support/clock.js';
import { openRecordOn } from './support/record.js';

const platform = {
  slug: 'a',
  probes: { username: { registered: { status: [200] }, absent: { status: [404] }, positiveControls: ['northwind'] } },
} as unknown as Platform;
const verdictOf = (value: string): Verdict =>
  ({
    state: value === 'northwind' ? 'registered' : 'not_registered',
    method: 'public_api',
    evidence: { status: 200, explanation: 'x', host: 'a.example.com', latencyMs: 1, requests: 1 },
  }) as Verdict;

/** A worker's controls, as its bootstrap puts them together, on a machine whose date is off by so much. */
async function worker(url: string, offMs: number) {
  const record = openRecordOn(url, 2);
  const clock = await openDatabaseClock(record.database.sql);
  onTestFinished(async () => {
    clock.close();
    await record.database.close();
  });
  const controls = new ControlRunner({
    prober: { probe: async (_, { value }) => verdictOf(value) },
    store: record.controlStore,
    backoffs: record.backoffs,
    negativeIdentities: { make: () => ({ type: 'username', value: 'qx-nobody' }), makeLike: () => null },
    now: clock.now,
  });
  const run = async () => {
    vi.setSystemTime(Date.now() + offMs);
    try {
      return await controls.run(platform, 'username', undefined);
    } finally {
      vi.setSystemTime(Date.now() - offMs);
    }
  };
  return { record, run };
}

it("a control is stored with the time of the database, and the later of two is the newer one, though its worker's date is a day behind", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await createDatabase();
  const [ahead, behind] = [await worker(url, 86_400_000), await worker(url, -86_400_000)];
  const databaseTime = async () =>
    Number((await ahead.record.database.sql<{ ms: number }[]>`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`)[0]?.ms);
  const before = await databaseTime();
  const first = await ahead.run();
  // Each worker knows the database's clock to within some milliseconds.
  while ((await databaseTime()) < Number(first?.checkedAt) + 100);
  const second = await behind.run();
  const stored = (await ahead.record.controlStore.newest(['a'])).get('a:username');
  expect(stored?.checkedAt).toEqual(second?.checkedAt);
  expect(Math.abs(Number(stored?.checkedAt) - before)).toBeLessThan(60_000);
});

it("follows the database's clock when that is set, within the time between two comparisons", async () => {
  const url = await createDatabase();
  const set = await stopClock(url);
  await set('2031-05-06T07:08:09.000Z');
  const record = openRecordOn(url, 2);
  const clock = await openDatabaseClock(record.database.sql, { compareMs: 50 });
  onTestFinished(async () => {
    clock.close();
    await record.database.close();
  });
  expect(clock.now().toISOString()).toMatch(/^2031-05-06T07:08/);
  await set('2031-05-07T00:00:00.000Z');
  await expect.poll(() => clock.now().toISOString()).toMatch(/^2031-05-07T00:00/);
});

it("is this process's clock while the database cannot be reached", async () => {
  const record = openRecordOn('postgres://nobody@127.0.0.1:1/none', 2);
  const clock = await openDatabaseClock(record.database.sql);
  onTestFinished(async () => {
    clock.close();
    await record.database.close();
  });
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
});
