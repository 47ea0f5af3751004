import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_TYPES } from '../../../../../src/kernel/identity/identity.js';
import { selectTargets, BANDS } from '../../../../../src/engine/catalogue/rules/bands.js';
import { isStrong, type Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import { kindOf, type PersonRef } from '../../../../../src/kernel/identity/subjects.js';
import { platforms } from '../../../../support/arbitraries.js';

const subjects = fc.subarray([...QUERY_TYPES]).map((types) => Object.fromEntries(types.map((type) => [type, `some ${type}`])));
const band = fc.constantFrom(...BANDS);

describe('the platforms that a lookup asks, for all catalogues', () => {
  it("each once, in the catalogue's order, about something, and only about what it takes and what there is", () =>
    fc.assert(
      fc.property(platforms, subjects, band, fc.boolean(), (catalogue, has, depth, listed) => {
        const targets = selectTargets(catalogue, has, depth, listed ? catalogue.map(({ slug }) => slug) : null);
        const order = targets.map(({ platform }) => catalogue.findIndex(({ slug }) => slug === platform));
        expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
        for (const { platform, subjects: probed } of targets) {
          const probes = catalogue.find(({ slug }) => slug === platform)?.probes ?? {};
          expect(probed.length).toBeGreaterThan(0);
          for (const subject of probed) {
            expect(probes[kindOf(subject)]).toBeDefined();
            expect(has[subject]).toBeDefined();
          }
        }
      }),
    ));

  it('deep asks every platform that can be reached, about every subject that it takes', () =>
    fc.assert(
      fc.property(platforms, subjects, (catalogue, has) => {
        const expected = catalogue.flatMap(({ slug, probes }) => {
          const probed = QUERY_TYPES.filter((type) => has[type] !== undefined && probes[type] !== undefined);
          return probed.length > 0 ? [{ platform: slug, subjects: probed }] : [];
        });
        expect(selectTargets(catalogue, has, 'deep', null)).toEqual(expected);
      }),
    ));

  it('the default band is the strong ones of deep; instant those that answer at once about all they would be asked', () =>
    fc.assert(
      fc.property(platforms, subjects, (catalogue, has) => {
        const of = (slug: string) => catalogue.find((platform) => platform.slug === slug);
        const deep = selectTargets(catalogue, has, 'deep', null);
        const isStrongFor = (slug: string, probed: readonly PersonRef[]) =>
          probed.some((ref) => isStrong(of(slug) as Platform, kindOf(ref)));
        expect(selectTargets(catalogue, has, 'default', null)).toEqual(
          deep.filter(({ platform, subjects: probed }) => isStrongFor(platform, probed)),
        );
        // Never in part: an absent username would pass for an absent e-mail address that nobody asked about.
        expect(selectTargets(catalogue, has, 'instant', null)).toEqual(
          deep.filter(({ platform, subjects: probed }) => probed.every((subject) => of(platform)?.instant.includes(kindOf(subject)))),
        );
      }),
    ));

  it('a list of platforms overrides the band, and what it names in vain is skipped', () =>
    fc.assert(
      fc.property(platforms, subjects, band, fc.func(fc.boolean()), (catalogue, has, depth, pick) => {
        const chosen = catalogue.map(({ slug }) => slug).filter(pick);
        const expected = selectTargets(catalogue, has, 'deep', null).filter(({ platform }) => chosen.includes(platform));
        expect(selectTargets(catalogue, has, depth, chosen)).toEqual(expected);
        expect(selectTargets(catalogue, has, depth, [...chosen, ...chosen].reverse())).toEqual(expected);
      }),
    ));

  it('an address alone asks no platform', () =>
    fc.assert(
      fc.property(platforms, band, (catalogue, depth) => {
        expect(selectTargets(catalogue, { ip: '192.0.2.1' }, depth, null)).toEqual([]);
      }),
    ));
});
