import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostLimiter, type Slot } from '../../../src/adapters/outbound-http/host-limiter.js';
import { createOutboundHttp, type OutboundRequest } from '../../../src/adapters/outbound-http/index.js';
import {
  type ConnectProxy,
  type RunningServer,
  startConnectProxy,
  startPlatform,
} from '../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../support/test-authority.js';

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
      action: fc.constantFrom('come', 'come in a hurry', 'leave', 'give up'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.constantFrom(0, 2), async (steps, reserve) => {
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
            void limiter.acquire(host, caller.signal, action === 'come' ? undefined : now + 5).then((slot) => {
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

describe('through a proxy', () => {
  let authority: TestAuthority;
  let platform: RunningServer;
  let proxy: ConnectProxy;
  let inFlight = 0;
  let most = 0;
  const waiting: Array<() => void> = [];
  let hold = 0;

  beforeAll(async () => {
    authority = await createTestAuthority();
    platform = await startPlatform(await authority.issue(['*.example.com', 'example.com']), (_, response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const answer = () => {
        inFlight -= 1;
        response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(20_000));
      };
      waiting.push(answer);
      if (waiting.length >= hold) for (const each of waiting.splice(0)) each();
    });
    proxy = await startConnectProxy({ target: () => platform.port });
  });
  afterAll(async () => {
    await proxy.close();
    await platform.close();
    authority.remove();
  });
  const request = (host: string): OutboundRequest => ({
    method: 'GET',
    url: new URL(`https://${host}/`),
    headers: {},
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: host,
    egressKey: host,
    objection: () => null,
  });

  it('500 requests over TLS are in flight at once, and each is answered', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [500, 0];
    const asked = Array.from({ length: 500 }, (_, index) =>
      http.send(request(`h${index}.example.com`), { signal: never, deadlineMs: 20_000 }),
    );
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(500);
    expect(most).toBe(500);
    expect(http.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await http.close();
    await expect.poll(() => proxy.open()).toBe(0);
  }, 30_000);

  it('one host never sees more than two at a time, and a waiting call keeps its whole deadline', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [1, 0];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => http.send(request('one.example.com'), { signal: never, deadlineMs: 1_000 })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60);
    expect(most).toBeLessThanOrEqual(2);
    await http.close();
  });

  it('closing ends what is in flight and what waits', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [1_000, 0];
    const pending = Array.from({ length: 5 }, () =>
      http.send(request('two.example.com'), { signal: never, deadlineMs: 60_000 }),
    );
    await expect.poll(() => waiting.length).toBe(2);
    await http.close();
    for (const outcome of await Promise.all(pending))
      expect(outcome).toMatchObject({ ok: false, doubt: 'interrupted' });
    waiting.splice(0);
  });
});
