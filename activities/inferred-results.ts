import { inferResults } from '../src/domain/lookup/inferred-results.js';
import type { Lookup } from '../src/domain/lookup/lookup.js';
import type { LookupReader, LookupWriter } from '../src/domain/lookup/lookup-ports.js';
import type { FoundFact } from '../src/domain/lookup/module-facts.js';
import type { PlatformCatalogue } from '../src/domain/catalogue/ports.js';
import { refsOf } from '../src/domain/identity/subjects.js';

export interface InferredResultPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly now: () => Date;
}

/**
 * Records inferred results while the sweep is still under way: those of platforms that it does not probe.
 *
 * @param modules facts that modules found since the last call
 */
export async function recordInferredEarly(ports: InferredResultPorts, lookup: Lookup, modules: readonly FoundFact[]): Promise<void> {
  const { writer, catalogue, now } = ports;
  if (!lookup.plan) return;
  const knows = (slug: string) => catalogue.get(slug) !== undefined;
  const outcomes = inferResults({ lookup, plan: lookup.plan, modules, outcomes: [], hasEnded: false, isInCatalogue: knows, now: now() });
  if (outcomes.length > 0) await writer.record(lookup.id, outcomes);
}

/** Records the remaining inferred results when sweep and modules have ended. A repeated run finds nothing to add. */
export async function recordInferredAtEnd(ports: InferredResultPorts, lookupId: string): Promise<void> {
  const { reader, writer, catalogue, now } = ports;
  const lookup = await reader.find(lookupId);
  if (!lookup?.plan || lookup.state === 'finished' || !mayInfer(lookup)) return;
  const known = await reader.snapshot(lookupId, { withPlan: false });
  if (!known) return;
  const knows = (slug: string) => catalogue.get(slug) !== undefined;
  const outcomes = inferResults({
    lookup,
    plan: lookup.plan,
    outcomes: known.outcomes,
    modules: known.modules,
    hasEnded: true,
    isInCatalogue: knows,
    now: now(),
  });
  if (outcomes.length > 0) await writer.record(lookupId, outcomes);
}

/** Whether results can be inferred at all: without an e-mail address or breach sources the lookup's rows need not be read. */
function mayInfer({ plan, subjects }: Lookup): boolean {
  if (!plan?.modules.includes('footprint')) return false;
  return plan.modules.includes('breaches') || refsOf(subjects, ['email']).length > 0;
}
