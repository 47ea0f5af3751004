import { describe, expect, it } from 'vitest';
import { EventLoopThrottle } from '../../../../src/engine/http/event-loop-throttle.js';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Asks for `count` pieces. @returns how many had begun after each of `iterations` ticks, the one under way first */
async function begunAfterTicks(
  pace: EventLoopThrottle,
  count: number,
  iterations: number,
  eachTick: () => void = () => undefined,
): Promise<number[]> {
  let begun = 0;
  for (let i = 0; i < count; i += 1) void pace.acquire().then(() => (begun += 1));
  const seen: number[] = [];
  for (let i = 0; i < iterations; i += 1) {
    await Promise.resolve();
    seen.push(begun);
    eachTick();
    await tick();
  }
  return seen;
}

describe('the pace at which calls begin', () => {
  it('a few begin in each turn of the event loop, in the order in which they came', async () => {
    const pace = new EventLoopThrottle(3, () => 0);
    const order: number[] = [];
    for (let i = 0; i < 7; i += 1) void pace.acquire().then(() => order.push(i));
    await Promise.resolve();
    expect(order).toEqual([0, 1, 2]);
    await tick();
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    await tick();
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('while turns are long one begins in each, so that what was begun is carried on first', async () => {
    let now = 0;
    const seen = await begunAfterTicks(new EventLoopThrottle(8, () => now), 20, 5, () => (now += 51));
    expect(seen).toEqual([8, 9, 10, 11, 12]);
  });

  it('when turns are short again, as many begin as before', async () => {
    let now = 0;
    let iterations = 0;
    const seen = await begunAfterTicks(new EventLoopThrottle(8, () => now), 40, 5, () => (now += (iterations += 1) <= 2 ? 51 : 1));
    expect(seen).toEqual([8, 9, 10, 18, 26]);
  });

  it('after a pause the next ones begin at once', async () => {
    const pace = new EventLoopThrottle(2, () => 0);
    expect(await begunAfterTicks(pace, 2, 3)).toEqual([2, 2, 2]);
    expect(await begunAfterTicks(pace, 2, 1)).toEqual([2]);
  });
});
