import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartPace } from '../../../../src/engine/flow/slots.js';
import { following, harness, settled } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Room for so many starts, until `turn` gives it anew. */
function paceOf(perTurn: number): StartPace & { turn(): Promise<void> } {
  let left = perTurn;
  return {
    get hasRoom() {
      return left > 0;
    },
    count: () => void (left -= 1),
    onRoom: () => undefined,
    async turn() {
      left = perTurn;
      this.onRoom();
      await settled();
    },
  };
}

describe('calls that nobody waits for', () => {
  it('begin a few in each turn of the event loop, in the order in which they came, and hold no slot before', async () => {
    const pace = paceOf(2);
    const { flow, acquire } = harness({ pace });
    const { order, follow } = following();
    for (let n = 0; n < 5; n += 1) follow(`${n}`, acquire({ host: `host ${n}` }));
    await settled();
    expect([order, flow.inFlight, flow.waiting]).toEqual([['0', '1'], 2, 3]);
    await pace.turn();
    expect(order).toEqual(['0', '1', '2', '3']);
    await pace.turn();
    expect(order).toEqual(['0', '1', '2', '3', '4']);
  });

  it('leave the way free for those that somebody waits for, at their host and at others', async () => {
    const pace = paceOf(1);
    const { acquire } = harness({ pace });
    const { order, follow } = following();
    follow('first', acquire({ host: 'c' }));
    for (let n = 0; n < 2; n += 1) follow(`${n}`, acquire({ host: 'a' }));
    follow('same host', acquire({ host: 'a', requestClass: 'wait' }));
    follow('other host', acquire({ host: 'b', requestClass: 'instant' }));
    await settled();
    expect(order).toEqual(['first', 'same host', 'other host']);
    await pace.turn();
    expect(order.at(-1)).toBe('0');
  });

  it('make no host busy while they only wait for a turn', async () => {
    const pace = paceOf(1);
    const { acquire } = harness({ pace });
    const { order, follow } = following();
    follow('first', acquire({ host: 'a' }));
    follow('later', acquire({ host: 'b', maxWaitMs: 1_000 }));
    await pass(5_000);
    expect(order).toEqual(['first']);
    await pace.turn();
    expect(order).toEqual(['first', 'later']);
  });

  it('at slow hosts begin first', async () => {
    const pace = paceOf(1);
    const { acquire } = harness({ pace });
    const { order, follow } = following();
    follow('first', acquire({ host: 'a' }));
    follow('quick', acquire({ host: 'b' }));
    follow('slow', acquire({ host: 'c', isSlow: true }));
    await settled();
    await pace.turn();
    expect(order).toEqual(['first', 'slow']);
  });

  it('go on at once where they have begun, before others begin', async () => {
    const pace = paceOf(1);
    const { acquire } = harness({ pace });
    const { order, follow } = following();
    follow('first', acquire({ host: 'a' }));
    follow('begins', acquire({ host: 'b' }));
    follow('goes on', acquire({ host: 'b', hasBegun: true }));
    await settled();
    expect(order).toEqual(['first', 'goes on']);
  });
});
