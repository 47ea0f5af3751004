import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_STATISTICS, type ProbeTarget } from '../../../../src/engine/catalogue/rules/bands.js';
import { selectInstantTargets, sizeWithin, type InstantSelection, informationValue } from '../../../../src/engine/flow/instant.js';
import type { PlatformStatus } from '../../../../src/engine/catalogue/rules/platform-status.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';

const RULE: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200] },
  absent: { status: [404] },
};
const { absent: _, ...ONE_SIDED } = RULE;

interface Site {
  readonly slug: string;
  readonly rule?: ProbeRule;
  /** Checks of a hundred that it left without an answer; absent: nothing is known. */
  readonly omitted?: number;
  readonly isFree?: boolean;
  /** Absent: where a slot is free. */
  readonly startsInTime?: boolean;
}

const target = ({ slug }: Site): ProbeTarget => ({ platform: slug, subjects: ['username'] });
const platformOf = ({ slug, rule = RULE }: Site): Platform => ({
  slug,
  name: slug,
  homepage: `https://${slug}.example.com`,
  icon: null,
  tags: [],
  strength: 'strong',
  instant: ['username'],
  probes: { username: rule },
});
const statusOf = (omitted: number): PlatformStatus => ({
  quarantinedUntil: null,
  controlLatencyMs: null,
  stats: { answered: 100 - omitted, omitted, medianLatencyMs: 100, p90LatencyMs: 200, probedAt: new Date(0) },
});

/** A band of these sites. */
function bandOf(sites: readonly Site[], size: number, random: () => number = () => 0) {
  const bySlug = new Map(sites.map((site) => [site.slug, site]));
  const choice: InstantSelection = {
    size,
    random,
    hasFreeSlot: ({ platform }) => bySlug.get(platform)?.isFree ?? true,
    startsInTime: ({ platform }) => bySlug.get(platform)?.startsInTime ?? bySlug.get(platform)?.isFree ?? true,
    platform: (slug) => platformOf(bySlug.get(slug) as Site),
    evidence: {
      ...NO_STATISTICS,
      statuses: new Map(
        sites.flatMap(({ slug, omitted }) => (omitted === undefined ? [] : [[`${slug}:username`, statusOf(omitted)] as const])),
      ),
    },
  };
  return {
    choose: () => selectInstantTargets(sites.map(target), choice),
    signal: (each: ProbeTarget) => informationValue(each, choice),
    isFree: choice.hasFreeSlot,
  };
}

/** Numbers between 0 and 1 that are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
const band = fc
  .array(
    fc.record({
      rule: fc.constantFrom<ProbeRule>(RULE, ONE_SIDED),
      isFree: fc.boolean(),
      omitted: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 40 },
  )
  .map((sites) => sites.map((site, index): Site => ({ slug: `p${index}`, ...site })));

describe('the signal of a platform', () => {
  it.each<readonly [string, Site, Site]>([
    ['one that can say both above one that can say only one', { slug: 'a' }, { slug: 'b', rule: ONE_SIDED }],
    [
      'one that can say both, as seldom as the band admits, above one that always says one',
      { slug: 'a', omitted: 30 },
      { slug: 'b', rule: ONE_SIDED, omitted: 0 },
    ],
    ['one that nothing is known of above one that can no longer be in the band', { slug: 'a' }, { slug: 'b', omitted: 31 }],
    ['one that answers above one that leaves a third out', { slug: 'a', omitted: 0 }, { slug: 'b', omitted: 33 }],
    ['one that is known to answer above one that nothing is known of', { slug: 'a', omitted: 0 }, { slug: 'b' }],
  ])('%s', (_name, higher, lower) => {
    const { signal } = bandOf([higher, lower], 2);
    expect(signal(target(higher))).toBeGreaterThan(signal(target(lower)));
  });

  it('of a platform that the catalogue no longer has is none: it can say nothing', () => {
    expect(informationValue(target({ slug: 'gone' }), { platform: () => undefined, evidence: NO_STATISTICS })).toBe(0);
  });

  it('is that of its weakest subject, where it is asked about several', () => {
    const site: Site = { slug: 'a', omitted: 0 };
    const { signal } = bandOf([site], 1);
    expect(signal({ platform: 'a', subjects: ['username', 'email'] })).toBeLessThan(signal(target(site)));
  });
});

describe('what an instant lookup asks', () => {
  it('is never more than its size, each platform once, and none that was not offered', () => {
    fc.assert(
      fc.property(band, fc.integer({ min: 1, max: 20 }), fc.integer(), (sites, size, seed) => {
        const chosen = bandOf(sites, size, sequence(seed))
          .choose()
          .map(({ platform }) => platform);
        expect(chosen.length).toBeLessThanOrEqual(size);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(sites.map(({ slug }) => slug)).toEqual(expect.arrayContaining(chosen));
      }),
    );
  });

  it('is taken from the platforms with a free slot, as many as there are, before any other', () => {
    fc.assert(
      fc.property(band, fc.integer({ min: 1, max: 20 }), fc.integer(), (sites, size, seed) => {
        const { choose, isFree } = bandOf(sites, size, sequence(seed));
        const chosen = choose();
        const free = sites.filter(({ isFree: is }) => is).length;
        expect(chosen.filter(isFree)).toHaveLength(Math.min(size, free));
        // Busy ones only to make up two.
        expect(chosen).toHaveLength(Math.min(size, sites.length, Math.max(free, 2)));
      }),
    );
  });

  it('is half of its size where so many come in time, when fewer are free: others may hold them all for a moment', () => {
    const sites = Array.from({ length: 30 }, (_each, index): Site => ({ slug: `p${index}`, isFree: index < 3, startsInTime: index < 9 }));
    const chosen = bandOf(sites, 11)
      .choose()
      .map(({ platform }) => Number(platform.slice(1)));
    expect(chosen).toHaveLength(6);
    expect(chosen).toEqual(expect.arrayContaining([0, 1, 2]));
    expect(Math.max(...chosen)).toBeLessThan(9);
    const some = bandOf(sites, 2);
    expect(some.choose().every(some.isFree)).toBe(true);
  });

  it('is two platforms at least, though no slot is free: an answer is not empty because all are busy for a moment', () => {
    const sites = Array.from({ length: 30 }, (_each, index): Site => ({ slug: `p${index}`, isFree: false }));
    expect(bandOf(sites, 11).choose()).toHaveLength(2);
    expect(bandOf(sites.slice(0, 1), 11).choose()).toHaveLength(1);
    expect(bandOf([], 11).choose()).toEqual([]);
  });

  it('has the highest signals, as far as chance between equals lets it', () => {
    fc.assert(
      fc.property(band, fc.integer({ min: 1, max: 20 }), fc.integer(), (sites, size, seed) => {
        const { choose, signal, isFree } = bandOf(sites, size, sequence(seed));
        const chosen = choose();
        const left = sites.map(target).filter(({ platform }) => !chosen.some((each) => each.platform === platform));
        for (const one of chosen)
          for (const other of left)
            if (isFree(one) === isFree(other)) expect(signal(one)).toBeGreaterThanOrEqual(signal(other) * 0.9 - 1e-9);
      }),
    );
  });

  it('is never a platform of a much lower signal by chance', () => {
    const [best, worst] = [{ slug: 'best', omitted: 0 }, { slug: 'worst', rule: ONE_SIDED, omitted: 30 } as Site];
    const chosen = Array.from({ length: 100 }, (_, seed) => bandOf([worst, best], 1, sequence(seed)).choose()[0]?.platform);
    expect(new Set(chosen)).toEqual(new Set(['best']));
  });

  it('changes between equal platforms: load spreads over the band', () => {
    const sites = Array.from({ length: 33 }, (_each, index): Site => ({ slug: `p${index}` }));
    const { choose } = bandOf(sites, 11, sequence(1));
    const seen = new Map<string, number>();
    for (let n = 0; n < 300; n += 1) for (const { platform } of choose()) seen.set(platform, (seen.get(platform) ?? 0) + 1);
    expect(seen.size).toBe(33);
    // A hundred each on average.
    expect(Math.max(...seen.values())).toBeLessThan(150);
  });

  it.each([1, 2, 3, 4, 5])('keeps nine tenths of the mean signal while half of the band is busy (draw %i)', (seed) => {
    const random = sequence(seed * 7_919);
    // The band has thrice as many as are asked; it admits platforms that leave up to three of ten unanswered.
    const sites = Array.from(
      { length: 33 },
      (_each, index): Site => ({
        slug: `p${index}`,
        omitted: Math.floor(random() * random() * 30),
      }),
    );
    const alone = bandOf(sites, 11, random);
    const busy = () =>
      bandOf(
        sites.map((site) => ({ ...site, isFree: random() < 0.5 })),
        11,
        random,
      );
    const signals = (choose: () => ProbeTarget[]) => choose().map(alone.signal);
    const unloaded = mean(Array.from({ length: 100 }, () => signals(alone.choose)).flat());
    const loaded = mean(Array.from({ length: 100 }, () => signals(busy().choose)).flat());
    expect(loaded).toBeGreaterThanOrEqual(0.9 * unloaded);
  });
});

describe("how many platforms a lookup asks by a deadline of its caller's own", () => {
  it('is in proportion to the ceiling, and at least two', () => {
    const sizes = [300, 900, 2_700, 3_600, 10_000].map((deadlineMs) => sizeWithin(40, { deadlineMs, ceilingMs: 900 }));
    expect(sizes).toEqual([13, 40, 120, 160, 444]);
    expect(sizeWithin(2, { deadlineMs: 300, ceilingMs: 900 })).toBe(2);
  });

  it('never falls when the deadline grows, and is what the operator set at the ceiling', () => {
    const ms = fc.integer({ min: 100, max: 10_000 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), ms, ms, ms, (atCeiling, ceilingMs, deadlineMs, otherMs) => {
        const [sooner, later] = [Math.min(deadlineMs, otherMs), Math.max(deadlineMs, otherMs)];
        expect(sizeWithin(atCeiling, { deadlineMs: sooner, ceilingMs })).toBeLessThanOrEqual(
          sizeWithin(atCeiling, { deadlineMs: later, ceilingMs }),
        );
        expect(sizeWithin(atCeiling, { deadlineMs: ceilingMs, ceilingMs })).toBe(atCeiling);
      }),
    );
  });
});
