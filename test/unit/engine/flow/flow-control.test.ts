import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FleetPosition } from '../../../../src/engine/flow/fleet-shares.js';
import { answered, following, harness, never, settled, timedOut } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('requests in flight at a host', () => {
  it('are two at first, and up to eight while it answers as quickly as alone', async () => {
    const { flow, acquire } = harness();
    const { order, slots, follow, end } = following();
    for (let n = 0; n < 40; n += 1) follow(`${n}`, acquire());
    await settled();
    expect([order.length, flow.inFlight, flow.waiting]).toEqual([2, 2, 38]);
    for (let n = 0; n < 20; n += 1) {
      await pass(100);
      await end(`${n}`, answered());
    }
    expect([slots.size, flow.inFlight]).toEqual([8, 8]);
  });

  it('are as many as its entry allows, where that is less', async () => {
    const { flow, acquire } = harness();
    const { follow } = following();
    for (let n = 0; n < 5; n += 1) follow(`${n}`, acquire({ limits: { maxConcurrency: 1 } }));
    await settled();
    expect([flow.inFlight, flow.waiting]).toEqual([1, 4]);
  });

  it('are as many as its entry allows, also when another worker was heard of the host first', async () => {
    const { flow, acquire } = harness();
    flow.lane('a', 'direct')?.adopt({ concurrency: 8, openUntil: null, trips: 0 });
    const { follow } = following();
    for (let n = 0; n < 5; n += 1) follow(`${n}`, acquire({ limits: { maxConcurrency: 1 } }));
    await settled();
    expect([flow.inFlight, flow.waiting]).toEqual([1, 4]);
  });

  it('are half as many after a refusal or a timeout, once for a burst', async () => {
    const { flow, slot, each } = harness();
    const lane = flow.lane('a', 'direct');
    for (let round = 0; round < 2; round += 1) {
      const held = [];
      while (flow.hasFreeSlot('a', 'a')) held.push(await slot());
      for (const one of held) one.end(answered());
    }
    const before = lane?.limit.concurrency ?? 0;
    expect(before).toBeGreaterThanOrEqual(4);
    await each(3, { kind: 'overloaded', latencyMs: 5 });
    expect(lane?.limit.concurrency).toBe(Math.floor(before / 2));
    await pass(1_000);
    await each(1, timedOut);
    expect(lane?.limit.concurrency).toBe(Math.floor(Math.floor(before / 2) / 2));
  });

  it("are never more than this worker's share, which it learns of at once", async () => {
    let position: FleetPosition | null = null;
    const { flow, acquire } = harness({ position: () => position });
    const { order, follow } = following();
    for (let n = 0; n < 6; n += 1) follow(`${n}`, acquire());
    await settled();
    expect(order).toEqual([]);
    position = { index: 0, members: 2 };
    flow.serveWaiting();
    await settled();
    expect(flow.inFlight).toBe(1);
    position = { index: 0, members: 1 };
    flow.serveWaiting();
    await settled();
    expect(flow.inFlight).toBe(2);
  });

  it("are within this worker's share only when those started within the last second are, too", async () => {
    let position: FleetPosition = { index: 0, members: 1 };
    const { flow, each } = harness({ host: { maxConcurrency: 8, perSecond: 10 }, position: () => position });
    await each(10, answered(), { requestClass: 'wait' });
    expect(flow.isWithinShares()).toBe(true);
    position = { index: 0, members: 2 };
    expect(flow.isWithinShares()).toBe(false);
    await pass(1_000);
    expect(flow.isWithinShares()).toBe(true);
  });

  it('end once: a slot that is given back twice is free once', async () => {
    const { flow, slot } = harness();
    const [first] = [await slot(), await slot()];
    first?.end(answered());
    first?.end(timedOut);
    expect([flow.inFlight, flow.lane('a', 'direct')?.circuit.failures]).toEqual([1, 0]);
  });
});

describe('requests started at a host within a second', () => {
  const host = { maxConcurrency: 64, perSecond: 10 };

  it('are never more than its rate, in any second', async () => {
    const { acquire } = harness({ host });
    const starts: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      void acquire({ requestClass: 'wait' }).then((result) => {
        starts.push(Date.now());
        if ('slot' in result) setTimeout(() => result.slot.end(answered(30)), 30);
      });
    }
    await pass(10_000);
    expect(starts).toHaveLength(60);
    for (const from of starts) expect(starts.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(10);
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThan(6_500); // the rate is used, too
  });

  it('leave a fifth of the rate when nobody waits for them, which is there for whoever comes', async () => {
    const { acquire, each, flow } = harness({ host });
    const { order, follow } = following();
    await each(8, answered(), { requestClass: 'batch' });
    follow('batch', acquire({ requestClass: 'batch' }));
    await settled();
    expect([order, flow.waiting]).toEqual([[], 1]);
    await each(2, answered(), { requestClass: 'instant' });
    follow('instant', acquire({ requestClass: 'instant' }));
    await settled();
    expect(order).toEqual([]);
    await pass(1_000);
    expect(order[0]).toBe('instant');
  });

  it('are looked at again as soon as one that somebody waits for may go, though one that nobody waits for has longer to wait', async () => {
    const { acquire, each } = harness({ host });
    const { order, follow } = following();
    await each(2, answered(), { requestClass: 'wait' });
    await pass(500);
    await each(6, answered());
    await each(2, answered(), { requestClass: 'wait' });
    follow('batch', acquire({ requestClass: 'batch' })); // after a second: eight were started just now
    await settled();
    follow('instant', acquire({ requestClass: 'instant' })); // after half a second: the first two are a second old then
    await pass(501);
    expect(order).toEqual(['instant']);
  });

  it('count retries, and those of other identities at the same host', async () => {
    const { slot, acquire } = harness({ host });
    const { order, follow } = following();
    const first = await slot();
    for (let n = 0; n < 9; n += 1) first.countRetry();
    follow('next', acquire({ requestClass: 'wait' }));
    await settled();
    expect(order).toEqual([]);
    await pass(1_001);
    expect(order).toEqual(['next']);
  });
});

describe('waiting for a slot', () => {
  const taken = async () => {
    const all = harness();
    const held = [await all.slot(), await all.slot()];
    return { ...all, held };
  };

  it('ends as busy when the longest wait has passed', async () => {
    const { acquire, flow } = await taken();
    const { order, follow } = following();
    follow('waits', acquire({ maxWaitMs: 1_000 }));
    await pass(999);
    expect(order).toEqual([]);
    await pass(1);
    expect([order, flow.waiting]).toEqual([['waits: busy'], 0]);
  });

  it('goes on as long again while its caller wants it to', async () => {
    const { acquire } = await taken();
    const { order, follow } = following();
    let left = 2;
    follow('waits', acquire({ maxWaitMs: 1_000, keepWaiting: () => (left -= 1) >= 0 }));
    await pass(2_999);
    expect(order).toEqual([]);
    await pass(1);
    expect(order).toEqual(['waits: busy']);
  });

  it('ends with the signal, before or after it began', async () => {
    const { acquire, flow, held } = await taken();
    const { order, follow } = following();
    const caller = new AbortController();
    follow('waits', acquire({ signal: caller.signal }));
    follow('stays', acquire());
    caller.abort();
    follow('late', acquire({ signal: caller.signal }));
    await settled();
    expect([order, flow.waiting]).toEqual([['waits: interrupted', 'late: interrupted'], 1]);
    held[0]?.end(answered());
    await settled();
    expect(order.at(-1)).toBe('stays');
  });

  it('goes by class, then round robin over accounts', async () => {
    const { acquire, held } = await taken();
    const { order, follow, end } = following();
    for (const name of ['big 1', 'big 2', 'big 3']) follow(name, acquire({ requestClass: 'batch', fairnessKey: 'big' }));
    follow('small', acquire({ requestClass: 'batch', fairnessKey: 'small' }));
    follow('instant', acquire({ requestClass: 'instant' }));
    for (const each of held) each.end({ kind: 'none' });
    await settled();
    for (const name of ['instant', 'big 1', 'small']) await end(name);
    expect(order.slice(0, 3)).toEqual(['instant', 'big 1', 'small']);
  });

  it('of a batch begins while one slot is left to others, and alone where there is one slot only', async () => {
    const { flow, acquire, slot, each } = harness({ host: { maxConcurrency: 4, perSecond: 1_000 } });
    for (let n = 0; n < 30; n += 1) await Promise.all([each(1, answered()), each(1, answered())]);
    const { order, slots, follow } = following();
    for (let n = 0; n < 6; n += 1) follow(`batch ${n}`, acquire({ requestClass: 'batch' }));
    await settled();
    expect(slots.size).toBe((flow.lane('a', 'direct')?.limit.concurrency ?? 0) - 1);
    await slot({ requestClass: 'instant' });
    expect(order.filter((name) => name.startsWith('batch'))).toHaveLength(slots.size);
    const single = harness({ host: { maxConcurrency: 1, perSecond: 1_000 } });
    expect(await single.slot({ requestClass: 'batch' })).toBeDefined();
  });

  it('is looked at once and not all the time, while only batches wait and the slot that is free is not for them', async () => {
    const { slot, acquire } = harness();
    const held = await slot({ requestClass: 'batch' });
    const timers = vi.getTimerCount();
    void acquire({ requestClass: 'batch' });
    await settled();
    expect(vi.getTimerCount()).toBe(timers);
    held.end(answered());
  });

  it('leaves no listener behind at a signal that ends many requests', async () => {
    const { acquire, held } = await taken();
    const { order, follow } = following();
    let listeners = 0;
    const { signal } = new AbortController();
    vi.spyOn(signal, 'addEventListener').mockImplementation(() => void (listeners += 1));
    vi.spyOn(signal, 'removeEventListener').mockImplementation(() => void (listeners -= 1));
    follow('waits', acquire({ signal }));
    follow('busy', acquire({ signal, maxWaitMs: 10 }));
    await pass(10);
    for (const each of held) each.end(answered());
    await settled();
    expect([order, listeners]).toEqual([['busy: busy', 'waits'], 0]);
  });
});

describe('a free slot for a request that somebody waits for', () => {
  it('is there at a host of which nothing is known, and not while slots are taken, requests wait, or its circuit is open', async () => {
    const { flow, slot, each, acquire } = harness();
    const isFree = (): boolean => flow.hasFreeSlot('a', 'a');
    expect(isFree()).toBe(true);
    const first = await slot();
    expect(isFree()).toBe(true);
    const second = await slot();
    expect(isFree()).toBe(false);
    first.end({ kind: 'none' });
    expect(isFree()).toBe(true);
    second.end({ kind: 'none' });
    await each(3, timedOut);
    expect(isFree()).toBe(false);
    expect(flow.hasFreeSlot('b', 'b')).toBe(true);
    void acquire({ signal: never });
  });

  it('comes within the time that those before it and the rate of the host need, or at once where its circuit refuses', async () => {
    const { flow, slot, each, acquire } = harness();
    const within = (ms: number): boolean => flow.startsWithin('a', 'a', ms);
    expect(within(0)).toBe(true);
    await each(1, answered(100));
    const held = [await slot(), await slot()];
    expect([within(0), within(40), within(60)]).toEqual([false, false, true]); // two slots, of 100 ms each
    for (let n = 0; n < 4; n += 1) void acquire({ requestClass: 'wait' });
    expect([within(200), within(260)]).toEqual([false, true]);
    for (const one of held) one.end({ kind: 'none' });
    const rated = harness({ host: { maxConcurrency: 8, perSecond: 3 } });
    await rated.each(3, answered(1), { requestClass: 'wait' });
    await pass(400);
    expect([rated.flow.startsWithin('a', 'a', 590), rated.flow.startsWithin('a', 'a', 610)]).toEqual([false, true]);
    const open = harness();
    await open.each(3, timedOut);
    expect(open.flow.startsWithin('a', 'a', 0)).toBe(true);
  });
});
