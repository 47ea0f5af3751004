import type { Checks } from './checks.js';
import { FACT_MODULES, type FactModule } from './enrichment.js';

/**
 * The checks of a request without the modules for which there is no source: those are not run, so they are not billed either. The other
 * checks of the request are unchanged.
 *
 * @param offered modules with a source
 */
export function availableChecks(checks: Checks, offered: readonly FactModule[]): Checks {
  const missing = FACT_MODULES.filter((module) => !offered.includes(module));
  return { ...checks, ...Object.fromEntries(missing.map((module) => [module, false])) };
}
