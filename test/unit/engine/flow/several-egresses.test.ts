import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOLE_MEMBER } from '../../../../src/engine/flow/fleet-shares.js';
import { answered, following, harness, settled, timedOut } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('several egresses', () => {
  it('multiply the limit of a host', async () => {
    const { flow, acquire } = harness({ names: ['one', 'two', 'three'] });
    const { slots, follow } = following();
    for (let n = 0; n < 20; n += 1) follow(`${n}`, acquire());
    await settled();
    expect([flow.inFlight, flow.waiting]).toEqual([6, 14]);
    expect([...slots.values()].map(({ egress }) => egress.name).sort()).toEqual(['one', 'one', 'three', 'three', 'two', 'two']);
  });

  it("are used in the platform's own order", async () => {
    const { slot } = harness({ names: ['one', 'two', 'three'] });
    const first = async (egressKey: string): Promise<string> => {
      const taken = await slot({ egressKey, host: egressKey });
      taken.end(answered());
      return taken.egress.name;
    };
    for (const key of ['x', 'y', 'z']) expect(new Set([await first(key), await first(key), await first(key)]).size).toBe(1);
  });

  it('are used in the own order of each platform of a host', async () => {
    const { slot } = harness({ names: ['one', 'two', 'three'] });
    const firsts = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const taken = await slot({ egressKey: `platform ${n}` });
      firsts.add(taken.egress.name);
      taken.end({ kind: 'none' });
    }
    expect(firsts.size).toBe(3);
  });

  it('have a free slot where one of them has not been used for the host yet', async () => {
    const { flow } = harness({ names: ['one', 'two'] });
    const open = { concurrency: 2, openUntil: Date.now() + 5_000, trips: 1 };
    expect(flow.lane('a', 'three')).toBeUndefined();
    flow.lane('a', 'two')?.adopt(open);
    expect(flow.hasFreeSlot('a', 'a')).toBe(true);
    flow.lane('a', 'one')?.adopt(open);
    expect(flow.hasFreeSlot('a', 'a')).toBe(false);
  });

  it('refuse those that wait once the circuits of all of them are open, and no sooner', async () => {
    const { flow, slot, acquire } = harness({ names: ['one', 'two'] });
    const { order, follow } = following();
    for (let n = 0; n < 4; n += 1) await slot();
    follow('waits', acquire());
    const refuse = async () => {
      flow.refuseWaitingIfOpen('a');
      flow.refuseWaitingIfOpen('unknown');
      await settled();
      return order;
    };
    const open = { concurrency: 2, openUntil: Date.now() + 5_000, trips: 1 };
    expect(await refuse()).toEqual([]);
    flow.lane('a', 'one')?.adopt(open);
    expect(await refuse()).toEqual([]);
    flow.lane('a', 'two')?.adopt(open);
    expect(await refuse()).toEqual(['waits: busy']);
  });

  it('one without a position in the fleet makes nobody wait longer for another', async () => {
    const { slot, acquire } = harness({ names: ['one', 'two'], position: (name) => (name === 'one' ? null : SOLE_MEMBER) });
    const { order, follow } = following();
    for (let n = 0; n < 2; n += 1) expect((await slot()).egress.name).toBe('two');
    follow('waits', acquire({ maxWaitMs: 1_000 }));
    await pass(1_000);
    expect(order).toEqual(['waits: busy']);
  });

  it('one that the host rejects is not used for it for five minutes, while another one works, busy or not', async () => {
    const { slot, acquire } = harness({ names: ['one', 'two'] });
    const { order, follow } = following();
    const rejected = await slot();
    rejected.markRejected();
    rejected.end(answered());
    const other = [await slot(), await slot()];
    for (const one of other) expect(one.egress.name).not.toBe(rejected.egress.name);
    follow('waits', acquire());
    await settled();
    expect(order).toEqual([]);
    other[0]?.end({ kind: 'none' });
    await settled();
    expect(order).toEqual(['waits']);
    expect((await slot({ host: 'b' })).egress.name).toBe(rejected.egress.name);
    await pass(5 * 60_000);
    expect((await slot()).egress.name).toBe(rejected.egress.name);
  });

  it('are all used when the host rejects all of them', async () => {
    const { flow, slot } = harness({ names: ['one', 'two'] });
    for (const name of ['one', 'two']) flow.lane('a', name)?.reject(Date.now());
    await slot();
  });

  it('nobody is refused for one open circuit while another egress is only busy', async () => {
    const { flow, slot, acquire } = harness({ names: ['one', 'two'] });
    const { order, follow } = following();
    const first = (await slot()).egress.name;
    const second = first === 'one' ? 'two' : 'one';
    await slot();
    for (let n = 0; n < 3; n += 1) {
      const failing = await slot();
      expect(failing.egress.name).toBe(second);
      failing.end(timedOut);
    }
    expect(flow.lane('a', second)?.circuitState(Date.now())).toBe('open');
    follow('waits', acquire({ maxWaitMs: 1_000, requestClass: 'wait' }));
    await pass(1_000);
    expect(order).toEqual(['waits: busy']);
  });

  it('an open one is tried again by a single request that nobody waits for, once its time is over', async () => {
    const { flow, slot } = harness({ names: ['one', 'two'] });
    const first = (await slot()).egress.name;
    const second = first === 'one' ? 'two' : 'one';
    const other = await slot();
    for (let n = 0; n < 3; n += 1) (await slot()).end(timedOut);
    other.end({ kind: 'none' });
    await pass(10_000);
    expect((await slot({ requestClass: 'instant' })).egress.name).toBe(first);
    const trial = await slot({ requestClass: 'async' });
    expect(trial.egress.name).toBe(second);
    trial.end(answered());
    expect(flow.lane('a', second)?.circuit.openUntil).toBeNull();
  });
});
