import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { subjectsOf } from '../src/domain/lookup/checks.js';
import type { FactModule } from '../src/domain/lookup/enrichment.js';
import { plannedModules } from '../src/domain/lookup/enrichment-sources.js';
import type { LookupReader, LookupWriter } from '../src/domain/lookup/lookup-ports.js';
import type { FoundFact } from '../src/domain/lookup/module-facts.js';
import type { Lookup } from '../src/domain/lookup/lookup.js';
import { missingLookup } from './failures.js';
import { runSources, type SourceRunPorts } from './run-sources.js';
import { startHeartbeat } from './heartbeat.js';

/** Facts that still cannot be stored this long after the start are given up. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

export interface CheckActivityPorts extends SourceRunPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
}

export function createCheckActivities(ports: CheckActivityPorts) {
  const { reader, writer, sources, now } = ports;

  function ask(lookup: Lookup, modules: readonly FactModule[]): Promise<FoundFact[]> {
    const ended = cancellationSignal();
    return Promise.all(
      modules.flatMap((module) =>
        subjectsOf(module, lookup.subjects).map((ref) =>
          runSources(ports, { module, lookup, ref, budgetMs: sources.budgetMs[module], ended }),
        ),
      ),
    );
  }

  return {
    /**
     * Carries out a single check, from its row to its finish: one read and one transaction, because a caller waits for it. A
     * repeated run queries the sources again, or finds the lookup finished. It always finishes: facts that still cannot be stored
     * a quarter of an hour after the start are left out as "not checked".
     */
    async checkSubject({ lookupId }: { lookupId: string }): Promise<void> {
      const lookup = (await reader.find(lookupId)) ?? missingLookup();
      if (lookup.state === 'finished') return;
      const modules = plannedModules(sources, lookup).filter((module) => module !== 'footprint');
      const plan = { targets: [], modules };
      const stop = startHeartbeat();
      try {
        const facts = await ask(lookup, modules);
        await writer.complete(lookupId, { plan, facts }).catch((error: unknown) => {
          if (now().getTime() - activityInfo().scheduledTimestampMs <= GIVE_UP_AFTER_MS) throw error;
          return writer.complete(lookupId, { plan, facts: [] });
        });
      } finally {
        stop();
      }
    },
  };
}

export type CheckActivities = ReturnType<typeof createCheckActivities>;
