import { subjectsOf } from '../checks.js';
import type { FactModule } from '../enrichment.js';
import type { ModuleFact } from '../lookup-ports.js';
import type { LookupKnowledge } from './knowledge.js';
import { findingsOf, type ModuleFindings } from './module-findings.js';

/** One finding as streams send it while a lookup runs: the same entry that the body has for it. */
export type ToldFinding = { [M in FactModule]: { module: M; finding: NonNullable<ModuleFindings[M]>[number] } }[FactModule];

/** The body's entry for one fact; null for a fact of a module or identity that the lookup does not have. */
export function toldFinding(lookup: LookupKnowledge['lookup'], fact: ModuleFact): ToldFinding | null {
  const { module, subject } = fact;
  if (module === 'footprint') return null;
  const place = subjectsOf(module, lookup.subjects).indexOf(subject);
  const finding = findingsOf({ lookup, modules: [fact] })[module]?.[place];
  return finding ? ({ module, finding } as ToldFinding) : null;
}
