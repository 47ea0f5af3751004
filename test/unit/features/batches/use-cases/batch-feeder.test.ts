import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BANDS } from '../../../../../src/engine/catalogue/rules/bands.js';
import { SOLE_MEMBER, type FleetPosition } from '../../../../../src/engine/flow/fleet-shares.js';
import { BatchFeeder } from '../../../../../src/features/batches/use-cases/batch-feeder.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A feeder, and a store whose items others start at a rate. */
function setUp(items: number, startsPerSecond: number) {
  const state = {
    position: SOLE_MEMBER as FleetPosition | null,
    left: items,
    waiting: 0,
    steps: 0,
    failures: [] as unknown[],
    isDown: false,
  };
  const starting = setInterval(() => (state.waiting = Math.max(0, state.waiting - 1)), 1_000 / startsPerSecond);
  const feeder = new BatchFeeder({
    progress: {
      startNext: async (_, ahead) => {
        state.steps += 1;
        if (state.isDown) throw new Error('no database');
        const accepted = state.waiting < ahead ? Math.min(8, state.left) : 0;
        state.left -= accepted;
        state.waiting += accepted;
        return accepted;
      },
      finishDone: async () => 0,
    },
    position: () => state.position,
    hasRoom: () => BANDS.length > 0,
    onFailure: (error) => void state.failures.push(error),
  });
  const close = async () => {
    clearInterval(starting);
    await feeder.close();
  };
  return { state, close };
}

describe('items of batches', () => {
  it('are accepted as fast as their lookups start, and few ahead of them', async () => {
    const { state, close } = setUp(1_000, 100);
    await pass(1_000);
    let most = 0;
    for (let n = 0; n < 100; n += 1) {
      await pass(50);
      most = Math.max(most, state.waiting);
      expect(state.waiting).toBeGreaterThan(0);
    }
    expect(most).toBeLessThan(16);
    expect(1_000 - state.left).toBeGreaterThan(590);
    await close();
  });

  it('are looked for seldom when there are none', async () => {
    const { state, close } = setUp(8, 100);
    await pass(10_000);
    const before = state.steps;
    await pass(10_000);
    expect(state.steps - before).toBe(20);
    await close();
  });

  it('wait for a position in the fleet, and for a database that is away', async () => {
    const { state, close } = setUp(8, 100);
    state.position = null;
    state.isDown = true;
    await pass(5_000);
    expect(state.failures).toEqual([]);
    state.position = SOLE_MEMBER;
    await pass(600);
    expect(state.failures).toHaveLength(1);
    state.isDown = false;
    await pass(600);
    expect(state.left).toBe(0);
    await close();
  });
});
