import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostLimiter, type Slot } from '../../../../src/kernel/net/host-limiter.js';

const never = new AbortController().signal;

describe('places among the requests in flight', () => {
  it('are two a host, and first come is first served', async () => {
    const limiter = new HostLimiter({ perHost: 2, total: 10 });
    const order: string[] = [];
    const take = async (name: string) => {
      const slot = (await limiter.acquire('host', never)) as Slot;
      order.push(name);
      return slot;
    };
    const [a, b] = await Promise.all([take('a'), take('b')]);
    const [c, d] = [take('c'), take('d')];
    expect([limiter.inFlight, limiter.waiting]).toEqual([2, 2]);
    a.release();
    a.release();
    (await c).release();
    (await d).release();
    b.release();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
  });

  it('a crowd at one host does not hold up another', async () => {
    const limiter = new HostLimiter({ perHost: 1, total: 2 });
    const crowd = Array.from({ length: 5 }, () => limiter.acquire('crowded', never));
    const quiet = await limiter.acquire('quiet', never);
    expect([limiter.inFlight, limiter.waiting]).toEqual([2, 4]);
    quiet?.release();
    for (const slot of crowd) (await slot)?.release();
    expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
  });

  it('waiting ends with the signal', async () => {
    const limiter = new HostLimiter({ perHost: 1, total: 10 });
    const held = (await limiter.acquire('host', never)) as Slot;
    const caller = new AbortController();
    const waiting = limiter.acquire('host', caller.signal);
    const next = limiter.acquire('host', never);
    caller.abort();
    expect(await waiting).toBeNull();
    expect(limiter.waiting).toBe(1);
    held.release();
    (await next)?.release();
    expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
    expect(await limiter.acquire('host', caller.signal)).toBeNull();
  });

  it('caps hold and nobody is forgotten, whatever the order of coming, giving up and leaving', async () => {
    const step = fc.record({ host: fc.constantFrom('a', 'b', 'c'), action: fc.constantFrom('come', 'come', 'leave', 'give up') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const limiter = new HostLimiter({ perHost: 2, total: 3 });
        const held: Array<{ host: string; slot: Slot }> = [];
        const callers: AbortController[] = [];
        let answered = 0;
        const counts = () => held.reduce((map, { host }) => map.set(host, (map.get(host) ?? 0) + 1), new Map<string, number>());
        for (const { host, action } of steps) {
          if (action === 'leave') held.shift()?.slot.release();
          else if (action === 'give up') callers.shift()?.abort();
          else {
            const caller = new AbortController();
            callers.push(caller);
            void limiter.acquire(host, caller.signal).then((slot) => {
              answered += 1;
              if (slot !== null) held.push({ host, slot });
            });
          }
          await Promise.resolve().then(() => undefined);
          expect(held.length).toBeLessThanOrEqual(3);
          expect(Math.max(0, ...counts().values())).toBeLessThanOrEqual(2);
        }
        for (let round = 0; round < 200 && limiter.waiting + limiter.inFlight > 0; round += 1) {
          held.shift()?.slot.release();
          await Promise.resolve().then(() => undefined);
        }
        expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
        expect(answered).toBe(steps.filter(({ action }) => action === 'come').length);
      }),
      { numRuns: 200 },
    );
  });
});
