import { conclude } from '../src/domain/conclusions.js';
import type { Lookup } from '../src/domain/lookup.js';
import type { FoundFact, LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import type { PlatformCatalogue } from '../src/domain/ports.js';
import { refsOf } from '../src/domain/subjects.js';

export interface ConclusionPorts {
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
export async function concludeEarly(ports: ConclusionPorts, lookup: Lookup, modules: readonly FoundFact[]): Promise<void> {
  const { writer, catalogue, now } = ports;
  if (!lookup.plan) return;
  const knows = (slug: string) => catalogue.get(slug) !== undefined;
  const outcomes = conclude({ lookup, plan: lookup.plan, modules, outcomes: [], over: false, knows, now: now() });
  if (outcomes.length > 0) await writer.record(lookup.id, outcomes);
}

/** Records the remaining inferred results when sweep and modules have ended. A repeated run finds nothing to add. */
export async function concludeFinally(ports: ConclusionPorts, lookupId: string): Promise<void> {
  const { reader, writer, catalogue, now } = ports;
  const lookup = await reader.find(lookupId);
  if (!lookup?.plan || lookup.state === 'finished' || !mayConclude(lookup)) return;
  const news = await reader.news(lookupId);
  if (!news) return;
  const knows = (slug: string) => catalogue.get(slug) !== undefined;
  const outcomes = conclude({ lookup, plan: lookup.plan, ...news, over: true, knows, now: now() });
  if (outcomes.length > 0) await writer.record(lookupId, outcomes);
}

/** Whether results can be inferred at all: without an e-mail address or breach sources the lookup's rows need not be read. */
function mayConclude({ plan, subjects }: Lookup): boolean {
  if (!plan?.modules.includes('footprint')) return false;
  return plan.modules.includes('breaches') || refsOf(subjects, ['email']).length > 0;
}
