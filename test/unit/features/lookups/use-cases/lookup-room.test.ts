import { describe, expect, it } from 'vitest';
import { LookupRoom } from '../../../../../src/features/lookups/use-cases/lookup-room.js';

/** A service whose lookups under way are counted from the database, which knows of none that is accepted meanwhile. */
function setUp(underWay: Record<string, number>, workers = 1) {
  const state = { underWay, workers, now: 0, isDown: false };
  const ports = {
    reader: {
      underWay: async () => {
        if (state.isDown) throw new Error('no database');
        return Object.entries(state.underWay).map(([accountId, count]) => ({ accountId, count }));
      },
    },
    fleet: { workers: async () => state.workers },
    now: () => state.now,
  };
  const room = new LookupRoom(ports, 'async');
  /** How many of a number of lookups have room. */
  const taken = async (accountId: string, count: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, () => room.take(accountId)));
    return answers.filter(Boolean).length;
  };
  return { state, taken };
}

describe('room for asynchronous lookups', () => {
  it('is as many as 24 for each worker, those included that were accepted since the counts were read', async () => {
    expect(await setUp({}).taken('many', 100)).toBe(24);
    expect(await setUp({ many: 20 }).taken('many', 100)).toBe(4);
    expect(await setUp({ many: 20 }, 3).taken('many', 100)).toBe(52);
    expect(await setUp({}, 0).taken('many', 100)).toBe(24);
  });

  it('is there again once lookups have finished', async () => {
    const { state, taken } = setUp({ many: 24 });
    expect(await taken('many', 1)).toBe(0);
    state.underWay = { many: 10 };
    state.now = 499;
    expect(await taken('many', 1)).toBe(0);
    state.now = 500;
    expect(await taken('many', 100)).toBe(14);
  });

  it('is there for an account with fewer than its share, whatever another one sends', async () => {
    const { taken } = setUp({ many: 400 });
    expect(await taken('many', 1)).toBe(0);
    expect(await taken('few', 3)).toBe(3);
  });

  it('is taken to be there while the counts cannot be read', async () => {
    const { state, taken } = setUp({ many: 400 });
    state.isDown = true;
    expect(await taken('many', 1)).toBe(1);
    state.isDown = false;
    expect(await taken('many', 1)).toBe(0);
  });
});
