import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BandContext,
  inDefaultBand,
  instantBand,
  isUsable,
  MAX_UNKNOWN,
  NO_STATISTICS,
  selectTargets,
  slowestFirst,
} from '../../../../../src/engine/catalogue/rules/bands.js';
import { QUERY_TYPES, type QueryType } from '../../../../../src/kernel/identity/identity.js';
import type { PlatformStats, PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import { isStrong, strengthOf, supports, type Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, Probes } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { platforms } from '../../../../support/arbitraries.js';
import { platformOf } from '../../../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const typed: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/error', equals: 'no such user' }] },
};
const platform = (more: Partial<Platform> = {}) =>
  platformOf('one', { strength: 'strong', instant: ['username'], probes: { username: typed }, ...more });
const record = (more: Partial<PlatformStats> = {}): PlatformStats => ({
  answered: 40,
  omitted: 0,
  medianLatencyMs: 100,
  p90LatencyMs: 200,
  probedAt: ago(1_000),
  ...more,
});
const statusWith = (more: Partial<PlatformStatus> = {}): PlatformStatus => ({
  quarantinedUntil: null,
  controlLatencyMs: null,
  stats: null,
  ...more,
});
const evidence = (of: Record<string, PlatformStatus> = {}, instantCeilingMs = 900): BandContext => ({
  statuses: new Map(Object.entries(of)),
  disabled: new Set(),
  instantCeilingMs,
  now: NOW,
});
const instant = (each: Platform, known: PlatformStatus | undefined, ceilingMs = 900) =>
  instantBand([each], evidence(known ? { 'one:username': known } : {}, ceilingMs)).has('one:username');

describe('the instant band', () => {
  it.each([
    ['a marked platform that nothing is known of', undefined, true],
    ['one with a fast record', statusWith({ stats: record() }), true],
    ['one whose median the ceiling can just use', statusWith({ stats: record({ medianLatencyMs: 780 }) }), true],
    ['one whose median is beyond that', statusWith({ stats: record({ medianLatencyMs: 781 }) }), false],
    [
      'one that was slow an hour ago: it is tried again',
      statusWith({ stats: record({ medianLatencyMs: 5_000, probedAt: ago(HOUR) }) }),
      true,
    ],
    ['one that leaves a third unanswered', statusWith({ stats: record({ answered: 20, omitted: 10 }) }), false],
    ['one that never answers', statusWith({ stats: record({ answered: 0, omitted: 9, medianLatencyMs: null }) }), false],
    ['one asked too little to tell', statusWith({ stats: record({ answered: 1, omitted: 3, medianLatencyMs: 9_000 }) }), true],
    ['one without a record whose control was fast', statusWith({ controlLatencyMs: 200 }), true],
    ['one without a record whose control was slow', statusWith({ controlLatencyMs: 2_000 }), false],
    ['one in quarantine', statusWith({ stats: record(), quarantinedUntil: new Date(NOW.getTime() + 1) }), false],
    ['one whose quarantine is over', statusWith({ stats: record(), quarantinedUntil: NOW }), true],
  ])('%s', (_, known, expected) => expect(instant(platform(), known)).toBe(expected));

  it.each([
    ['a strong typed platform earns a place by its record', platform({ instant: [] }), record(), true],
    ['not by a record that is merely in time', platform({ instant: [] }), record({ medianLatencyMs: 500 }), false],
    ['nor by a few answers', platform({ instant: [] }), record({ answered: 19 }), false],
    ['nor one of the thousands that nobody chose', platform({ instant: [], strength: 'standard' }), record(), false],
    [
      'nor a page without types',
      platform({ instant: [], probes: { username: { ...typed, absent: { status: [404], contains: ['nobody here'] } } } }),
      record(),
      false,
    ],
    [
      'nor an availability check',
      platform({ instant: [], probes: { username: { ...typed, method: 'account_enumeration' } } }),
      record(),
      false,
    ],
  ])('%s', (_, each, known, expected) => expect(instant(each, statusWith({ stats: known }))).toBe(expected));

  it('takes a bounded number of platforms that nothing is known of, strong ones first', () => {
    const many = Array.from({ length: 2 * MAX_UNKNOWN }, (_, n) =>
      platform({ slug: `p${n}`, strength: n % 2 === 0 ? 'standard' : 'strong' }),
    );
    const band = instantBand(many, evidence());
    expect(band.size).toBe(MAX_UNKNOWN);
    expect(many.filter(({ slug, strength }) => strength === 'strong' && !band.has(`${slug}:username`))).toEqual([]);
    // What is known of one makes room for another.
    expect(instantBand(many, evidence({ 'p1:username': statusWith({ stats: record() }) })).size).toBe(MAX_UNKNOWN + 1);
  });
});

const own = (probes: Probes = { username: typed }) => platform({ strength: 'standard', ownFile: true, probes });

describe('the default band', () => {
  it.each([
    ['a strong platform that nothing is known of', platform(), undefined, true],
    ['a slow one', platform(), record({ medianLatencyMs: 8_000 }), true],
    ['one that answers every second time', platform(), record({ answered: 20, omitted: 20 }), true],
    ['one that rarely answers', platform(), record({ answered: 19, omitted: 21 }), false],
    [
      'one that rarely answered an hour ago: it is tried again',
      platform(),
      record({ answered: 0, omitted: 40, probedAt: ago(HOUR) }),
      true,
    ],
    ['a standard one of many sites', platform({ strength: 'standard' }), record(), false],
    ['a standard one with a file of its own earns a place by its record', own(), record(), true],
    ['and keeps it while a lookup needs it once a day', own(), record({ probedAt: ago(24 * HOUR - 1) }), true],
    ['not after a day without any', own(), record({ probedAt: ago(24 * HOUR) }), false],
    ['nor by a few answers', own(), record({ answered: 19 }), false],
    ['nor when one check in nine is omitted', own(), record({ answered: 40, omitted: 5 }), false],
    ['nor when nine of ten checks take longer than three seconds', own(), record({ p90LatencyMs: 3_001 }), false],
    ['nor without any time', own(), record({ p90LatencyMs: null }), false],
    ['nor on weak evidence', own({ username: { ...typed, absent: { status: [404], weakEvidence: true } } }), record(), false],
  ])('%s', (_, each, known, expected) =>
    expect(inDefaultBand(each, 'username', evidence(known ? { 'one:username': statusWith({ stats: known }) } : {}))).toBe(expected),
  );
});

describe('strength by query type', () => {
  const both: Probes = { username: typed, email: typed };
  const mixed = platform({ strength: { email: 'strong' }, instant: [], probes: both, ownFile: true });

  it('puts a platform into the default band of that type alone', () => {
    expect(inDefaultBand(mixed, 'email', evidence())).toBe(true);
    expect(inDefaultBand(mixed, 'username', evidence())).toBe(false);
    expect(selectTargets([mixed], { username: 'somebody' }, 'default', null)).toEqual([]);
    // Asked for both or not at all: an answer for one would be read as one for the platform.
    expect(selectTargets([mixed], { username: 'somebody', email: 'x@example.com' }, 'default', null)).toEqual([
      { platform: 'one', subjects: ['email', 'username'] },
    ]);
  });

  it('decides the instant band by type as well', () => {
    const known = { 'one:email': statusWith({ stats: record() }), 'one:username': statusWith({ stats: record() }) };
    expect([...instantBand([mixed], evidence(known))]).toEqual(['one:email']);
  });

  it('a type that a file does not name is standard', () => {
    expect(QUERY_TYPES.map((type) => strengthOf(mixed, type))).toEqual(['strong', 'standard', 'standard']);
    expect([isStrong(mixed), isStrong(platform({ strength: { phone: 'strong' } }))]).toEqual([true, false]);
  });
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
