/**
 * What a passive lookup, or one whose purpose binds it, may not ask, as its plan is stored: where workers of releases that know neither do
 * not look for it. Two releases run side by side, and either may go on with the other's work. A plan that such a worker makes itself is
 * refused by the table.
 */
import type { ProbeTarget } from '../../engine/catalogue/rules/bands.js';
import type { PersonRef } from '../../kernel/identity/subjects.js';
import { type DerivedTarget, type Lookup, type LookupPlan, moduleOfStep, type StepName } from './lookup.js';

/**
 * A plan as it is stored: sealed, if its lookup may not ask everything.
 *
 * @param mayAsk whether the platform may be asked about such an identity
 */
export function storedPlan(
  plan: LookupPlan,
  { noise, scope }: Pick<Lookup, 'noise' | 'scope'>,
  mayAsk: (platform: string, subject: PersonRef) => boolean,
): LookupPlan {
  if (noise !== 'passive' && !scope) return plan;
  const { targets, derived = [], modules } = plan;
  const sealed = {
    targets: targets.map(({ platform, subjects }) => ({
      platform,
      subjects: subjects.filter((subject) => mayAsk(platform, subject)),
      unasked: subjects.filter((subject) => !mayAsk(platform, subject)),
    })),
    derived: derived.map((each) => ({
      ...each,
      platforms: each.platforms.filter((platform) => mayAsk(platform, 'username')),
      unasked: each.platforms.filter((platform) => !mayAsk(platform, 'username')),
    })),
    modules: modules.map((module) => (module === 'footprint' ? module : `${module}:sealed`)) as LookupPlan['modules'],
  };
  return { ...plan, ...sealed, isSealed: true };
}

/** A target as it was before its plan was sealed. */
export const openTarget = ({
  platform,
  subjects,
  unasked = [],
}: ProbeTarget & { readonly unasked?: readonly PersonRef[] }): ProbeTarget => ({
  platform,
  subjects: [...subjects, ...unasked],
});

const openDerived = ({ platforms, unasked = [], ...about }: DerivedTarget & { readonly unasked?: readonly string[] }): DerivedTarget => ({
  ...about,
  platforms: [...platforms, ...unasked],
});

/** A stored plan, as every reader takes it. */
export function openPlan(plan: LookupPlan): LookupPlan {
  if (!plan.isSealed) return plan;
  const { targets, derived = [] } = plan;
  const modules = plan.modules.map((name) => (name === 'footprint' ? name : moduleOfStep(name as StepName)));
  return { ...plan, targets: targets.map(openTarget), derived: derived.map(openDerived), modules };
}
