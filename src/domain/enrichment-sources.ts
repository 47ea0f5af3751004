import { type Checks, type Module, modulesToRun, type Subjects } from './checks.js';
import { FACT_MODULES, type FactModule } from './enrichment.js';
import type { AddressInspector, BreachSearch, LineInspector, MailboxInspector, MentionSearch } from './enrichment-ports.js';

/** Every module's way to its sources; null where none is configured: the module is then never run. */
export interface EnrichmentSources {
  readonly email: MailboxInspector | null;
  readonly phone: LineInspector | null;
  readonly ip: AddressInspector | null;
  readonly breaches: BreachSearch | null;
  readonly webMentions: MentionSearch | null;
  /** Brings up to date which of them are null, where that changes while the process runs. */
  readonly renew?: () => Promise<void>;
  /** How long each module may take, in milliseconds: what is not there by then is null. */
  readonly budgetMs: Readonly<Record<FactModule, number>>;
}

/** Modules for which there is something to ask. */
export function availableModules(sources: EnrichmentSources): FactModule[] {
  return FACT_MODULES.filter((module) => sources[module] !== null);
}

/** The modules that a lookup asks for, without those that nobody here could answer. */
export function plannedModules(sources: EnrichmentSources, { checks, subjects }: { checks: Checks; subjects: Subjects }): Module[] {
  const available = availableModules(sources);
  return modulesToRun(checks, subjects).filter((module) => module === 'footprint' || available.includes(module));
}
