import type { FactStore, LookupCounts, LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import { reusableOutcomes, shardCount, type Target } from '../src/domain/lookup.js';
import { isQuarantined } from '../src/domain/calibration.js';
import { modulesToRun } from '../src/domain/checks.js';
import type { QueryType } from '../src/domain/identity.js';
import { selectTargets } from '../src/domain/platform-selection.js';
import type { ControlStore, PlatformCatalogue } from '../src/domain/ports.js';
import { missingLookup } from './failures.js';

export interface LookupActivityPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly catalogue: PlatformCatalogue;
  readonly facts: FactStore;
  readonly controlStore: ControlStore;
  readonly now: () => Date;
}

/** Reads and writes of the lookup's own row. */
export function createLookupActivities({ reader, writer, catalogue, facts, controlStore, now }: LookupActivityPorts) {
  /**
   * Leaves out platforms that are in quarantine for all that they would be asked. One that can answer in part stays whole: a
   * subject that nobody asks would let the others' "not registered" pass for the platform's.
   */
  async function usable(targets: readonly Target[]): Promise<Target[]> {
    const controls = await controlStore.newest(targets.map((target) => target.platform));
    const canAnswer = (platform: string, subject: QueryType) => !isQuarantined(controls.get(`${platform}:${subject}`), now());
    return targets.filter(({ platform, subjects }) => subjects.some((subject) => canAnswer(platform, subject)));
  }

  return {
    /** Chooses the platforms, stores the choice and what is known already; a second call finds the first one's plan. */
    async planLookup({ lookupId }: { lookupId: string }): Promise<{ shards: number }> {
      const lookup = (await reader.find(lookupId)) ?? missingLookup();
      const modules = modulesToRun(lookup.checks, lookup.subjects);
      const selected = modules.includes('footprint')
        ? selectTargets(catalogue.platforms, lookup.subjects, lookup.band, lookup.platforms)
        : [];
      // A band is what can answer; a platform that was asked for by name stays, and is omitted with its reason.
      const targets = lookup.platforms ? selected : await usable(selected);
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
