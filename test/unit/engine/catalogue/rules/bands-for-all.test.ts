import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BandContext,
  inDefaultBand,
  instantBand,
  isUsable,
  NO_STATISTICS,
  selectTargets,
  slowestFirst,
} from '../../../../../src/engine/catalogue/rules/bands.js';
import { QUERY_TYPES, type QueryType } from '../../../../../src/kernel/identity/identity.js';
import type { PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import { isStrong, supports, type Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import { platforms } from '../../../../support/arbitraries.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const evidence = (of: Record<string, PlatformStatus>, instantCeilingMs: number): BandContext => ({
  statuses: new Map(Object.entries(of)),
  disabled: new Set(),
  instantCeilingMs,
  now: NOW,
});

const anyStatus: fc.Arbitrary<PlatformStatus> = fc.record({
  quarantinedUntil: fc.option(fc.integer({ min: -HOUR, max: HOUR }).map((ms) => new Date(NOW.getTime() + ms))),
  controlLatencyMs: fc.option(fc.integer({ min: 0, max: 12_000 })),
  stats: fc.option(
    fc.record({
      answered: fc.nat(60),
      omitted: fc.nat(60),
      probedAt: fc.integer({ min: 0, max: 3 * HOUR }).map(ago),
      medianLatencyMs: fc.option(fc.nat(12_000)),
      p90LatencyMs: fc.option(fc.nat(12_000)),
    }),
  ),
});
const anyEvidence = (catalogue: readonly Platform[]): fc.Arbitrary<BandContext> => {
  const keys = catalogue.flatMap((each) => supports(each).map((type) => `${each.slug}:${type}`));
  return fc
    .tuple(fc.array(fc.option(anyStatus), { minLength: keys.length, maxLength: keys.length }), fc.integer({ min: 200, max: 5_000 }))
    .map(([statuses, ceilingMs]) =>
      evidence(Object.fromEntries(keys.flatMap((key, n) => (statuses[n] ? [[key, statuses[n]]] : []))), ceilingMs),
    );
};
const registry = platforms.chain((catalogue) => anyEvidence(catalogue).map((known) => ({ catalogue, known })));
const subjects = fc.subarray([...QUERY_TYPES]).map((types) => Object.fromEntries(types.map((type) => [type, `some ${type}`])));

describe('for all catalogues and all evidence', () => {
  it('a band never asks for what is in quarantine alone, and bands are parts of deep', () =>
    fc.assert(
      fc.property(registry, subjects, ({ catalogue, known }, has) => {
        const deep = selectTargets(catalogue, has, 'deep', null, known);
        for (const band of ['instant', 'default', 'deep'] as const) {
          for (const target of selectTargets(catalogue, has, band, null, known)) {
            expect(target.subjects.some((type) => isUsable(target.platform, type as QueryType, known))).toBe(true);
            expect(deep).toContainEqual(target);
          }
        }
      }),
    ));

  it('what an instant lookup asks is what the list of platforms calls instant', () =>
    fc.assert(
      fc.property(registry, fc.constantFrom(...QUERY_TYPES), ({ catalogue, known }, type) => {
        const listed = instantBand(catalogue, known);
        const probed = selectTargets(catalogue, { [type]: 'somebody' }, 'instant', null, known).map((target) => target.platform);
        expect(probed).toEqual(catalogue.filter(({ slug }) => listed.has(`${slug}:${type}`)).map(({ slug }) => slug));
      }),
    ));

  it('a higher ceiling never takes a platform out of the instant band, and more omissions never bring one in', () =>
    fc.assert(
      fc.property(registry, fc.nat(10_000), fc.nat(100), ({ catalogue, known }, more, omissions) => {
        const before = instantBand(catalogue, known);
        const higher = instantBand(catalogue, { ...known, instantCeilingMs: known.instantCeilingMs + more });
        expect([...before].filter((key) => !higher.has(key))).toEqual([]);
        const worse = new Map(
          [...known.statuses].map(([key, each]) => [
            key,
            each.stats && each.stats.answered >= 5 ? { ...each, stats: { ...each.stats, omitted: each.stats.omitted + omissions } } : each,
          ]),
        );
        const after = instantBand(catalogue, { ...known, statuses: worse });
        expect([...after].filter((key) => !before.has(key))).toEqual([]);
      }),
    ));

  it('more omissions or slower answers never bring a platform into the default band', () =>
    fc.assert(
      fc.property(registry, fc.nat(100), fc.nat(5_000), ({ catalogue, known }, omissions, ms) => {
        const worse = new Map(
          [...known.statuses].map(([key, each]) => [
            key,
            each.stats && each.stats.answered + each.stats.omitted >= 5
              ? {
                  ...each,
                  stats: {
                    ...each.stats,
                    omitted: each.stats.omitted + omissions,
                    p90LatencyMs: each.stats.p90LatencyMs === null ? null : each.stats.p90LatencyMs + ms,
                  },
                }
              : each,
          ]),
        );
        for (const each of catalogue)
          for (const type of supports(each))
            if (inDefaultBand(each, type, { ...known, statuses: worse })) expect(inDefaultBand(each, type, known)).toBe(true);
      }),
    ));

  it("another query type's statistics, controls and quarantine decide nothing in the default band", () =>
    fc.assert(
      fc.property(registry, fc.constantFrom(...QUERY_TYPES), ({ catalogue, known }, type) => {
        const alone = { ...known, statuses: new Map([...known.statuses].filter(([key]) => key.endsWith(`:${type}`))) };
        for (const each of catalogue) expect(inDefaultBand(each, type, known)).toBe(inDefaultBand(each, type, alone));
      }),
    ));

  it('only strong platforms and those with a file of their own are in the default band, whatever the statistics', () =>
    fc.assert(
      fc.property(registry, ({ catalogue, known }) => {
        for (const each of catalogue)
          for (const type of supports(each))
            if (inDefaultBand(each, type, known)) expect(isStrong(each, type) || each.ownFile === true).toBe(true);
      }),
    ));

  it('a platform that was left out for what it did is back an hour after it was last asked', () =>
    fc.assert(
      fc.property(registry, ({ catalogue, known }) => {
        const later = { ...known, now: new Date(NOW.getTime() + 2 * HOUR) };
        for (const each of catalogue) {
          for (const type of supports(each)) {
            if (isStrong(each, type)) expect(inDefaultBand(each, type, later)).toBe(true);
            const stood = known.statuses.get(`${each.slug}:${type}`);
            if (each.instant.includes(type) && stood?.stats && stood.stats.answered >= 5)
              expect(instantBand(catalogue, later)).toContain(`${each.slug}:${type}`);
          }
        }
      }),
    ));

  it('the slowest are asked first: a permutation, in falling order of what is expected, equal ones as they were', () =>
    fc.assert(
      fc.property(registry, subjects, ({ catalogue, known }, has) => {
        const targets = selectTargets(catalogue, has, 'deep', null, known);
        const ordered = slowestFirst(targets, known);
        expect([...ordered].sort(bySlug)).toEqual([...targets].sort(bySlug));
        expect(slowestFirst(ordered, known)).toEqual(ordered);
        expect(slowestFirst(targets, NO_STATISTICS)).toEqual(targets);
        const times = ordered.map(({ platform: slug, subjects: probed }) =>
          Math.max(...probed.map((type) => timeOf(known.statuses.get(`${slug}:${type}`)))),
        );
        expect(times).toEqual([...times].sort((a, b) => b - a));
      }),
    ));
});

const bySlug = (a: { platform: string }, b: { platform: string }) => (a.platform < b.platform ? -1 : 1);
/** What is expected of one query type: its record's slow end, else its control, else two seconds. */
function timeOf(known: PlatformStatus | undefined): number {
  const received = known?.stats && known.stats.answered + known.stats.omitted >= 5 ? known.stats.p90LatencyMs : null;
  return received ?? known?.controlLatencyMs ?? 2_000;
}
