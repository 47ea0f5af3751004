import { FACT_MODULES, type FactModule } from './enrichment.js';
import { shardCount, type LookupPlan } from './lookup.js';

/** What a lookup's workflow has to order. Names and counts only: it stands in Temporal's history. */
export interface LookupSteps {
  /** Shards of the sweep. */
  readonly shards: number;
  readonly modules: readonly FactModule[];
  /** Whether usernames derived from e-mail addresses are tried. */
  readonly derived: boolean;
  /** Whether the modules are all there is to do, and short: they then run in the workflow's own worker, a hop sooner. */
  readonly brief: boolean;
}

/** Modules that take about a second at most. */
const SHORT: ReadonlySet<FactModule> = new Set<FactModule>(['email', 'phone', 'ip']);

/** The steps of a stored plan. */
export function stepsOf(plan: LookupPlan): LookupSteps {
  const modules = FACT_MODULES.filter((module) => plan.modules.includes(module));
  const shards = shardCount(plan.targets.length);
  const derived = (plan.derived ?? []).length > 0;
  // Temporal sends no other command of a workflow while one of its local activities runs: beside a sweep none may.
  return { shards, modules, derived, brief: shards === 0 && !derived && modules.every((module) => SHORT.has(module)) };
}
