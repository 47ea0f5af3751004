/** What was learnt through one egress pool is invisible to another, on Postgres. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Control } from '../../src/engine/controls/control.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { PlatformStatusReader } from '../../src/features/platforms/store/platform-stats.js';
import { createDatabase, truncate } from '../support/databases.js';
import { acceptOne, makeCaller, openRecordOn, outcome, type TestRecord } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const control = (explanation: string, checkedAt: Date): Control => ({
  platform: 'a',
  subject: 'username',
  checkedAt,
  latencyMs: 70,
  outcome: { state: 'failed', explanation },
});

describe('two egress pools on one database', () => {
  let simulated: TestRecord;
  let real: TestRecord;
  let caller: Awaited<ReturnType<typeof makeCaller>>;
  beforeAll(async () => {
    const url = await createDatabase();
    simulated = openRecordOn(url, 4, 'simulator');
    real = openRecordOn(url, 4);
  });
  afterAll(async () => {
    await simulated?.database.close();
    await real?.database.close();
  });
  beforeEach(async () => {
    await truncate(real.database.sql, 'lookups', 'platform_stats', 'platform_controls', 'platform_backoffs', 'platform_facts');
    caller = await makeCaller(real, 'higher_volume');
  });

  const subjects = { username: 'ada-example', email: 'ada@example.com' };
  async function lookup(...outcomes: CheckOutcome[]): Promise<string> {
    const lookupId = await acceptOne(real, caller, requestOf({ subjects }));
    await real.writer.record(lookupId, outcomes);
    await real.writer.finish(lookupId);
    return lookupId;
  }
  const factsOf = async (record: TestRecord) =>
    (await record.facts.reusable({ accountId: caller.accountId, subjects })).map(({ platform, state, egress }) => ({
      platform,
      state,
      egress,
    }));

  it('a fact is reused through the egress that gave it only, and each keeps its own, whichever is younger', async () => {
    await lookup(outcome('a', { egress: 'simulator', checkedAt: minutesAgo(1) }));
    expect(await factsOf(simulated)).toEqual([{ platform: 'a', state: 'registered', egress: 'simulator' }]);
    expect(await factsOf(real)).toEqual([]);
    await lookup(outcome('a', { egress: 'direct', state: 'not_registered', checkedAt: minutesAgo(5) }));
    expect(await factsOf(simulated)).toEqual([{ platform: 'a', state: 'registered', egress: 'simulator' }]);
    expect(await factsOf(real)).toEqual([{ platform: 'a', state: 'not_registered', egress: 'direct' }]);
  });

  it('a fact about a derived username too', async () => {
    const lookupId = await acceptOne(real, caller, requestOf({ subjects }));
    const { subject: _, mailboxProvider: __, ...learnt } = outcome('a', { egress: 'simulator', checkedAt: minutesAgo(1) });
    await real.derived.record(lookupId, [{ ...learnt, handle: 'ada-example', subject: 'email' }]);
    expect((await real.derived.read(lookupId)).map(({ egress }) => egress)).toEqual(['simulator']);
    expect(await factsOf(simulated)).toEqual([{ platform: 'a', state: 'registered', egress: 'simulator' }]);
    expect(await factsOf(real)).toEqual([]);
  });

  it('an outcome says which egress gave it; what no platform was asked for has none and leaves no fact', async () => {
    const lookupId = await lookup(
      outcome('a', { egress: 'simulator' }),
      outcome('b', { egress: 'direct' }),
      outcome('c', { egress: null }),
    );
    const changes = await real.reader.snapshot(lookupId);
    expect(changes?.outcomes.map(({ platform, egress }) => [platform, egress])).toEqual([
      ['a', 'simulator'],
      ['b', 'direct'],
      ['c', null],
    ]);
    const kept = await real.database.sql<{ platform: string }[]>`SELECT platform FROM platform_facts ORDER BY platform`;
    expect(kept.map(({ platform }) => platform)).toEqual(['a', 'b']);
  });

  it('a control counts for its own egress, and replaces an older one of that egress alone', async () => {
    await simulated.controlStore.save(control('of the simulator', minutesAgo(1)));
    expect(await real.controlStore.newest(['a'])).toEqual(new Map());
    await real.controlStore.save(control('of the platform', minutesAgo(5)));
    const seen = async (record: TestRecord) => (await record.controlStore.newest(['a'])).get('a:username')?.outcome.explanation;
    expect([await seen(simulated), await seen(real)]).toEqual(['of the simulator', 'of the platform']);
  });

  it('controls of an egress that is used no longer go after thirty days', async () => {
    await simulated.controlStore.save(control('long ago', minutesAgo(31 * 24 * 60)));
    await real.controlStore.save(control('of late', minutesAgo(29 * 24 * 60)));
    expect(await real.retention.deleteExpired()).toBe(1);
    expect(await simulated.controlStore.newest(['a'])).toEqual(new Map());
    expect([...(await real.controlStore.newest(['a'])).keys()]).toEqual(['a:username']);
  });

  it('a pause that one egress was asked for does not keep another away', async () => {
    await simulated.backoffs.backOff('a', 600, 'rate_limited');
    expect([...(await simulated.backoffs.backoffs()).keys()]).toEqual(['a']);
    expect(await real.backoffs.backoffs()).toEqual(new Map());
    await real.backoffs.backOff('a', 60, 'rate_limited');
    const until = async (record: TestRecord) => (await record.backoffs.backoffs()).get('a')?.getTime() ?? 0;
    expect(await until(simulated)).toBeGreaterThan((await until(real)) + 500_000);
  });

  it('statistics are summed up for each egress, by whichever of them does it, and shown to that one', async () => {
    const took = (latencyMs: number) => ({ status: 200, explanation: 'x', host: 'x.example.com', latencyMs, requests: 1 });
    await lookup(outcome('a', { egress: 'simulator', evidence: took(10) }), outcome('b', { egress: 'simulator' }));
    await lookup(
      outcome('a', { egress: 'direct', state: 'inconclusive', reason: 'timeout', evidence: took(900) }),
      outcome('c', { egress: null }),
    );
    await simulated.controlStore.save(control('failed', minutesAgo(1)));
    expect(await real.platformStats.summarise()).toBe(3);
    const statuses = async ({ database: { sql }, egress }: TestRecord) => new PlatformStatusReader({ sql, egress }).current();
    const [ofSimulated, ofReal] = [await statuses(simulated), await statuses(real)];
    expect([...ofSimulated.keys()].sort()).toEqual(['a:username', 'b:username']);
    expect(ofSimulated.get('a:username')).toMatchObject({
      stats: { answered: 1, omitted: 0, p90LatencyMs: 10 },
      quarantinedUntil: expect.any(Date) as unknown,
    });
    expect([...ofReal.keys()]).toEqual(['a:username']);
    expect(ofReal.get('a:username')).toMatchObject({ stats: { answered: 0, omitted: 1, p90LatencyMs: 900 }, quarantinedUntil: null });
    const since = new Date(Date.UTC(2000, 0));
    expect(await simulated.platformStats.probedSince(since)).toEqual(new Set(['a:username', 'b:username']));
    expect(await real.platformStats.probedSince(since)).toEqual(new Set(['a:username']));
  });
});
