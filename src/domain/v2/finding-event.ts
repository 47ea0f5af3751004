import { subjectsOf } from '../lookup/checks.js';
import type { FactModule } from '../lookup/enrichment.js';
import type { ModuleFact } from '../lookup/module-facts.js';
import type { LookupSnapshot } from '../lookup/lookup-snapshot.js';
import { findingsOf, type ModuleFindings } from './module-findings.js';

/** One finding as streams send it while a lookup runs: the same entry that the body has for it. */
export type FindingEvent = { [M in FactModule]: { module: M; finding: NonNullable<ModuleFindings[M]>[number] } }[FactModule];

/** The body's entry for one fact; null for a fact of a module or identity that the lookup does not have. */
export function findingEvent(lookup: LookupSnapshot['lookup'], fact: ModuleFact): FindingEvent | null {
  const { module, subject } = fact;
  if (module === 'footprint') return null;
  const place = subjectsOf(module, lookup.subjects).indexOf(subject);
  const finding = findingsOf({ lookup, modules: [fact] })[module]?.[place];
  return finding ? ({ module, finding } as FindingEvent) : null;
}
