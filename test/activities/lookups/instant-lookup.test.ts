import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createInstantActivities } from '../../../activities/lookups/single-activity.js';

const MINUTE = 60_000;

/** An instant lookup that began some minutes ago and whose sweep fails. @returns whether it was finished, and what it threw */
async function failing(fault: Error, minutes: number) {
  let isFinished = false;
  const { instantLookup } = createInstantActivities({
    planLookup: async () => ({ shards: 1, modules: ['email'], derived: false, brief: false }),
    probeShard: async () => {
      throw fault;
    },
    runModule: async () => ({ checks: 1 }),
    finishLookup: async () => {
      isFinished = true;
      return { planned: 1, checked: 0, matches: 0 };
    },
  } as never);
  const env = new MockActivityEnvironment({ scheduledTimestampMs: Date.now() - minutes * MINUTE });
  const thrown = await env.run(instantLookup, { lookupId: 'lkp_1' }).then(
    () => null,
    (error: unknown) => error,
  );
  return { isFinished, thrown };
}

describe('an instant lookup', () => {
  const own = new Error('a fault of ours');
  const outage = Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });

  it.each([
    { fault: own, minutes: 14, isFinished: false },
    { fault: own, minutes: 16, isFinished: true },
    { fault: outage, minutes: 14, isFinished: false },
    { fault: outage, minutes: 70, isFinished: false },
  ])(
    'with a part that fails by "$fault.message", after $minutes minutes, is finished: $isFinished',
    async ({ fault, minutes, isFinished }) => {
      expect(await failing(fault, minutes)).toEqual({ isFinished, thrown: isFinished ? null : fault });
    },
  );
});
