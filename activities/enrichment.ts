import { cancellationSignal } from '@temporalio/activity';
import { subjectsOf } from '../src/domain/lookup/checks.js';
import type { FactModule } from '../src/domain/lookup/enrichment.js';
import { recordInferredEarly, type InferredResultPorts } from './inferred-results.js';
import { missingLookup } from './failures.js';
import { runSources, type SourceRunPorts } from './run-sources.js';
import { startHeartbeat } from './heartbeat.js';

/** Budget of a module in instant lookups: facts that arrive long after the ceiling are of no use to the caller. */
const INSTANT_BUDGET_MS = 3_000;

export type EnrichmentActivityPorts = SourceRunPorts & InferredResultPorts;

export function createEnrichmentActivities(ports: EnrichmentActivityPorts) {
  const { reader, writer, sources } = ports;
  return {
    /**
     * Runs one module for each identity of a lookup that it is about, in parallel, and stores each result once. A repeated run
     * queries only for identities without a stored fact. What no source knows is stored too: as null.
     */
    async runModule({ lookupId, module }: { lookupId: string; module: FactModule }): Promise<{ asked: number }> {
      const [lookup, ended] = await Promise.all([reader.find(lookupId), writer.recordedSubjects(lookupId, module)]);
      if (!lookup) return missingLookup();
      if (lookup.state === 'finished') return { asked: 0 };
      const budgetMs = lookup.delivery === 'instant' ? Math.min(sources.budgetMs[module], INSTANT_BUDGET_MS) : sources.budgetMs[module];
      const refs = subjectsOf(module, lookup.subjects).filter((ref) => !ended.has(ref));
      const signal = cancellationSignal();
      const stop = startHeartbeat();
      try {
        await Promise.all(
          refs.map(async (ref) => {
            const fact = await runSources(ports, { module, lookup, ref, budgetMs, ended: signal });
            await writer.recordModule(lookupId, fact);
            await recordInferredEarly(ports, lookup, [fact]);
          }),
        );
      } finally {
        stop();
      }
      return { asked: refs.length };
    },
  };
}

export type EnrichmentActivities = ReturnType<typeof createEnrichmentActivities>;
