/** A worker among others: when it may send, what it tells them, and what it takes over. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOLE_MEMBER } from '../../../../src/engine/flow/fleet-shares.js';
import { fleetWorker, member, memoryFleet } from './support/fleet.js';
import { answered, following, settled, timedOut } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const RENEW_MS = 750;

/** A worker that has started among others. */
async function among(others: readonly ReturnType<typeof member>[] = [], options: Parameters<typeof fleetWorker>[1] = {}) {
  const memory = memoryFleet();
  for (const other of others) memory.members.set(other.id, other);
  const worker = fleetWorker(memory.store, options);
  await worker.fleet.start();
  const position = () => worker.fleet.position('direct');
  return { ...memory, ...worker, position };
}

describe('a worker', () => {
  it('sends nothing before it has joined, and alone has everything at once', async () => {
    const { store, members } = memoryFleet();
    const { fleet } = fleetWorker(store);
    expect(fleet.position('direct')).toBeNull();
    await fleet.start();
    await fleet.active;
    expect([fleet.position('direct'), members.get('me')]).toEqual([SOLE_MEMBER, member('me')]);
  });

  it('that joins waits until each other one has made room for it', async () => {
    const { fleet, members, position } = await among([member('a'), member('z', ['me'])]);
    let isActive = false;
    void fleet.active.then(() => (isActive = true));
    await pass(RENEW_MS);
    expect([position(), isActive]).toEqual([null, false]);
    members.set('a', member('a', ['me']));
    await pass(RENEW_MS);
    expect([position(), isActive]).toEqual([{ index: 1, members: 3 }, true]);
  });

  it('shares an egress with those alone that use it', async () => {
    const { fleet } = await among([member('a', ['me'], { egresses: ['x'] })], { names: ['x', 'y'] });
    expect(['x', 'y'].map((egress) => fleet.position(egress))).toEqual([{ index: 1, members: 2 }, SOLE_MEMBER]);
  });

  it('makes room only once it has no more in flight than its new share', async () => {
    const { slot, members } = await among();
    const slots = [await slot(), await slot()];
    for (const id of ['a', 'b']) members.set(id, member(id, ['me']));
    await pass(2 * RENEW_MS);
    expect(members.get('me')?.acknowledgedMembers).toEqual([]);
    for (const each of slots) each.end({ kind: 'none' });
    await pass(RENEW_MS);
    expect(members.get('me')?.acknowledgedMembers).toEqual(['a', 'b']);
  });

  it('goes on making room for one while it has too much in flight for another, until that one leaves', async () => {
    const { slot, members } = await among([member('a', ['me'])]);
    for (let n = 0; n < 9; n += 1) await slot({ host: `h${n}` });
    await pass(2 * RENEW_MS);
    members.set('b', member('b', ['me']));
    await pass(2 * RENEW_MS);
    expect(members.get('me')?.acknowledgedMembers).toEqual(['a']);
    members.delete('a');
    members.set('c', member('c', ['me']));
    await pass(2 * RENEW_MS);
    expect(members.get('me')?.acknowledgedMembers).toEqual([]);
  });

  it('starts nothing once its view is older than two seconds, and goes on with the next answer of the store', async () => {
    const { state, failures, position } = await among();
    state.down = 'renew';
    await pass(2_000);
    expect([position(), failures.length]).toEqual([SOLE_MEMBER, 2]);
    await pass(1);
    expect(position()).toBeNull();
    state.down = null;
    await pass(RENEW_MS);
    expect(position()).toEqual(SOLE_MEMBER);
  });

  it('whose lease has ended joins again, and waits for the others once more', async () => {
    const { members, asked, position } = await among();
    members.clear();
    members.set('a', member('a'));
    await pass(RENEW_MS);
    expect([position(), members.has('me')]).toEqual([null, true]);
    expect(asked.filter((what) => what === 'join')).toHaveLength(2);
    members.set('a', member('a', ['me']));
    await pass(RENEW_MS);
    expect(position()).toEqual({ index: 1, members: 2 });
  });

  it('that cannot reach the store when it starts joins when it can', async () => {
    const { store, state, asked } = memoryFleet();
    state.down = 'join';
    const { fleet, failures } = fleetWorker(store);
    await fleet.start();
    expect([failures.length, fleet.position('direct')]).toEqual([1, null]);
    state.down = null;
    await pass(RENEW_MS);
    expect([fleet.position('direct'), asked]).toEqual([SOLE_MEMBER, ['join', 'join']]);
  });

  it('that ends gives its place back and asks nothing more, whether the store hears of it or not', async () => {
    for (const down of [null, 'release']) {
      const { fleet, members, asked, state, position } = await among();
      state.down = down;
      await fleet.close();
      expect(position()).toBeNull();
      const before = asked.length;
      await pass(10 * RENEW_MS);
      expect([position(), members.size, asked.length]).toEqual([null, down ? 1 : 0, before]);
    }
  });

  it('lets those that wait go when it gets a position', async () => {
    const { acquire, members } = await among([member('a')]);
    const { order, follow } = following();
    follow('waits', acquire());
    await pass(RENEW_MS);
    expect(order).toEqual([]);
    members.set('a', member('a', ['me']));
    await pass(RENEW_MS);
    expect(order).toEqual(['waits']);
  });
});

describe('what a worker tells of itself', () => {
  it('is whether it takes work, at once, and how it is doing, with its longest queues', async () => {
    const load = { deferred: () => 3, reachability: () => ({ sent: 9, answered: 8 }) };
    const { fleet, flow, acquire, statuses } = await among([], { ...load, names: ['x'] });
    for (let host = 1; host <= 12; host += 1) for (let n = 0; n < 2 + host; n += 1) void acquire({ host: `h${host}` });
    for (const { health } of flow.egresses) for (let n = 0; n < 10; n += 1) health.recordFailure(`h${n}`, Date.now(), Date.now());
    await fleet.announce(true);
    const queues = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((waiting) => ({ host: `h${waiting}`, waiting }));
    expect(statuses.get('me')).toEqual({
      ...{ takesWork: true, inFlight: 24, waiting: 78, deferred: 3, reachability: { sent: 9, answered: 8 } },
      ...{ failedEgresses: ['x'], queues },
    });
    await fleet.announce(false);
    expect(statuses.get('me')).toMatchObject({ takesWork: false });
  });

  it('without work is nothing, and that it takes none until it says so', async () => {
    const { slot, statuses } = await among();
    (await slot()).end(answered());
    await pass(RENEW_MS);
    const none = { takesWork: false, inFlight: 0, waiting: 0, deferred: 0, failedEgresses: [], queues: [] };
    expect(statuses.get('me')).toEqual({ ...none, reachability: { sent: 0, answered: 0 } });
  });
});

describe('what workers share of hosts', () => {
  it('is told with the next exchange: limits, and that one was just lowered', async () => {
    const { slot, pushed } = await among();
    (await slot()).end({ kind: 'overloaded', latencyMs: 100 });
    await pass(RENEW_MS - 1);
    expect(pushed).toEqual([]);
    await pass(1);
    const lowered = { host: 'a', egress: 'direct', concurrency: 1, isDecrease: true, openForMs: null, trips: 0 };
    expect(pushed).toEqual([lowered]);
    await pass(2 * RENEW_MS);
    for (let n = 0; n < 40; n += 1) (await slot()).end(answered());
    await pass(RENEW_MS);
    expect(pushed[1]).toMatchObject({ concurrency: 2, isDecrease: false });
  });

  it('is told at once where a circuit opens, and again where the store did not take it', async () => {
    const { each, pushed, state, failures } = await among();
    state.down = 'push';
    await each(3, timedOut);
    await pass(0);
    expect([pushed, failures.length]).toEqual([[], 1]);
    state.down = null;
    await pass(RENEW_MS);
    expect(pushed).toHaveLength(1);
    expect(pushed[0]).toMatchObject({ host: 'a', isDecrease: true, openForMs: expect.any(Number), trips: 1 });
    expect(pushed[0]?.openForMs).toBeGreaterThan(1_000);
    expect(pushed[0]?.openForMs).toBeLessThanOrEqual(10_000);
    await pass(4 * RENEW_MS);
    expect(pushed).toHaveLength(1);
  });

  it('is no lowered limit where a response has just closed the circuit: the others close it too', async () => {
    const { slot, found, pushed } = await among([member('a', ['me'])]);
    found.push({ host: 'a', egress: 'direct', concurrency: 8, openForMs: 0, trips: 1 });
    await pass(RENEW_MS);
    for (const isTrial of [true, false]) {
      (await slot({ isTrial })).end({ kind: 'overloaded', latencyMs: 100 });
      await pass(10 * RENEW_MS);
    }
    expect(pushed.map(({ openForMs, isDecrease }) => [openForMs, isDecrease])).toEqual([
      [null, false],
      [null, true],
    ]);
  });

  it('is taken over from the others: when it starts, and while there are some, each once', async () => {
    const { flow, found, asked, members } = await among();
    expect(asked).toEqual(['join', 'pull after null']);
    await pass(RENEW_MS);
    expect(asked.slice(2)).toEqual(['renew']);
    members.set('a', member('a', ['me']));
    found.push({ host: 'h', egress: 'direct', concurrency: 5, openForMs: null, trips: 0 });
    found.push({ host: 'h', egress: 'unknown', concurrency: 5, openForMs: null, trips: 0 });
    await pass(RENEW_MS);
    expect(flow.lane('h', 'direct')?.limit.concurrency).toBe(5);
    await pass(RENEW_MS);
    expect(asked.slice(3)).toEqual(['renew', 'pull after 0', 'renew', 'pull after 2']);
  });

  it('is told once it is found while an exchange is under way, which none overtakes', async () => {
    const { each, state, asked, pushed } = await among();
    state.slow = 'renew';
    await pass(RENEW_MS + 50);
    await each(3, timedOut);
    await pass(50);
    expect(pushed).toHaveLength(1);
    await each(3, timedOut, { host: 'b' });
    await pass(10 * RENEW_MS);
    expect(asked.filter((what) => what === 'renew').length).toBeLessThanOrEqual(11);
    expect(pushed.map(({ host }) => host)).toEqual(['a', 'b']);
  });

  it('is not taken over where this worker has found something meanwhile', async () => {
    const { flow, found, slot, state } = await among([member('a', ['me'])]);
    found.push({ host: 'a', egress: 'direct', concurrency: 5, openForMs: null, trips: 0 });
    state.slow = 'pull';
    await pass(RENEW_MS + 50);
    (await slot()).end({ kind: 'overloaded', latencyMs: 100 });
    await pass(50);
    expect(flow.lane('a', 'direct')?.limit.concurrency).toBe(1);
  });

  it('lets those that wait go at once where there is more room than was known; what is lowered here is told as that', async () => {
    const { found, acquire, pushed, slot } = await among([member('a', ['me'])]);
    const { order, follow } = following();
    await slot();
    follow('waits', acquire());
    found.push({ host: 'a', egress: 'direct', concurrency: 8, openForMs: null, trips: 0 });
    await pass(RENEW_MS);
    expect(order).toEqual(['waits']);
    (await slot()).end({ kind: 'overloaded', latencyMs: 100 });
    await pass(RENEW_MS);
    expect(pushed).toMatchObject([{ isDecrease: true }]);
  });

  it('refuses those that wait where another one has found the host down, until the time that it told', async () => {
    const { flow, found, slot, acquire } = await among([member('a', ['me'])]);
    const { order, follow } = following();
    await slot();
    follow('waits', acquire());
    await settled();
    found.push({ host: 'a', egress: 'direct', concurrency: 2, openForMs: 5_000, trips: 2 });
    await pass(RENEW_MS);
    const lane = flow.lane('a', 'direct');
    expect([order, lane?.circuit.openUntil, lane?.circuit.trips]).toEqual([['waits: busy'], Date.now() + 5_000, 2]);
    found.push({ host: 'a', egress: 'direct', concurrency: 2, openForMs: null, trips: 0 });
    await pass(RENEW_MS);
    expect(lane?.circuit.openUntil).toBeNull();
  });

  it('has that an egress gives others no answers, as long as it does', async () => {
    const { flow, members } = await among([member('a', ['me'])]);
    const hasFailed = () => flow.egresses.map(({ health }) => health.hasFailedElsewhere);
    expect(hasFailed()).toEqual([false]);
    for (const [failedEgresses, expected] of [[['direct'], true] as const, [['other'], false] as const]) {
      members.set('a', member('a', ['me'], { failedEgresses }));
      members.set('b', member('b', ['me']));
      await pass(RENEW_MS);
      expect(hasFailed()).toEqual([expected]);
    }
  });

  it('is a trial that one of them makes', async () => {
    const { fleet } = await among();
    expect([await fleet.claimTrial('free'), await fleet.claimTrial('taken')]).toEqual([true, false]);
  });
});
