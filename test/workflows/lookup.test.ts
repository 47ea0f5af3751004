import { activityInfo, cancelled } from '@temporalio/activity';
import { CancelledFailure, type WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activities } from '../../activities/index.js';
import { countingAttempts } from '../../activities/runtime/attempts.js';
import { missingLookup } from '../../activities/runtime/failures.js';
import { newId } from '../../src/adapters/ids.js';
import { timeSkippingServer } from '../../tools/embedded/test-stack.js';
import { lookupContract, type LookupInput } from '../../workflows/contracts.js';
import type { lookup } from '../../workflows/index.js';
import { installQuietRuntime, serviceBundle } from './support/bundles.js';
import { withTemporalWorkers, type TemporalWorkers } from './support/temporal-workers.js';
import { failingFirst, fakeActivities, steps } from './support/fake-activities.js';

/** The hour of a shard passes at once here. */
describe('the lookup workflow, on the server that skips time', () => {
  let env: TestWorkflowEnvironment;
  let workflowBundle: WorkflowBundleWithSourceMap;

  beforeAll(async () => {
    installQuietRuntime();
    const path = await timeSkippingServer();
    [env, workflowBundle] = await Promise.all([
      TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } }),
      serviceBundle(),
    ]);
    await env.connection.operatorService.addSearchAttributes({
      namespace: 'default',
      searchAttributes: { FootprintState: 2, FootprintPlanned: 3, FootprintChecked: 3, FootprintMatches: 3 },
    });
  });
  afterAll(() => env.teardown());

  function run<T>(activities: Activities, use: (start: typeof startLookup, temporal: TemporalWorkers) => Promise<T>): Promise<T> {
    return withTemporalWorkers({ address: env.address, activities, workflowBundle }, (temporal) => use(startLookup, temporal));
  }
  async function startLookup({ queues }: TemporalWorkers) {
    const input: LookupInput = { lookupId: newId('lookup'), sweepQueue: queues.sweeps };
    return env.client.workflow.start<typeof lookup>(lookupContract.type, {
      workflowId: lookupContract.id(input.lookupId),
      taskQueue: queues.lookups,
      args: [input],
    });
  }
  const resultWith = (activities: Activities) => run(activities, async (start, temporal) => (await start(temporal)).result());

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
      const now = await env.currentTimeMs();
      if (Number.isNaN(awayUntil)) awayUntil = now + 70 * 60_000;
      if (now >= awayUntil) return void answered.add(name);
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

  it('carries a brief module on as an ordinary activity, which outlasts seventy minutes without Postgres', async () => {
    const until = (await env.currentTimeMs()) + 70 * 60_000;
    const places = new Set<boolean>();
    const runModule = countingAttempts(async () => {
      places.add(activityInfo().isLocal);
      if ((await env.currentTimeMs()) < until) throw Object.assign(new Error('away'), { code: '57P03' });
      return { checks: 1 };
    });
    let stored = false;
    const counted = async (...args: Parameters<typeof runModule>) => {
      const result = await runModule(...args);
      stored = true;
      return result;
    };
    await resultWith(fakeActivities({ planLookup: async () => steps({ shards: 0, modules: ['ip'], brief: true }), runModule: counted }));
    expect({ stored, places: [...places] }).toEqual({ stored: true, places: [true, false] });
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
