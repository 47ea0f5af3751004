/** What a release finds of Temporal's schedules, and what it leaves: on the real engine, in namespaces of its own. */
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporal, type TemporalClient } from '../../src/kernel/temporal/connection.js';
import { Schedules } from '../../src/temporal/schedules.js';
import { SCHEDULED, QUEUES } from '../../workflows/contracts.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { stackAddresses } from '../support/stack.js';

const PATIENT = { timeout: 120_000, interval: 100 };
const TEN_MINUTES_MS = 600_000;
const farFromFullTenMinutes = () => Date.now() % TEN_MINUTES_MS < TEN_MINUTES_MS - 30_000;

describe('schedules of an earlier release', () => {
  let temporal: TemporalClient;
  beforeAll(async () => {
    const { temporalAddress: address } = stackAddresses();
    temporal = openTemporal({ address, namespace: await createNamespace(address) });
    // As the commits before 714af3b9 and 56954d54 made them; one that no release has any more; and one of somebody else.
    await earlier('reconcile-lookups', 'reconcile', '1 minute', { paused: true });
    await earlier('forget-expired', 'retention', '1 hour', { note: 'looked at' });
    await earlier('count-everything', 'countEverything', '1 hour');
    await earlier('weekly-invoices', 'invoices', '1 hour', { queue: 'of-another-service' });
    // The list of schedules follows what is created; and what is counted below are runs that no time is the reason of.
    expect(await waitUntil(async () => (await ids()).length === 4 && farFromFullTenMinutes(), PATIENT.timeout)).toBe(true);
    await new Schedules({ temporal, queues: QUEUES }).ensure();
  });
  afterAll(async () => {
    for await (const { scheduleId } of temporal.client.schedule.list()) await temporal.client.schedule.getHandle(scheduleId).delete();
    await temporal.close();
  });

  interface More {
    readonly paused?: boolean;
    readonly note?: string;
    readonly queue?: string;
  }

  const earlier = (
    scheduleId: string,
    workflowType: string,
    every: '1 minute' | '1 hour',
    { queue = QUEUES.lookups, ...state }: More = {},
  ) =>
    temporal.client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      state,
      action: {
        type: 'startWorkflow',
        workflowType,
        workflowId: scheduleId,
        taskQueue: queue,
        args: [],
        workflowExecutionTimeout: '10 minutes',
      },
      memo: { purpose: 'something' },
    });

  async function shown(id: string) {
    const { spec, action, state } = await temporal.client.schedule.getHandle(id).describe();
    return { everyMs: spec.intervals?.map(({ every }) => every), withinMs: action.workflowExecutionTimeout, ...state };
  }
  const ids = async () => {
    const found: string[] = [];
    for await (const { scheduleId } of temporal.client.schedule.list()) found.push(scheduleId);
    return found.sort();
  };

  it('are changed to what this release wants, and stay paused', async () => {
    expect(await shown('reconcile-lookups')).toMatchObject({ everyMs: [30_000], withinMs: 600_000, paused: true });
    expect(await shown('forget-expired')).toMatchObject({ everyMs: [3_600_000], withinMs: 21_600_000, paused: false, note: 'looked at' });
  });

  it('are deleted when this release has them no more; those of others in the namespace stay', async () => {
    await expect.poll(ids, PATIENT).toEqual([...SCHEDULED.map(({ id }) => id), 'weekly-invoices'].sort());
  });

  it('are left alone when they are as they should be; what looks after restored lookups runs at each start of a worker', async () => {
    const updates = async () => {
      const described = await Promise.all(SCHEDULED.map(({ id }) => temporal.client.schedule.getHandle(id).describe()));
      return described.map(({ info }) => info.lastUpdatedAt?.getTime());
    };
    /** Also those that were left out, because nobody carries out the one before. */
    const runs = async (id: string) => {
      const { numActionsTaken, numActionsSkippedOverlap } = (await temporal.client.schedule.getHandle(id).describe()).info;
      return numActionsTaken + numActionsSkippedOverlap;
    };
    await expect.poll(() => runs('reconcile-running-lookups'), PATIENT).toBe(1);
    // Temporal names a run by its second, and leaves out another one of the same second (its issue 3614) without counting it.
    const { recentActions } = (await temporal.client.schedule.getHandle('reconcile-running-lookups').describe()).info;
    const second = (at: Date | undefined) => Math.floor(Number(at) / 1000);
    await expect.poll(() => second(new Date()), PATIENT).toBeGreaterThan(second(recentActions[0]?.takenAt));
    const before = await updates();
    await new Schedules({ temporal, queues: QUEUES }).ensure();
    await expect.poll(() => runs('reconcile-running-lookups'), PATIENT).toBe(2);
    expect(await runs('compress-results')).toBe(1);
    expect(await updates()).toEqual(before);
  });

  it('that were deleted by hand are created again, and changes of an hour are left to whoever made them', async () => {
    const schedules = new Schedules({ temporal, queues: QUEUES });
    await schedules.ensure();
    await temporal.client.schedule.getHandle('chain-audit-log').delete();
    await temporal.client.schedule.getHandle('compress-results').update(({ state, action, policies }) => ({
      state: { paused: state.paused },
      action: action as never,
      policies,
      spec: { intervals: [{ every: '5 minutes' }] },
    }));
    await schedules.ensure();
    expect(await shown('chain-audit-log')).toMatchObject({ everyMs: [3_600_000] });
    expect(await shown('compress-results')).toMatchObject({ everyMs: [300_000] });
  });
});
