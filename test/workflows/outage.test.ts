/** What ends a part of a lookup, and what does not, over an hour that passes at once. */
import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { DeferrableAttempt, DeferralBacklog } from '../../activities/probes/deferral.js';
import { countingAttempts } from '../../activities/runtime/attempts.js';
import { defer } from '../../activities/runtime/failures.js';
import { fakeActivities, steps } from './support/fake-activities.js';
import { timeSkipping } from './support/time-skipping.js';

describe('a lookup whose parts fail for an hour and longer', () => {
  const { run, resultWith, now } = timeSkipping();

  it('gives a shard up that fails for an hour, and is finished', async () => {
    let attempts = 0;
    const failing = async (): Promise<never> => {
      attempts += 1;
      throw new Error('a fault of ours');
    };
    const activities = fakeActivities({
      shards: 2,
      probeShard: ({ shard }) => (shard === 0 ? Promise.resolve({ checks: 50 }) : countingAttempts(failing)(undefined)),
    });
    const { startTime, closeTime } = await run(activities, async (start, temporal) => {
      const handle = await start(temporal);
      await handle.result();
      return handle.describe();
    });
    const minutes = ((closeTime?.getTime() ?? Number.NaN) - startTime.getTime()) / 60_000;
    expect(attempts).toBe(360);
    expect(minutes).toBeGreaterThan(55);
    // The clock also jumps while a busy machine takes its time, so the upper bound is a wide one.
    expect(minutes).toBeLessThan(180);
  });

  it('is finished with all its answers after seventy minutes without Postgres', async () => {
    let awayUntil = Number.NaN;
    const answered = new Set<string>();
    let failures = 0;
    /** Fails as the driver does while the database is away, by the server's clock. */
    const part = async (name: string): Promise<void> => {
      const at = await now();
      if (Number.isNaN(awayUntil)) awayUntil = at + 70 * 60_000;
      if (at >= awayUntil) return void answered.add(name);
      failures += 1;
      throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
    };
    const counts = await resultWith(
      fakeActivities({
        planLookup: async () => steps({ shards: 3, modules: ['email', 'breaches'], derived: true }),
        probeShard: countingAttempts(({ shard }) => part(`shard ${shard}`).then(() => ({ checks: 50 }))),
        runModule: countingAttempts(({ module }) => part(module).then(() => ({ checks: 1 }))),
        probeDerived: countingAttempts(() => part('derived').then(() => ({ checks: 20 }))),
        finishLookup: async () => ({ planned: 150, checked: 150, matches: answered.size }),
      }),
    );
    expect([...answered].sort()).toEqual(['breaches', 'derived', 'email', 'shard 0', 'shard 1', 'shard 2']);
    expect(counts).toEqual({ planned: 150, checked: 150, matches: 6 });
    expect(failures).toBeGreaterThan(360 * 6);
  });

  it('is finished with all its answers after seventy minutes without Temporal, also by a part that waits for slots', async () => {
    const backlog = new DeferralBacklog();
    const answered = new Set<string>();
    const waited: number[] = [];
    /** The attempt after it is seventy minutes later: nothing that was under way is reported, and nothing begins meanwhile. */
    const lose = () => defer('Temporal is away', 70 * 60_000);
    const isFirst = () => activityInfo().attempt === 1;
    const begun = await now();
    const counts = await resultWith(
      fakeActivities({
        planLookup: async () => steps({ shards: 2, modules: ['email'] }),
        async probeShard({ shard }) {
          const at = await now();
          const deferrable = new DeferrableAttempt(at, backlog);
          deferrable.end();
          if (shard === 0) waited.push(deferrable.waitedMs);
          if (isFirst() && shard === 0) expect(() => deferrable.defer(3, at)).toThrow();
          if (isFirst()) return lose();
          answered.add(`shard ${shard}`);
          return { checks: 50 };
        },
        async runModule({ module }) {
          if (isFirst()) return lose();
          answered.add(module);
          return { checks: 1 };
        },
        finishLookup: async () => ({ planned: 150, checked: 150, matches: 3 }),
      }),
    );
    expect({ counts, answered: [...answered].sort() }).toEqual({
      counts: { planned: 150, checked: 150, matches: 3 },
      answered: ['email', 'shard 0', 'shard 1'],
    });
    expect((await now()) - begun).toBeGreaterThan(70 * 60_000);
    // It may wait for slots as long as one without an outage.
    expect(waited[0]).toBe(0);
    expect(waited[1]).toBeLessThan(20_000);
  });

  it('carries a brief module on as an ordinary activity, which outlasts seventy minutes without Postgres', async () => {
    const until = (await now()) + 70 * 60_000;
    const wasLocal = new Set<boolean>();
    const runModule = countingAttempts(async () => {
      wasLocal.add(activityInfo().isLocal);
      if ((await now()) < until) throw Object.assign(new Error('away'), { code: '57P03' });
      return { checks: 1 };
    });
    let stored = false;
    const counted = async (...args: Parameters<typeof runModule>) => {
      const result = await runModule(...args);
      stored = true;
      return result;
    };
    await resultWith(fakeActivities({ planLookup: async () => steps({ shards: 0, modules: ['ip'], brief: true }), runModule: counted }));
    expect({ stored, wasLocal: [...wasLocal] }).toEqual({ stored: true, wasLocal: [true, false] });
  });

  it('is carried out once more when its parts have ended and the database, restored meanwhile, has no rows of them', async () => {
    const reported: (boolean | undefined)[] = [];
    let shards = 0;
    const counts = await resultWith(
      fakeActivities({
        shards: 2,
        probeShard: async () => ({ checks: ++shards }),
        async finishLookup({ isCarriedOut }) {
          reported.push(isCarriedOut);
          return isCarriedOut ? null : { planned: 100, checked: 0, matches: 0 };
        },
      }),
    );
    expect({ reported, shards, counts }).toEqual({ reported: [true, false], shards: 4, counts: { planned: 100, checked: 0, matches: 0 } });
  });

  it('is finished without a part that was given up, which is no sign of a restored database', async () => {
    const reported: (boolean | undefined)[] = [];
    await resultWith(
      fakeActivities({
        shards: 2,
        async probeShard({ shard }) {
          if (shard === 1) throw ApplicationFailure.nonRetryable('the activity failed: Broken', 'Broken');
          return { checks: 50 };
        },
        async finishLookup({ isCarriedOut }) {
          reported.push(isCarriedOut);
          return { planned: 100, checked: 50, matches: 0 };
        },
      }),
    );
    expect(reported).toEqual([false]);
  });
});
