import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { createReconcileActivities } from '../../../activities/lookups/reconcile.js';
import { MAX_CONCURRENT_STARTS } from '../../../activities/runtime/start-all.js';
import type { AcceptedLookup, StalledLookupCursor } from '../../../src/features/lookups/lookup-ports.js';

const LOOKUPS = Array.from({ length: 1_234 }, (_, index) => ({
  id: `lkp_${String(index).padStart(5, '0')}`,
  accountId: 'acc_1',
  mode: 'deep' as const,
  kind: 'lookup' as const,
  queryType: 'email' as const,
  band: 'full' as const,
  acceptedAt: new Date(Date.UTC(2030, 0, 1) + Math.floor(index / 50)), // batches of fifty
}));

/** Pages of the lookups that are not finished, as the record gives them; those in `stuck` cannot be started, those in `hanging` not yet. */
function setUp(stuck: readonly string[] = [], hanging: ReadonlyMap<string, Promise<void>> = new Map()) {
  const started: string[] = [];
  const concurrency = { now: 0, max: 0 };
  const position = ({ acceptedAt, id }: { acceptedAt: Date | string; id: string }) => `${new Date(acceptedAt).toISOString()} ${id}`;
  const activities = createReconcileActivities({
    stalled: {
      unfinished: async (_, __, { limit, after }) =>
        LOOKUPS.filter((lookup) => after === null || position(lookup) > position(after)).slice(0, limit) as never,
    },
    lookupStarts: { count: async () => null },
    onSuspicion: () => undefined,
    starter: {
      start: async ({ id }: AcceptedLookup) => {
        if (stuck.includes(id)) throw new Error('not now');
        concurrency.max = Math.max(concurrency.max, ++concurrency.now);
        await (hanging.get(id) ?? new Promise((resolve) => setImmediate(resolve)));
        concurrency.now -= 1;
        started.push(id);
        return true;
      },
    },
  });
  const run = (heartbeatDetails?: StalledLookupCursor | null) => {
    const env = new MockActivityEnvironment({ heartbeatDetails });
    const received: (StalledLookupCursor | null)[] = [];
    env.on('heartbeat', (position: StalledLookupCursor | null) => received.push(position));
    return env.run(activities.reconcileLookups).then((result) => ({ result, received }));
  };
  return { started, concurrency, run };
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

  it('continues where it was interrupted', async () => {
    const cursor = (await setUp().run()).received[600] as StalledLookupCursor;
    const { started, run } = setUp();
    await run(cursor);
    expect(started).toEqual(IDS.slice(IDS.indexOf(cursor.id) + 1));
    expect(started.length).toBeLessThan(IDS.length - 500);
  });

  it('starts many at once, and never more than its limit', async () => {
    const { concurrency, run } = setUp();
    await run();
    expect(concurrency.max).toBe(MAX_CONCURRENT_STARTS);
  });

  it('is not held up by one whose start hangs, and an interrupted run tries that one again', async () => {
    let release = (): void => undefined;
    const hanging = IDS[40] as string;
    const { started, run } = setUp([], new Map([[hanging, new Promise<void>((resolve) => (release = resolve))]]));
    const running = run();
    await expect.poll(() => started.length).toBe(IDS.length - 1);
    release();
    const { result, received } = await running;
    expect(result).toEqual({ started: IDS.length });
    // All that time the cursor stayed before the one that hung.
    expect(received[received.length - 2]?.id).toBe(IDS[39]);
  });
});
