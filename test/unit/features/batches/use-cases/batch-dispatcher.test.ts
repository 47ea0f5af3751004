import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Band, BANDS } from '../../../../../src/engine/catalogue/rules/bands.js';
import { SOLE_MEMBER, type FleetPosition } from '../../../../../src/engine/flow/fleet-shares.js';
import type { AcceptedLookup } from '../../../../../src/features/lookups/lookup-ports.js';
import { BatchDispatcher } from '../../../../../src/features/batches/use-cases/batch-dispatcher.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** An outbox of lookups, items of a batch, and a worker that plans what was started when it is told to. */
function setUp(count: number, items = 0) {
  const lookupOf = (id: string, band: Band): AcceptedLookup => ({
    id,
    accountId: 'acc_1',
    mode: 'batch',
    kind: 'lookup',
    queryType: 'username',
    band,
  });
  const accepted = Array.from({ length: count }, (_, n) => lookupOf(`lkp_${n}`, 'deep'));
  const registry = {
    position: SOLE_MEMBER as FleetPosition | null,
    roomFor: BANDS as readonly Band[],
    reads: 0,
    itemsLeft: items,
    steps: 0,
    isDatabaseDown: false,
    isEngineDown: false,
    isUnderWay: false,
    unplannable: [] as string[],
    faulty: '',
    started: [] as string[],
    failures: [] as unknown[],
  };
  const dispatcher = new BatchDispatcher({
    progress: {
      acceptNext: async (_, ahead) => {
        registry.steps += 1;
        if (registry.isDatabaseDown) throw new Error('no database');
        const next = accepted.length < ahead ? Math.min(8, registry.itemsLeft) : 0;
        for (let n = 0; n < next; n += 1) accepted.push(lookupOf(`lkp_item_${registry.itemsLeft--}`, 'default'));
        return next;
      },
      finishDone: async () => 0,
    },
    outbox: {
      next: async (_, limit, bands) => {
        registry.reads += 1;
        return accepted.filter(({ band }) => bands.includes(band)).slice(0, limit);
      },
    },
    starter: {
      start: async ({ id }) => {
        if (registry.isEngineDown) throw new Error('no engine');
        registry.started.push(id);
        if (registry.faulty === id) throw new Error('no start');
        return !registry.isUnderWay && !registry.unplannable.includes(id);
      },
    },
    position: () => registry.position,
    hasRoom: (band) => registry.roomFor.includes(band),
    onFailure: (error) => void registry.failures.push(error),
  });
  const plan = (): void => {
    for (const id of registry.started.filter((each) => each !== registry.faulty && !registry.unplannable.includes(each))) {
      const at = accepted.findIndex((lookup) => lookup.id === id);
      if (at >= 0) accepted.splice(at, 1);
    }
  };
  const accept = (id: string, band: Band): void => void accepted.push(lookupOf(id, band));
  return { state: registry, dispatcher, plan, accept, accepted };
}

describe('items of batches', () => {
  it('are accepted as fast as their lookups start, and few ahead of them', async () => {
    const { state, dispatcher, plan, accepted } = setUp(0, 1_000);
    let most = 0;
    for (let n = 0; n < 100; n += 1) {
      await pass(50);
      plan();
      most = Math.max(most, accepted.length);
      if (n > 10) expect(accepted.length).toBeGreaterThan(0);
    }
    expect(most).toBeLessThan(16);
    expect(state.started.length).toBeGreaterThan(150);
    expect(1_000 - state.itemsLeft - state.started.length).toBeLessThan(16);
    await dispatcher.close();
  });

  it('are looked for seldom when there are none', async () => {
    const { state, dispatcher } = setUp(0);
    await pass(10_000);
    expect(state.steps).toBeLessThanOrEqual(41);
    await dispatcher.close();
  });

  it('are looked for as seldom while lookups without items are started', async () => {
    const { state, dispatcher } = setUp(100);
    await pass(10_000);
    expect(state.reads).toBeGreaterThan(100);
    expect(state.steps).toBeLessThanOrEqual(41);
    await dispatcher.close();
  });

  it('wait for a position in the fleet, and for a database that is away', async () => {
    const { state, dispatcher } = setUp(0, 8);
    Object.assign(state, { position: null, isDatabaseDown: true });
    await pass(5_000);
    expect(state.failures).toEqual([]);
    state.position = SOLE_MEMBER;
    await pass(300);
    expect(state.failures.length).toBeGreaterThan(0);
    state.isDatabaseDown = false;
    await pass(600);
    expect(state.itemsLeft).toBe(0);
    expect(state.started).toHaveLength(2);
    await dispatcher.close();
  });

  it('that cannot be accepted keep no lookup from being started', async () => {
    const { state, dispatcher } = setUp(2, 8);
    state.isDatabaseDown = true;
    await pass(600);
    expect(state.started).toEqual(['lkp_0', 'lkp_1']);
    await dispatcher.close();
  });
});

describe('lookups of batches', () => {
  it('are started two at a time: further ones when those are planned', async () => {
    const { state, dispatcher, plan } = setUp(5);
    await pass(2_000);
    expect(state.started).toEqual(['lkp_0', 'lkp_1']);
    plan();
    await pass(300);
    expect(state.started).toEqual(['lkp_0', 'lkp_1', 'lkp_2', 'lkp_3']);
    plan();
    await pass(300);
    expect(state.started).toEqual(['lkp_0', 'lkp_1', 'lkp_2', 'lkp_3', 'lkp_4']);
    await dispatcher.close();
  });

  it.each([
    ['without room', { roomFor: [] }],
    ['without a place in the fleet', { position: null }],
  ])('are not started %s, and are once there is', async (_, before) => {
    const { state, dispatcher } = setUp(1);
    Object.assign(state, before);
    await pass(3_000);
    expect(state.started).toEqual([]);
    Object.assign(state, { roomFor: BANDS, position: SOLE_MEMBER });
    await pass(300);
    expect(state.started).toEqual(['lkp_0']);
    await dispatcher.close();
  });

  it('of the default band are started while there is no room for deep ones, whose turn comes when there is', async () => {
    const { state, dispatcher, plan, accept } = setUp(4);
    await pass(300);
    plan();
    state.roomFor = ['instant', 'default'];
    await pass(2_000);
    accept('lkp_short', 'default');
    await pass(500);
    expect(state.started).toEqual(['lkp_0', 'lkp_1', 'lkp_short']);
    plan();
    const before = state.reads;
    await pass(10_000);
    expect(state.reads - before).toBeLessThanOrEqual(10_000 / 250 + 1);
    state.roomFor = BANDS;
    await pass(100);
    expect(state.started).toEqual(['lkp_0', 'lkp_1', 'lkp_short', 'lkp_2', 'lkp_3']);
    await dispatcher.close();
  });

  it('that could not be started are started five seconds later, and those that are not planned again after a minute', async () => {
    const { state, dispatcher } = setUp(1);
    state.isEngineDown = true;
    await pass(1_000);
    expect(state.failures).toHaveLength(1);
    state.isEngineDown = false;
    await pass(5_000);
    expect(state.started).toEqual(['lkp_0']);
    await pass(60_500);
    expect(state.started).toEqual(['lkp_0', 'lkp_0']);
    await dispatcher.close();
  });

  it('that have an execution already, which a restore may have made useless, are started again every five seconds', async () => {
    const { state } = setUp(1);
    state.isUnderWay = true;
    await pass(20_000);
    expect(state.started.length).toBeGreaterThanOrEqual(3);
    expect(state.started.length).toBeLessThanOrEqual(5);
  });

  it('that are never planned hold up the others for five seconds only, however many they are', async () => {
    const { state, dispatcher } = setUp(40);
    await pass(4_900);
    expect(state.started).toHaveLength(2);
    await pass(50_000);
    expect(state.started.length).toBeGreaterThan(18);
    expect(new Set(state.started).size).toBe(state.started.length);
    await dispatcher.close();
  });

  it('of which some are never planned, or cannot be started, take one place of two, in turn: the others go on', async () => {
    const { state, dispatcher, plan, accept } = setUp(60);
    Object.assign(state, { unplannable: ['lkp_0', 'lkp_2'], faulty: 'lkp_1' });
    for (let seconds = 0; seconds < 45; seconds += 1) {
      await pass(1_000);
      plan();
      accept(`lkp_later_${seconds}`, 'deep');
    }
    const startsOf = (id: string) => state.started.filter((each) => each === id).length;
    for (const id of ['lkp_0', 'lkp_1', 'lkp_2']) expect(startsOf(id)).toBeGreaterThanOrEqual(3);
    expect(new Set(state.started).size).toBeGreaterThan(35);
    await dispatcher.close();
  });

  it('are not started any more by a worker that ends', async () => {
    const { state, dispatcher } = setUp(1);
    await dispatcher.close();
    await pass(5_000);
    expect(state.started).toEqual([]);
  });
});
