import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  instantBand,
  inDefaultBand,
  NO_STATISTICS,
  selectTargets,
  suspectsLast,
  BANDS,
} from '../../../../../src/engine/catalogue/rules/bands.js';
import type { PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import { supports, type Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import { SUSPICIONS } from '../../../../../src/engine/catalogue/rules/rule-schema.js';
import { ruleDigest } from '../../../../../src/engine/catalogue/rules/revision.js';
import { QUERY_TYPES } from '../../../../../src/kernel/identity/identity.js';
import { kindOf } from '../../../../../src/kernel/identity/subjects.js';
import { platforms } from '../../../../support/arbitraries.js';

/** Catalogues in which any rule may be suspect, whatever else its platform says of itself. */
const catalogues = fc.tuple(platforms, fc.func(fc.boolean()), fc.constantFrom(...SUSPICIONS)).map(([all, isSuspect, suspect]): Platform[] =>
  all.map((platform) => ({
    ...platform,
    probes: Object.fromEntries(
      supports(platform).map((type) => [type, { ...platform.probes[type], ...(isSuspect(platform.slug, type) ? { suspect } : {}) }]),
    ) as Platform['probes'],
  })),
);
const subjects = fc.subarray([...QUERY_TYPES]).map((types) => Object.fromEntries(types.map((type) => [type, `some ${type}`])));
const isSuspect = (catalogue: readonly Platform[], slug: string, type: (typeof QUERY_TYPES)[number]): boolean =>
  catalogue.find((platform) => platform.slug === slug)?.probes[type]?.suspect !== undefined;

/** The best statistics that a platform can have. */
const best: PlatformStatus = {
  quarantinedUntil: null,
  controlLatencyMs: 1,
  stats: { answered: 1_000, omitted: 0, medianLatencyMs: 1, p90LatencyMs: 1, probedAt: NO_STATISTICS.now },
};

it('no statistics bring a suspect rule into another band than deep, for any catalogue', () =>
  fc.assert(
    fc.property(catalogues, subjects, fc.boolean(), (catalogue, has, isKnown) => {
      const known = catalogue.flatMap(({ slug }) => QUERY_TYPES.map((type) => [`${slug}:${type}`, best] as const));
      const evidence = { ...NO_STATISTICS, statuses: new Map(isKnown ? known : []) };
      const inTime = instantBand(catalogue, evidence);
      for (const platform of catalogue)
        for (const type of supports(platform).filter((each) => isSuspect(catalogue, platform.slug, each))) {
          expect(inDefaultBand(platform, type, evidence)).toBe(false);
          expect(inTime.has(`${platform.slug}:${type}`)).toBe(false);
        }
      for (const band of BANDS.filter((each) => each !== 'deep'))
        for (const target of selectTargets(catalogue, has, band, null, evidence))
          expect(target.subjects.filter((ref) => isSuspect(catalogue, target.platform, kindOf(ref)))).toEqual([]);
    }),
  ));

it('a plan has them last, and leaves the order of both groups as it was', () =>
  fc.assert(
    fc.property(catalogues, subjects, (catalogue, has) => {
      const targets = selectTargets(catalogue, has, 'deep', null);
      const ordered = suspectsLast(targets, (slug) => catalogue.find((platform) => platform.slug === slug));
      const marks = ordered.map(({ platform, subjects: probed }) => probed.some((ref) => isSuspect(catalogue, platform, kindOf(ref))));
      expect(marks).toEqual([...marks].sort());
      for (const mark of [true, false]) {
        const group = (all: typeof targets) =>
          all.filter(({ platform, subjects: probed }) => probed.some((ref) => isSuspect(catalogue, platform, kindOf(ref))) === mark);
        expect(group(ordered)).toEqual(group(targets));
      }
    }),
  ));

it('the mark changes neither what is asked nor what is read: controls and facts of before go on', () => {
  const rule = { request: { method: 'GET', url: 'https://platform.example.com/{username}' } } as NonNullable<
    Platform['probes']['username']
  >;
  expect(ruleDigest({ ...rule, suspect: 'walled' })).toBe(ruleDigest({ ...rule }));
});
