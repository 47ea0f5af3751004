import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FACT_MODULES } from '../../../../src/facts/fact-modules.js';
import { type LookupPlan, moduleOfStep, stepsOf } from '../../../../src/features/lookups/lookup.js';
import { openPlan, openTarget, storedPlan } from '../../../../src/features/lookups/sealed-plan.js';
import type { PersonRef } from '../../../../src/kernel/identity/subjects.js';

const SLUGS = ['one', 'two', 'three', 'four'];
const REFS: PersonRef[] = ['email', 'phone', 'username', 'username#2'];
const plans: fc.Arbitrary<LookupPlan> = fc.record({
  targets: fc.array(fc.record({ platform: fc.constantFrom(...SLUGS), subjects: fc.subarray(REFS, { minLength: 1 }) })),
  derived: fc.array(fc.record({ handle: fc.constant('ada'), subject: fc.constant('email' as const), platforms: fc.subarray(SLUGS) })),
  modules: fc.subarray(['footprint' as const, ...FACT_MODULES]),
});
const sorted = (plan: LookupPlan) => ({
  ...plan,
  targets: plan.targets.map((target) => ({ ...target, subjects: [...target.subjects].sort() })),
  derived: plan.derived?.map((each) => ({ ...each, platforms: [...each.platforms].sort() })),
});

it('a sealed plan names to releases before it what may be asked alone, and to this one everything', () => {
  fc.assert(
    fc.property(plans, fc.func(fc.boolean()), (plan, mayAsk) => {
      const stored = JSON.parse(JSON.stringify(storedPlan(plan, { noise: 'passive', scope: null }, mayAsk))) as LookupPlan;
      for (const { platform, subjects } of stored.targets) for (const subject of subjects) expect(mayAsk(platform, subject)).toBe(true);
      for (const { platforms } of stored.derived ?? []) for (const platform of platforms) expect(mayAsk(platform, 'username')).toBe(true);
      // As 0.1.0 reads it.
      expect(FACT_MODULES.filter((module) => stored.modules.includes(module))).toEqual([]);
      expect(stored.targets).toHaveLength(plan.targets.length);
      expect(sorted(openPlan(stored))).toEqual({ ...sorted(plan), isSealed: true });
      expect(stored.targets.map(openTarget)).toEqual(openPlan(stored).targets);
      const { modules } = stepsOf(openPlan(stored));
      expect(modules.filter((name) => FACT_MODULES.some((module) => module === name))).toEqual([]);
      expect(modules.map(moduleOfStep)).toEqual(stepsOf(plan).modules);
    }),
  );
});

it('any other plan is stored as it is', () => {
  fc.assert(fc.property(plans, (plan) => void expect(openPlan(plan)).toBe(plan)));
});
