import { FACT_MODULES, type FactModule } from './enrichment.js';
import { shardCount, type LookupPlan } from './lookup.js';

/** The steps that a lookup's workflow schedules. Names and counts only, because Temporal's history stores them. */
export interface LookupSteps {
  /** Shards of the sweep. */
  readonly shards: number;
  readonly modules: readonly FactModule[];
  /** Whether usernames derived from e-mail addresses are tried. */
  readonly derived: boolean;
  /** Whether there are only modules, all of them short: they then run in the workflow's own worker, which saves a hop. */
  readonly brief: boolean;
}

/** Modules that take about a second at most. */
const SHORT: ReadonlySet<FactModule> = new Set<FactModule>(['email', 'phone', 'ip']);

/** The steps of a stored plan. */
export function stepsOf(plan: LookupPlan): LookupSteps {
  const modules = FACT_MODULES.filter((module) => plan.modules.includes(module));
  const shards = shardCount(plan.targets.length);
  const derived = (plan.derived ?? []).length > 0;
  // Temporal sends no other command of a workflow while one of its local activities runs: none may run beside a sweep.
  return { shards, modules, derived, brief: shards === 0 && !derived && modules.every((module) => SHORT.has(module)) };
}
