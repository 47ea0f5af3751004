import { activityInfo, cancelled } from '@temporalio/activity';
import { CancelledFailure, type WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { Activities } from '../../activities/index.js';
import { missingLookup } from '../../activities/runtime/failures.js';
import { failingFirst, fakeActivities, steps } from './support/fake-activities.js';
import { timeSkipping } from './support/time-skipping.js';

describe('the lookup workflow, on the server that skips time', () => {
  const { run, resultWith } = timeSkipping();

  it('plans, asks all shards at once, then finishes', async () => {
    const SHARDS = 12;
    const received: string[] = [];
    let release!: () => void;
    const allUnderWay = new Promise<void>((resolve) => (release = resolve));
    const counts = await resultWith(
      fakeActivities({
        async planLookup() {
          received.push('plan');
          return steps({ shards: SHARDS });
        },
        async probeShard({ shard }) {
          received.push(`start ${shard}`);
          if (received.filter((each) => each.startsWith('start')).length === SHARDS) release();
          await allUnderWay; // would never end if a shard waited for another
          received.push('end');
          return { checks: 50 };
        },
        async finishLookup() {
          received.push('finish');
          return { planned: 600, checked: 600, matches: 4 };
        },
      }),
    );
    expect(counts).toEqual({ planned: 600, checked: 600, matches: 4 });
    expect(received[0]).toBe('plan');
    expect(received.slice(1, SHARDS + 1).sort()).toEqual(Array.from({ length: SHARDS }, (_, shard) => `start ${shard}`).sort());
    expect(received.slice(SHARDS + 1)).toEqual([...Array.from({ length: SHARDS }, () => 'end'), 'finish']);
  });

  it('finishes without platforms, and asks no shard', async () => {
    let checks = 0;
    await resultWith(fakeActivities({ shards: 0, probeShard: async () => ({ checks: ++checks }) }));
    expect(checks).toBe(0);
  });

  it('plans again until planning succeeds', async () => {
    const fine = fakeActivities({ shards: 2 });
    const counts = await resultWith({ ...fine, planLookup: failingFirst(4, fine.planLookup) });
    expect(counts.planned).toBe(100);
  });

  it('closes again until closing succeeds', async () => {
    const fine = fakeActivities();
    await expect(resultWith({ ...fine, finishLookup: failingFirst(4, fine.finishLookup) })).resolves.toMatchObject({ matches: 3 });
  });

  it('is finished although a shard is broken for good', async () => {
    const ended: number[] = [];
    await resultWith(
      fakeActivities({
        shards: 3,
        async probeShard({ shard }) {
          if (shard === 1) throw ApplicationFailure.nonRetryable('the activity failed: Broken', 'Broken');
          ended.push(shard);
          return { checks: 50 };
        },
      }),
    );
    expect(ended.sort()).toEqual([0, 2]);
  });

  it('runs modules and derived usernames beside the sweep, none waiting for another', async () => {
    const PARTS = ['shard 0', 'email', 'phone', 'ip', 'breaches', 'webMentions', 'derived'];
    const begun: string[] = [];
    let release!: () => void;
    const allUnderWay = new Promise<void>((resolve) => (release = resolve));
    const part = async (name: string) => {
      begun.push(name);
      if (begun.length === PARTS.length) release();
      await allUnderWay; // would never end if a part waited for another
      return { checks: 1 };
    };
    const counts = await resultWith(
      fakeActivities({
        planLookup: async () => steps({ modules: ['email', 'phone', 'ip', 'breaches', 'webMentions'], derived: true }),
        probeShard: ({ shard }) => part(`shard ${shard}`),
        runModule: ({ module }) => part(module),
        probeDerived: () => part('derived'),
      }),
    );
    expect(begun.sort()).toEqual([...PARTS].sort());
    expect(counts).toMatchObject({ matches: 3 });
  });

  it('runs the modules of a brief lookup in its own worker, one hop sooner', async () => {
    let local: boolean | undefined;
    await resultWith(
      fakeActivities({
        planLookup: async () => steps({ shards: 0, modules: ['ip'], brief: true }),
        async runModule() {
          local = activityInfo().isLocal;
          return { checks: 1 };
        },
      }),
    );
    expect(local).toBe(true);
  });

  it.each([true, false])('is finished although its modules are broken for good (brief: %s)', async (brief) => {
    const broken = async () => {
      throw ApplicationFailure.nonRetryable('the activity failed: Broken', 'Broken');
    };
    const counts = await resultWith(
      fakeActivities({
        planLookup: async () => steps({ shards: 0, modules: ['email', 'ip'], brief, derived: !brief }),
        runModule: broken,
        probeDerived: broken,
        finishLookup: async () => ({ planned: 0, checked: 0, matches: 0 }),
      }),
    );
    expect(counts).toEqual({ planned: 0, checked: 0, matches: 0 });
  });

  it.each([true, false])('stores again what a module found until the database is back (brief: %s)', async (brief) => {
    let stored = 0;
    await resultWith(
      fakeActivities({
        planLookup: async () => steps({ shards: 0, modules: ['ip'], brief }),
        runModule: failingFirst(4, async () => ({ checks: ++stored })),
      }),
    );
    expect(stored).toBe(1);
  });

  it('no part of a lookup is given up for waiting: only attempts count, not the time in a line or without workers', async () => {
    const all = fakeActivities({ planLookup: async () => steps({ shards: 2, modules: ['email'], derived: true }) });
    const { events } = await run(all, async (start, temporal) => {
      const handle = await start(temporal);
      await handle.result();
      return handle.fetchHistory();
    });
    const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) => activity ?? []);
    expect(scheduled.map(({ activityType }) => activityType?.name).sort()).toEqual([
      'probeDerived',
      'probeShard',
      'probeShard',
      'runModule',
    ]);
    for (const { scheduleToStartTimeout, scheduleToCloseTimeout, retryPolicy } of scheduled) {
      // No limit is told as none, or as ten years.
      for (const limit of [scheduleToStartTimeout, scheduleToCloseTimeout])
        expect(Number(limit?.seconds ?? 0) || Number.POSITIVE_INFINITY).toBeGreaterThan(7 * 86_400);
      // Each part counts its own attempts, without those that an outage of ours spoilt.
      expect(retryPolicy?.maximumAttempts ?? 0).toBe(0);
    }
  });

  it('ends as deleted, and nobody takes it for done, when the lookup is not in the record', async () => {
    let closed = false;
    const finishLookup = async () => {
      closed = true;
      return { planned: 0, checked: 0, matches: 0 };
    };
    const counts = await resultWith(fakeActivities({ planLookup: async () => missingLookup(), finishLookup }));
    expect(counts).toEqual({ planned: 0, checked: 0, matches: 0, deleted: true });
    expect(closed).toBe(false);
  });

  it.each([
    ['a shard', { probeShard: async () => missingLookup() }],
    ['a module', { planLookup: async () => steps({ modules: ['email'] }), runModule: async () => missingLookup() }],
    [
      'a module in its own worker',
      { planLookup: async () => steps({ shards: 0, modules: ['email'], brief: true }), runModule: async () => missingLookup() },
    ],
    ['the finish', { finishLookup: async () => missingLookup() }],
  ] satisfies [string, Partial<Activities>][])(
    'ends as deleted when %s finds the lookup gone, and tries nothing again',
    async (_, activities) => {
      expect(await resultWith(fakeActivities(activities))).toMatchObject({ deleted: true });
    },
  );

  it('when cancelled by hand it is not closed: the reconciler finds it unfinished', async () => {
    let closed = false;
    let underWay!: () => void;
    const started = new Promise<void>((resolve) => (underWay = resolve));
    const activities = fakeActivities({
      async probeShard() {
        underWay();
        return cancelled();
      },
      async finishLookup() {
        closed = true;
        return { planned: 0, checked: 0, matches: 0 };
      },
    });
    const failure = await run(activities, async (start, temporal) => {
      const handle = await start(temporal);
      await started;
      await handle.cancel();
      return handle.result().catch((error: unknown) => error);
    });
    expect((failure as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
    expect(closed).toBe(false);
  });
});
