import type { FactStore, LookupCounts, LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import { reusableOutcomes, shardCount } from '../src/domain/lookup.js';
import { modulesToRun } from '../src/domain/checks.js';
import { selectTargets } from '../src/domain/platform-selection.js';
import type { PlatformCatalogue } from '../src/domain/ports.js';
import { missingLookup } from './failures.js';

export interface LookupActivityPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly facts: FactStore;
}

/** Reads and writes of the lookup's own row. */
export function createLookupActivities({ reader, writer, catalogue, facts }: LookupActivityPorts) {
  return {
    /** Chooses the platforms, stores the choice and what is known already; a second call finds the first one's plan. */
    async planLookup({ lookupId }: { lookupId: string }): Promise<{ shards: number }> {
      const lookup = (await reader.find(lookupId)) ?? missingLookup();
      const modules = modulesToRun(lookup.checks, lookup.subjects);
      const targets = modules.includes('footprint')
        ? selectTargets(catalogue.platforms, lookup.subjects, lookup.band, lookup.platforms)
        : [];
      const plan = lookup.plan ?? (await writer.savePlan(lookupId, { targets, modules }));
      if (!lookup.fresh && plan.targets.length > 0) {
        const known = reusableOutcomes(plan, await facts.reusable(lookup));
        if (known.length > 0) await writer.record(lookupId, known);
      }
      return { shards: shardCount(plan) };
    },

    /** Closes the lookup: from here on no result is added. A second call gives the same counts. */
    async finishLookup({ lookupId }: { lookupId: string }): Promise<LookupCounts> {
      return writer.finish(lookupId);
    },
  };
}

export type LookupActivities = ReturnType<typeof createLookupActivities>;
