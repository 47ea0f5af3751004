import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Egress, egressesOf, egressOrderFor } from '../../../../src/engine/flow/egresses.js';
import { parseProxies } from '../../../../src/kernel/net/proxies.js';

const egresses = (...names: string[]): readonly Egress[] =>
  egressesOf(parseProxies(names.map((name) => `http://${name}.example.com:8080`).join(',')));
const order = (all: readonly Egress[], key: string): string[] => egressOrderFor(all, key).map(({ name }) => name);
const KEYS = Array.from({ length: 300 }, (_, n) => `platform-${n}`);

describe('ways out', () => {
  it('without proxies are the direct one', () => {
    const [direct, ...others] = egressesOf([]);
    expect([direct?.name, direct?.proxyFor('platform'), others]).toEqual(['direct', null, []]);
  });

  it('are one for each proxy host: a platform sees one address behind all ports of a host', () => {
    const all = egressesOf(parseProxies('http://a.example.com:1, socks5://a.example.com:2, http://b.example.com:1'));
    expect(all.map(({ name }) => name)).toEqual(['a.example.com', 'b.example.com']);
    expect(new Set(KEYS.map((key) => all[0]?.proxyFor(key)?.port))).toEqual(new Set([1, 2]));
    expect(all[0]?.proxyFor('platform-7')).toBe(all[0]?.proxyFor('platform-7'));
  });

  it('are used by each platform in an order of its own, which stays', () => {
    const all = egresses('a', 'b', 'c');
    for (const key of KEYS) expect(order(all, key)).toEqual(order(egresses('c', 'a', 'b'), key));
    for (const name of ['a', 'b', 'c']) {
      const share = KEYS.filter((key) => order(all, key)[0] === `${name}.example.com`).length;
      expect(share).toBeGreaterThan(50);
    }
  });

  it('move only the platforms that used one that is lost', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom('a', 'b', 'c', 'd'), (key, lost) => {
        const names = ['a', 'b', 'c', 'd'];
        const before = order(egresses(...names), key);
        const after = order(egresses(...names.filter((name) => name !== lost)), key);
        expect(after).toEqual(before.filter((name) => name !== `${lost}.example.com`));
      }),
    );
  });

  it('that have failed are tried twice at once at most, half a second apart', () => {
    const [egress] = egresses('a') as [Egress];
    for (let n = 0; n < 10; n += 1) egress.health.recordFailure(`host-${n}`, n, 100);
    expect(egress.isUsable(1_000)).toBe(true);
    egress.started(1_000);
    expect([egress.isUsable(1_499), egress.isUsable(1_500)]).toEqual([false, true]);
    const ended = egress.started(1_500);
    expect(egress.isUsable(9_000)).toBe(false);
    ended();
    expect(egress.isUsable(9_000)).toBe(true);
    egress.health.recordResponse('another', 9_000, 9_100);
    for (let n = 0; n < 50; n += 1) egress.started(9_100);
    expect(egress.isUsable(9_100)).toBe(true);
  });

  it('are quiet when nothing has been sent for two seconds and nobody would know whose fault it is that the last ones fail', () => {
    const [egress] = egresses('a') as [Egress];
    expect(egress.isQuiet(0)).toBe(false);
    const ended = egress.started(1_000);
    expect([egress.isQuiet(2_999), egress.isQuiet(3_000)]).toEqual([false, true]);
    egress.health.recordResponse('another', 1_999, 2_100);
    expect(egress.isQuiet(3_000)).toBe(true);
    egress.health.recordResponse('another', 2_000, 2_100);
    expect(egress.isQuiet(3_000)).toBe(false);
    egress.health.recordFailure('one', 2_500, 4_000);
    ended();
    expect(egress.isQuiet(4_500)).toBe(true);
    for (let n = 0; n < 10; n += 1) egress.health.recordFailure(`host-${n}`, 2_500, 5_000);
    expect(egress.isQuiet(9_000)).toBe(false); // it is tried anyway
  });
});
