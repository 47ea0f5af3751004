import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, following, harness, timedOut } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const unavailable = (isTrialDue: boolean) => ({ refusal: { reason: 'unavailable', isTrialDue } });

describe('a host that has stalled', () => {
  /** Both slots taken at `a`; `elsewhere` answers another host. */
  const stalling = async (request: { isSlow?: boolean } = {}) => {
    const all = harness();
    for (const host of ['b', 'c']) await all.each(5, answered(100), { host });
    const received: string[] = [];
    for (const name of ['first', 'second']) {
      const held = await all.slot(request);
      held.onStall = () => {
        received.push(name);
        held.end(timedOut);
      };
    }
    return { ...all, received, elsewhere: () => all.each(1, answered(100), { host: 'b' }) };
  };

  it('is refused before its requests pass their deadline, for who comes, who waits and who has been sent', async () => {
    const { flow, acquire, received, elsewhere } = await stalling();
    const { order, follow } = following();
    follow('waits', acquire({ maxWaitMs: 6_000 }));
    for (let n = 0; n < 2; n += 1) {
      await pass(2_000);
      await elsewhere();
    }
    await pass(1_999);
    expect([order, received]).toEqual([[], []]);
    await pass(1);
    expect([order, received, flow.inFlight]).toEqual([['waits: unavailable'], ['first', 'second'], 0]);
    expect(await acquire()).toEqual(unavailable(false));
  });

  it.each([
    ['though slots are free, when three requests have waited since its last answer', false, unavailable(false)],
    ['not when it has answered another meanwhile', true, null],
  ])('is refused %s', async (_, hasAnswered, refusal) => {
    const { flow, acquire, slot, each } = harness();
    await each(3, answered(100), { host: 'b' });
    flow.lane('a', 'direct')?.adopt({ concurrency: 8, openUntil: null, trips: 0 });
    await pass(1);
    for (let n = 0; n < 3; n += 1) await slot();
    for (let n = 0; n < 5; n += 1) {
      await pass(1_000);
      await each(1, answered(100), { host: 'b' });
      if (n === 2 && hasAnswered) (await slot()).end(answered());
    }
    const requested = acquire();
    if (refusal) expect(await requested).toEqual(refusal);
    else expect(await requested).toHaveProperty('slot');
  });

  it('is waited for by what has been sent when it is known to be slow', async () => {
    const { acquire, received, elsewhere } = await stalling({ isSlow: true });
    for (let n = 0; n < 2; n += 1) {
      await pass(2_500);
      await elsewhere();
    }
    expect([await acquire(), received]).toEqual([unavailable(false), []]);
  });

  it('is not when the egress has been silent for three seconds', async () => {
    const { acquire, elsewhere } = await stalling();
    await pass(1_000);
    await elsewhere();
    const { order, follow } = following();
    follow('comes', acquire({ maxWaitMs: 5_000 }));
    await pass(5_000);
    expect(order).toEqual(['comes: busy']);
  });

  it('is not for what was sent before an outage of the egress ended, found out or not: it may be lost', async () => {
    const { acquire, elsewhere } = await stalling();
    const { order, follow } = following();
    await pass(4_500); // and nothing is answered meanwhile
    follow('comes', acquire({ maxWaitMs: 4_000 }));
    for (let n = 0; n < 4; n += 1) {
      await elsewhere();
      await pass(1_000);
    }
    expect(order).toEqual(['comes: busy']);
  });

  it('is not when nobody else has been answered since: the fault may be ours', async () => {
    const { acquire } = await stalling();
    const { order, follow } = following();
    await pass(8_000);
    follow('comes', acquire({ maxWaitMs: 1_000 }));
    await pass(1_000);
    expect(order).toEqual(['comes: busy']);
  });

  it('is not while one of its slots is free', async () => {
    const all = harness();
    await all.slot();
    await pass(1);
    await all.each(1, answered(), { host: 'b' });
    await pass(9_000);
    await all.slot();
    expect(all.flow.inFlight).toBe(2);
  });

  it('is not when it is known to take long', async () => {
    const { acquire, slot, each } = harness();
    await each(1, answered(4_000));
    for (let n = 0; n < 2; n += 1) await slot();
    await pass(1);
    await each(1, answered(100), { host: 'b' });
    const { order, follow } = following();
    await pass(8_000);
    follow('comes', acquire({ maxWaitMs: 100 }));
    await pass(100);
    expect(order).toEqual(['comes: busy']);
  });
});
