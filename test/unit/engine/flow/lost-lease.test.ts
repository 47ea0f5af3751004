import { expect, it, onTestFinished, vi } from 'vitest';
import { type FleetPosition, SOLE_MEMBER } from '../../../../src/engine/flow/fleet-shares.js';
import { following, harness, settled } from './support/harness.js';

/** Questions for the worker's position that one run of this test asks, and more. */
const MOMENTS = 40;

it('no request is lost when the lease of the fleet ends at any moment, also while a slot is given: it waits, and goes on with the next lease', async () => {
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    let left = moment;
    let isRenewed = false;
    const { flow, acquire } = harness({ position: () => (isRenewed || left-- > 0 ? SOLE_MEMBER : null) });
    const { order, slots, follow, end } = following();
    for (const host of ['a', 'b', 'c']) for (const n of [1, 2, 3]) follow(`${host}${n}`, acquire({ host }));
    await settled();
    const given = slots.size;
    expect([order.length, flow.inFlight, flow.waiting], `lease over at question ${moment}`).toEqual([given, given, 9 - given]);
    isRenewed = true;
    flow.serveWaiting();
    await settled();
    while (slots.size > 0) await end([...slots.keys()][0] ?? '', { kind: 'answered', latencyMs: 10 });
    expect([order.length, flow.inFlight, flow.waiting], `lease over at question ${moment}`).toEqual([9, 0, 0]);
  }
});

it('a request waits ten times as long while this worker has no position in the fleet; one of an instant lookup does not', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  let position: FleetPosition | null = null;
  const { flow, acquire } = harness({ position: () => position });
  const { order, follow } = following();
  follow('first', acquire({ maxWaitMs: 1_000 }));
  follow('instant', acquire({ maxWaitMs: 1_000, requestClass: 'instant' }));
  await pass(5_000);
  expect(order).toEqual(['instant: busy']);
  position = { index: 0, members: 1 };
  flow.serveWaiting();
  await settled();
  expect(order).toEqual(['instant: busy', 'first']);
  position = null;
  follow('second', acquire({ maxWaitMs: 1_000 }));
  await pass(10_900);
  expect(order).toHaveLength(2);
  await pass(200);
  expect(order.at(-1)).toBe('second: busy');
});
