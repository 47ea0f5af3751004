import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createReconcileActivities } from '../../activities/reconcile.js';
import type { LookupPlace, LookupTicket } from '../../src/domain/lookup-ports.js';

const LOOKUPS = Array.from({ length: 1_234 }, (_, index) => ({
  id: `lkp_${String(index).padStart(5, '0')}`, accountId: 'acc_1', delivery: 'deep' as const, kind: 'lookup' as const, queryType: 'email' as const,
  band: 'full' as const, acceptedAt: new Date(Date.UTC(2030, 0, 1) + Math.floor(index / 50)), // batches of fifty
}));

/** Pages of the lookups that are not finished, as the record gives them; those in `stuck` cannot be started. */
function setUp(stuck: readonly string[] = []) {
  const started: string[] = [];
  const place = ({ acceptedAt, id }: { acceptedAt: Date | string; id: string }) => `${new Date(acceptedAt).toISOString()} ${id}`;
  const activities = createReconcileActivities({
    stalled: {
      unfinished: async (_, { limit, after }) => LOOKUPS.filter((lookup) => after === null || place(lookup) > place(after)).slice(0, limit) as never,
    },
    starter: {
      start: async ({ id }: LookupTicket) => {
        if (stuck.includes(id)) throw new Error('not now');
        started.push(id);
      },
    },
  });
  const run = (heartbeatDetails?: LookupPlace) => {
    const env = new MockActivityEnvironment({ heartbeatDetails });
    const heard: LookupPlace[] = [];
    env.on('heartbeat', (place: LookupPlace) => heard.push(place));
    return env.run(activities.reconcileLookups).then((result) => ({ result, heard }));
  };
  return { started, run };
}
const IDS = LOOKUPS.map(({ id }) => id);

describe('the reconciler', () => {
  it('starts every unfinished lookup, however many there are before it', async () => {
    const { started, run } = setUp();
    expect((await run()).result).toEqual({ started: IDS.length });
    expect(started).toEqual(IDS);
  });

  it('is not held up by one that cannot be started', async () => {
    const { started, run } = setUp([IDS[0] as string, IDS[700] as string]);
    expect((await run()).result).toEqual({ started: IDS.length - 2 });
    expect(started).toEqual(IDS.filter((_, index) => index !== 0 && index !== 700));
  });

  it('goes on where it was interrupted', async () => {
    const place = (await setUp().run()).heard[600] as LookupPlace;
    const { started, run } = setUp();
    await run(place);
    expect(started).toEqual(IDS.slice(601));
  });
});
