import { expect, it } from 'vitest';
import { SOLE_MEMBER } from '../../../../src/engine/flow/shares.js';
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
