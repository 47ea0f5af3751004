/** The one request that passes an open circuit: its answer decides whether others follow. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FleetPosition, SOLE_MEMBER } from '../../../../src/engine/flow/fleet-shares.js';
import { answered, following, harness, settled, timedOut } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const BUSY = { refusal: { reason: 'busy', isTrialDue: false } };
/** What another worker found of a circuit: open for so long. */
const openFor = (ms: number) => ({ concurrency: 2, openUntil: Date.now() + ms, trips: 1 });

describe('a trial', () => {
  it('waits as others do where no circuit is open', async () => {
    const { slot, acquire } = harness();
    const { order, follow } = following();
    const held = [await slot(), await slot()];
    follow('trial', acquire({ isTrial: true }));
    await settled();
    expect(order).toEqual([]);
    held[0]?.end({ kind: 'none' });
    await settled();
    expect(order).toEqual(['trial']);
  });

  it('passes an open circuit at once, as often as the host has slots, and is then busy', async () => {
    const { slot, acquire, each } = harness();
    await each(3, timedOut);
    const trial = await slot({ isTrial: true });
    expect(await acquire({ isTrial: true })).toEqual(BUSY);
    trial.end(answered());
    await slot();
  });

  it.each(['one', 'two'])('is made through the egress whose circuit is due: %s', async (due) => {
    const { flow, slot } = harness({ names: ['one', 'two'] });
    for (const name of ['one', 'two']) flow.lane('a', name)?.adopt(openFor(name === due ? 0 : 5_000));
    expect((await slot({ isTrial: true })).egress.name).toBe(due);
  });

  it('is due as soon as one egress is', async () => {
    const { flow, acquire } = harness({ names: ['one', 'two'] });
    for (const [name, ms] of [['one', 0] as const, ['two', 5_000] as const]) flow.lane('a', name)?.adopt(openFor(ms));
    expect(await acquire()).toMatchObject({ refusal: { isTrialDue: true } });
  });

  it('is busy while this worker has no position in the fleet', async () => {
    let position: FleetPosition | null = null;
    const { flow, slot, acquire } = harness({ position: () => position });
    flow.lane('a', 'direct')?.adopt(openFor(0));
    expect(await acquire({ isTrial: true })).toEqual(BUSY);
    position = SOLE_MEMBER;
    await slot({ isTrial: true });
  });

  it('is busy while this process has as many requests in flight as it may', async () => {
    const { flow, slot, acquire } = harness({ total: 1 });
    flow.lane('a', 'direct')?.adopt(openFor(0));
    const held = await slot({ host: 'b' });
    expect(await acquire({ isTrial: true })).toEqual(BUSY);
    held.end({ kind: 'none' });
    await slot({ isTrial: true });
  });
});

it('who waits when a circuit opens is refused, and makes no trial', async () => {
  const { flow, slot, acquire } = harness();
  for (let n = 0; n < 2; n += 1) await slot();
  const waits = acquire();
  flow.lane('a', 'direct')?.adopt(openFor(0));
  flow.refuseWaitingIfOpen('a');
  expect(await waits).toEqual(BUSY);
});

it('a request that says nothing of its host closes no circuit and starts no count again', async () => {
  const { flow, each } = harness();
  const state = () => flow.lane('a', 'direct')?.circuitState(Date.now());
  await each(2, timedOut);
  await each(1, { kind: 'none' });
  expect(state()).toBe('closed');
  await each(1, timedOut);
  expect(state()).toBe('open');
  await each(1, { kind: 'none' }, { isTrial: true });
  expect(state()).toBe('open');
});

it('a worker without a position is within its shares with nothing in flight alone', async () => {
  let position: FleetPosition | null = SOLE_MEMBER;
  const { flow, slot } = harness({ position: () => position });
  const held = await slot();
  position = null;
  expect(flow.isWithinShares()).toBe(false);
  held.end({ kind: 'none' });
  expect(flow.isWithinShares()).toBe(true);
});

it('there is room for further requests until a hundred wait', async () => {
  const { flow, acquire } = harness();
  const wait = (count: number) => {
    for (let n = 0; n < count; n += 1) void acquire();
  };
  wait(101);
  expect(flow.hasCapacity(false)).toBe(true);
  wait(1);
  expect(flow.hasCapacity(false)).toBe(false);
});

it('who waits at a host that is full is refused in time, also while the process is full', async () => {
  const { slot, acquire } = harness({ total: 2 });
  const { order, follow } = following();
  for (let n = 0; n < 2; n += 1) await slot();
  follow('waits', acquire({ maxWaitMs: 1_000 }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(['waits: busy']);
});
