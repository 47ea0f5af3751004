import { describe, expect, it } from 'vitest';
import { EventLoopThrottle } from '../../../../src/engine/http/event-loop-throttle.js';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Begins `count` pieces as there is room. @returns how many had begun after each of `iterations` ticks, the one under way first */
async function begunAfterTicks(
  pace: EventLoopThrottle,
  count: number,
  iterations: number,
  eachTick: () => void = () => undefined,
): Promise<number[]> {
  let begun = 0;
  pace.onRoom = () => {
    for (; pace.hasRoom && begun < count; begun += 1) pace.count();
  };
  pace.onRoom();
  const seen: number[] = [];
  for (let i = 0; i < iterations; i += 1) {
    seen.push(begun);
    eachTick();
    await tick();
  }
  return seen;
}

describe('the pace at which calls begin', () => {
  it('a few begin in each turn of the event loop', async () => {
    expect(await begunAfterTicks(new EventLoopThrottle(3, () => 0), 7, 4)).toEqual([3, 6, 7, 7]);
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
