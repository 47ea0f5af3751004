import { type Checks, type Module, modulesToRun, type Subjects } from './checks.js';
import { FACT_MODULES, type FactModule } from './enrichment.js';
import type { IpInspector, BreachSearch, PhoneInspector, EmailInspector, MentionSearch } from './enrichment-ports.js';

/** The sources of every module; null where none is configured: the module is then never run. */
export interface EnrichmentSources {
  readonly email: EmailInspector | null;
  readonly phone: PhoneInspector | null;
  readonly ip: IpInspector | null;
  readonly breaches: BreachSearch | null;
  readonly webMentions: MentionSearch | null;
  /** Refreshes which of them are null, where that changes while the process runs. */
  readonly refresh?: () => Promise<void>;
  /** How long each module may take, in milliseconds: what is not there by then is null. */
  readonly budgetMs: Readonly<Record<FactModule, number>>;
}

/** Modules that have a source. */
export function availableModules(sources: EnrichmentSources): FactModule[] {
  return FACT_MODULES.filter((module) => sources[module] !== null);
}

/** The modules that a lookup runs: those it requests, without those that have no source. */
export function plannedModules(sources: EnrichmentSources, { checks, subjects }: { checks: Checks; subjects: Subjects }): Module[] {
  const available = availableModules(sources);
  return modulesToRun(checks, subjects).filter((module) => module === 'footprint' || available.includes(module));
}
