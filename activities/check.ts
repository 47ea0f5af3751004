import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { subjectsOf } from '../src/domain/checks.js';
import type { FactModule } from '../src/domain/enrichment.js';
import { plannedModules } from '../src/domain/enrichment-sources.js';
import type { FoundFact, LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import type { Lookup } from '../src/domain/lookup.js';
import { missingLookup } from './failures.js';
import { inquire, type InquiryPorts } from './inquiries.js';
import { keepAlive } from './keep-alive.js';

/** What could not be stored for so long is given up. */
const GIVEN_UP_MS = 15 * 60_000;

export interface CheckActivityPorts extends InquiryPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
}

export function createCheckActivities(ports: CheckActivityPorts) {
  const { reader, writer, sources, now } = ports;

  function ask(lookup: Lookup, modules: readonly FactModule[]): Promise<FoundFact[]> {
    const ended = cancellationSignal();
    return Promise.all(
      modules.flatMap((module) =>
        subjectsOf(module, lookup.subjects).map((ref) => inquire(ports, { module, lookup, ref, budgetMs: sources.budgetMs[module], ended })),
      ),
    );
  }

  return {
    /**
     * A single check, from its row to its finish: one reading and one transaction, because somebody waits for it. Run again, it
     * asks again, or finds that the lookup is finished. It always finishes: what cannot be stored for a quarter of an hour is
     * left out, as "not checked".
     */
    async checkSubject({ lookupId }: { lookupId: string }): Promise<void> {
      const lookup = (await reader.find(lookupId)) ?? missingLookup();
      if (lookup.state === 'finished') return;
      const modules = plannedModules(sources, lookup).filter((module) => module !== 'footprint');
      const givenUp = now().getTime() - activityInfo().scheduledTimestampMs > GIVEN_UP_MS;
      const stop = keepAlive();
      try {
        await writer.complete(lookupId, { plan: { targets: [], modules }, facts: givenUp ? [] : await ask(lookup, modules) });
      } finally {
        stop();
      }
    },
  };
}

export type CheckActivities = ReturnType<typeof createCheckActivities>;
