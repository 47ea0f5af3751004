import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import { MODULES, modulesToRun } from '../../../../../src/facts/checks.js';
import type { PurposeLimits, Purposes } from '../../../../../src/features/accounts/purposes.js';
import { boundByPurpose } from '../../../../../src/features/lookups/use-cases/bound-by-purpose.js';
import { orRefusal, ServiceError } from '../../../../../src/kernel/values/errors.js';

const platform = (slug: string, tags: readonly string[]) =>
  ({ slug, tags, ownFile: true, probes: { username: {} } }) as unknown as Platform;
const PLATFORMS = [platform('bank', ['finance']), platform('wall', ['social'])];
const catalogue = { platforms: PLATFORMS, get: (slug: string) => PLATFORMS.find((each) => each.slug === slug) };
const listOf = (mine: PurposeLimits): Purposes => ({ purposes: ['mine'], required: false, limits: { mine } });

interface Sent {
  readonly checks?: Readonly<Partial<Record<(typeof MODULES)[number], boolean>>>;
  readonly platforms?: readonly string[];
}
function bound(limits: PurposeLimits, { checks = {}, platforms }: Sent = {}) {
  const request = { checks, platforms: platforms ?? null, subjects: { username: 'ada-example', email: 'ada@example.com' } };
  const made = orRefusal(() => boundByPurpose(catalogue, { purposes: listOf(limits), purpose: 'mine' }, request));
  return made instanceof ServiceError ? made.code : { runs: modulesToRun(made.checks, made.subjects), scope: made.scope };
}

describe('what a purpose leaves of a lookup', () => {
  it('is the modules that it allows, and says which it withheld of those that would have run', () => {
    expect(bound({ kinds: ['finance'], modules: ['footprint', 'email'] }, { checks: { email: true } })).toEqual({
      runs: ['footprint', 'email'],
      scope: { kinds: ['finance'], withheld: ['breaches', 'webMentions'] },
    });
    expect(bound({ kinds: ['finance'], modules: ['footprint'] }, { checks: { breaches: false, webMentions: false } })).toEqual({
      runs: ['footprint'],
      scope: { kinds: ['finance'], withheld: [] },
    });
  });

  it('is no sweep where it allows no platform, of the catalogue or of those that are named', () => {
    const limits: PurposeLimits = { kinds: ['finance'], modules: ['footprint', 'breaches'] };
    expect(bound(limits, { platforms: ['wall', 'bank'] })).toMatchObject({ runs: ['footprint', 'breaches'] });
    expect(bound(limits, { platforms: ['wall'] })).toMatchObject({ runs: ['breaches'] });
    expect(bound({ ...limits, kinds: [] })).toMatchObject({ runs: ['breaches'] });
    expect(bound({ ...limits, kinds: ['travel'] })).toMatchObject({ runs: ['breaches'] });
  });

  it.each<[string, PurposeLimits, Sent]>([
    ['no module is allowed', { kinds: ['finance'], modules: [] }, {}],
    ['those that were asked are not', { kinds: ['finance'], modules: ['phone'] }, {}],
    ['only forbidden platforms are named', { kinds: ['finance'], modules: ['footprint'] }, { platforms: ['wall'] }],
  ])('is nothing, and refused, where %s', (_, limits, sent) => expect(bound(limits, sent)).toBe('purpose_forbids'));

  it('never runs more, and never a module that the purpose does not allow', () => {
    const modules = fc.subarray([...MODULES]);
    fc.assert(
      fc.property(modules, modules, (allowed, asked) => {
        const checks = Object.fromEntries(MODULES.map((module) => [module, asked.includes(module)]));
        const made = bound({ kinds: ['finance'], modules: allowed }, { checks });
        if (made === 'purpose_forbids') {
          const left = allowed.filter((module) => asked.includes(module) && !['phone', 'ip'].includes(module));
          expect(left).toEqual([]);
          return;
        }
        if (typeof made === 'string') throw new Error(made);
        expect([...allowed, ...asked]).toEqual(expect.arrayContaining(made.runs));
        for (const module of made.runs)
          expect([allowed, asked]).toEqual([expect.arrayContaining([module]), expect.arrayContaining([module])]);
      }),
    );
  });
});
