import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOLE_MEMBER, type FlowLimit, NO_SHARE, shareOf, type SharedLimit } from '../../../../src/engine/flow/fleet-shares.js';

const limit = fc
  .record({ concurrency: fc.integer({ min: 1, max: 64 }), room: fc.nat(63), perSecond: fc.integer({ min: 0, max: 200 }) })
  .map(({ room, ...whole }): SharedLimit => ({ ...whole, maxConcurrency: whole.concurrency + room }));
const members = fc.integer({ min: 1, max: 12 });
const key = fc.string({ maxLength: 20 });

const sharesOf = (whole: SharedLimit, count: number, name: string): FlowLimit[] =>
  Array.from({ length: count }, (_, index) => shareOf(whole, { index, members: count }, name));
const sum = (shares: readonly FlowLimit[], of: keyof FlowLimit): number => shares.reduce((total, share) => total + share[of], 0);

describe('shares of a limit', () => {
  it('add up to the slots exactly, and to the rate when the limit has grown, over all members, whatever their number', () => {
    fc.assert(
      fc.property(limit, members, key, (whole, count, name) => {
        const shares = sharesOf(whole, count, name);
        expect(sum(shares, 'concurrency')).toBe(whole.concurrency);
        expect(sum(shares, 'perSecond')).toBeLessThanOrEqual(whole.perSecond);
        const grown = sharesOf({ ...whole, concurrency: whole.maxConcurrency }, count, name);
        expect(sum(grown, 'perSecond')).toBe(whole.perSecond);
      }),
    );
  });

  it('never exceed the rate or the most slots together, also while members have heard of different limits', () => {
    const views = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(limit, views, key, (whole, limits, name) => {
        const shares = limits.map((concurrency, index) =>
          shareOf({ ...whole, concurrency: Math.min(concurrency, whole.maxConcurrency) }, { index, members: limits.length }, name),
        );
        expect(sum(shares, 'concurrency')).toBeLessThanOrEqual(whole.maxConcurrency);
        expect(sum(shares, 'perSecond')).toBeLessThanOrEqual(whole.perSecond);
      }),
    );
  });

  it('are never negative, and no member gets a rate without a slot', () => {
    fc.assert(
      fc.property(limit, members, key, (whole, count, name) => {
        for (const share of sharesOf(whole, count, name)) {
          expect(Math.min(share.concurrency, share.perSecond)).toBeGreaterThanOrEqual(0);
          if (share.concurrency === 0) expect(share).toEqual(NO_SHARE);
        }
      }),
    );
  });

  it('differ by one slot at most', () => {
    fc.assert(
      fc.property(limit, members, key, (whole, count, name) => {
        const slots = sharesOf(whole, count, name).map(({ concurrency }) => concurrency);
        expect(Math.max(...slots) - Math.min(...slots)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('grow with the limit: nobody loses a slot when the host gets one more', () => {
    fc.assert(
      fc.property(limit, members, key, fc.nat(), (whole, count, name, seed) => {
        const position = { index: seed % count, members: count };
        const more = { ...whole, concurrency: whole.concurrency + 1, maxConcurrency: whole.maxConcurrency + 1 };
        expect(shareOf(more, position, name).concurrency).toBeGreaterThanOrEqual(shareOf(whole, position, name).concurrency);
        const faster = { ...whole, perSecond: whole.perSecond + count * whole.concurrency };
        expect(shareOf(faster, position, name).perSecond).toBeGreaterThanOrEqual(shareOf(whole, position, name).perSecond);
      }),
    );
  });

  it('are everything for a worker alone', () => {
    fc.assert(
      fc.property(limit, key, (whole, name) => {
        expect(shareOf(whole, SOLE_MEMBER, name)).toEqual({ concurrency: whole.concurrency, perSecond: whole.perSecond });
      }),
    );
  });

  it('of single slots go to other members at other hosts', () => {
    const holders = Array.from({ length: 400 }, (_, host) =>
      sharesOf({ concurrency: 1, maxConcurrency: 8, perSecond: 10 }, 4, `host-${host}.example.com|direct`).findIndex(
        ({ concurrency }) => concurrency === 1,
      ),
    );
    for (const worker of [0, 1, 2, 3]) expect(holders.filter((holder) => holder === worker).length).toBeGreaterThan(60);
  });
});
