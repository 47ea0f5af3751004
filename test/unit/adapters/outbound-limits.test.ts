import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostLimiter, type Slot } from '../../../src/adapters/outbound-http/host-limiter.js';

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

  it('go round between hosts: a crowd at one does not hold up another', async () => {
    const limiter = new HostLimiter({ perHost: 2, total: 1 });
    const first = (await limiter.acquire('crowded', never)) as Slot;
    const order: string[] = [];
    const join = async (host: string) => {
      const slot = await limiter.acquire(host, never);
      order.push(host);
      slot?.release();
    };
    const all = [...Array.from({ length: 5 }, () => join('crowded')), join('quiet')];
    first.release();
    await Promise.all(all);
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(1);
  });

  describe('whose answers somebody waits for', () => {
    /** One place at one host, taken; who comes is told in the order in which they were served. */
    function crowded(now: () => number = () => 0) {
      const limiter = new HostLimiter({ perHost: 1, total: 10 }, now);
      const order: string[] = [];
      const held: Slot[] = [];
      const join = async (name: string, wantedBy?: number, signal = never): Promise<void> => {
        const slot = await limiter.acquire('host', signal, wantedBy);
        if (!slot) return;
        order.push(name);
        held.push(slot);
      };
      const serve = async (times: number): Promise<string[]> => {
        for (let round = 0; round < times; round += 1) {
          held.shift()?.release();
          await Promise.resolve().then(() => undefined);
        }
        return order;
      };
      return { limiter, join, serve };
    }

    it('go first, the newest before the older', async () => {
      const { join, serve } = crowded();
      const all = [join('holds'), join('patient'), join('old', 900), join('new', 900)];
      expect(await serve(4)).toEqual(['holds', 'new', 'old', 'patient']);
      await Promise.all(all);
    });

    it('wait with the rest once they are late, in the order in which they came', async () => {
      let now = 0;
      const { join, serve } = crowded(() => now);
      void join('holds');
      for (const [name, wantedBy] of [['a', 100], ['b', 100], ['c', 900]] as const) void join(name, wantedBy);
      now = 100;
      expect(await serve(4)).toEqual(['holds', 'c', 'a', 'b']);
    });

    it('starve nobody: of four free places one goes to who waited longest', async () => {
      const { join, serve } = crowded();
      void join('holds');
      void join('patient');
      for (const name of ['1', '2', '3', '4', '5']) void join(name, 900);
      expect(await serve(7)).toEqual(['holds', '5', '4', '3', 'patient', '2', '1']);
    });

    it('go before those at other hosts as well, with one place in four for who waited longest', async () => {
      const limiter = new HostLimiter({ perHost: 1, total: 1 }, () => 0);
      const first = (await limiter.acquire('busy', never)) as Slot;
      const order: string[] = [];
      const join = async (host: string, wantedBy?: number): Promise<void> => {
        const slot = await limiter.acquire(host, never, wantedBy);
        order.push(host);
        slot?.release();
      };
      const all = [...['a', 'b', 'c'].map((host) => join(host)), ...['x', 'y', 'z', 'a'].map((host) => join(host, 900))];
      first.release();
      await Promise.all(all);
      expect(order.filter((host) => host !== 'a')).toEqual(['z', 'y', 'x', 'b', 'c']);
      expect(order.indexOf('a')).toBe(0); // somebody hurries there
      expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
    });

    it('find a reserve where all other places are taken, which nobody else gets and which does not lift the cap of a host', async () => {
      const limiter = new HostLimiter({ perHost: 1, total: 2, reserve: 1 }, () => 0);
      const got: string[] = [];
      const join = async (host: string, name: string, wantedBy?: number): Promise<Slot | null> => {
        const slot = await limiter.acquire(host, never, wantedBy);
        got.push(name);
        return slot;
      };
      const [first] = await Promise.all([join('a', 'a'), join('b', 'b')]);
      const patient = join('c', 'patient');
      const hurried = await join('d', 'hurried', 900);
      const same = join('d', 'same host', 900);
      const more = join('e', 'more', 900);
      expect(got).toEqual(['a', 'b', 'hurried']);
      expect([limiter.inFlight, limiter.waiting]).toEqual([3, 3]);
      hurried?.release();
      (await Promise.race([same, more]))?.release();
      const slots = [await same, await more];
      expect(got.slice(0, 3)).toEqual(['a', 'b', 'hurried']);
      expect(got).not.toContain('patient'); // the two other places are still taken
      for (const slot of slots) slot?.release();
      first?.release();
      await patient;
      expect(got.at(-1)).toBe('patient');
    });

    it('find the reserve past those who have time, at the same host, and none of these gets in', async () => {
      const limiter = new HostLimiter({ perHost: 10, total: 1, reserve: 8 }, () => 0);
      const first = await limiter.acquire('a', never);
      const patient = limiter.acquire('b', never);
      const hurried = await Promise.all(Array.from({ length: 8 }, () => limiter.acquire('b', never, 900)));
      for (const slot of hurried) slot?.release();
      expect([limiter.inFlight, limiter.waiting]).toEqual([1, 1]);
      first?.release();
      (await patient)?.release();
    });

    it('keep to the cap of a host also when they have become late while only the reserve was free', async () => {
      let now = 0;
      const limiter = new HostLimiter({ perHost: 2, total: 3, reserve: 1 }, () => now);
      const taken = await Promise.all(['a', 'b', 'c'].map((host) => limiter.acquire(host, never)));
      const reserve = await limiter.acquire('d', never, 1_000);
      const got: (Slot | null)[] = [];
      const join = (wantedBy?: number) => void limiter.acquire('h', never, wantedBy).then((slot) => got.push(slot));
      for (const wantedBy of [10, 10]) join(wantedBy);
      now = 20;
      reserve?.release();
      join(1_000);
      for (const slot of taken) slot?.release();
      for (const wantedBy of [undefined, 1_000]) join(wantedBy);
      await expect.poll(() => got).toHaveLength(2);
      expect([limiter.inFlight, limiter.waiting]).toEqual([2, 3]);
      while (got.length > 0) {
        got.shift()?.release();
        await Promise.resolve();
      }
      expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
    });

    it('may give up', async () => {
      const { limiter, join, serve } = crowded();
      const [newer, older] = [new AbortController(), new AbortController()];
      const all = [join('holds'), join('older', 900, older.signal), join('stays', 900), join('newer', 900, newer.signal)];
      newer.abort();
      older.abort();
      expect(limiter.waiting).toBe(1);
      expect(await serve(2)).toEqual(['holds', 'stays']);
      await Promise.all(all);
      await serve(1);
      expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
    });
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
  });

  it('caps hold and nobody is forgotten, whatever the order of coming, giving up and leaving', async () => {
    const step = fc.record({
      host: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('come', 'come in a hurry', 'come with no time', 'leave', 'give up'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), fc.constantFrom(0, 2), async (steps, reserve) => {
        let now = 0;
        const limiter = new HostLimiter({ perHost: 2, total: 3, reserve }, () => now);
        const held: Array<{ host: string; slot: Slot }> = [];
        let hurriedBefore = false;
        const callers: AbortController[] = [];
        let answered = 0;
        const counts = () =>
          held.reduce((map, { host }) => map.set(host, (map.get(host) ?? 0) + 1), new Map<string, number>());
        for (const { host, action } of steps) {
          now += 1;
          if (action === 'leave') held.shift()?.slot.release();
          else if (action === 'give up') callers.shift()?.abort();
          else {
            hurriedBefore ||= action !== 'come';
            const caller = new AbortController();
            callers.push(caller);
            void limiter.acquire(host, caller.signal, action === 'come' ? undefined : now + (action === 'come in a hurry' ? 5 : 1)).then((slot) => {
              answered += 1;
              if (slot !== null) held.push({ host, slot });
            });
          }
          await Promise.resolve().then(() => undefined);
          expect(held.length).toBeLessThanOrEqual(hurriedBefore ? 3 + reserve : 3);
          expect(Math.max(0, ...counts().values())).toBeLessThanOrEqual(2);
        }
        for (let round = 0; round < 100 && limiter.waiting + limiter.inFlight > 0; round += 1) {
          held.shift()?.slot.release();
          await Promise.resolve().then(() => undefined);
        }
        expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
        expect(answered).toBe(steps.filter(({ action }) => action.startsWith('come')).length);
      }),
      { numRuns: 300 },
    );
  });
});
