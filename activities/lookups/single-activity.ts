/** Lookups that are one activity, without a workflow around it: single checks and instant lookups. */
import { activityInfo, cancellationSignal, log } from '@temporalio/activity';
import { subjectsOf } from '../../src/facts/checks.js';
import { type FactModule, plannedModules } from '../../src/facts/fact-modules.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import type { FoundFact } from '../../src/features/lookups/module-facts.js';
import type { Lookup } from '../../src/features/lookups/lookup.js';
import { storedPlan } from '../../src/features/lookups/sealed-plan.js';
import { isOutage } from '../../src/kernel/values/errors.js';
import { missingLookup } from '../runtime/failures.js';
import type { SubjectRef } from '../../src/kernel/identity/subjects.js';
import { type EgressPool, simulatedBy } from '../../src/engine/flow/egress-pool.js';
import { runSources, suppressedFact, type SourceRunPorts, type EnrichmentActivities } from './enrichment.js';
import { startHeartbeat } from '../runtime/heartbeat.js';
import type { DerivedActivities } from './derived.js';
import { type LookupActivities, type PlanInput, suppressedOf } from './lookup.js';
import type { ProbeActivities } from '../probes/probe-shard.js';

/** Facts that still cannot be stored, and parts that still fail, this long after the start are given up; an outage is waited for. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

export interface CheckActivityPorts extends SourceRunPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
  readonly egress: EgressPool;
}

export function createCheckActivities(ports: CheckActivityPorts) {
  const { reader, writer, sources, now } = ports;

  function runModules(lookup: Lookup, modules: readonly FactModule[], suppressed: ReadonlySet<SubjectRef>): Promise<FoundFact[]> {
    const ended = cancellationSignal();
    return Promise.all(
      modules.flatMap((module) =>
        subjectsOf(module, lookup.subjects).map(async (ref) =>
          suppressed.has(ref)
            ? suppressedFact(module, ref, now())
            : runSources(ports, { module, lookup, ref, budgetMs: sources.budgetMs[module], ended }),
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
      const plan = storedPlan({ targets: [], modules, ...simulatedBy(ports.egress) }, lookup, () => false);
      const stop = startHeartbeat();
      try {
        const listed = await suppressedOf(ports.suppressions, lookup);
        const suppressed = [...listed];
        const facts = await runModules(lookup, modules, listed);
        await writer.complete(lookupId, { plan, suppressed, facts }).catch((error: unknown) => {
          if (isOutage(error) || now().getTime() - activityInfo().scheduledTimestampMs <= GIVE_UP_AFTER_MS) throw error;
          return writer.complete(lookupId, { plan, suppressed, facts: [] });
        });
      } finally {
        stop();
      }
    },
  };
}

type Steps = LookupActivities & ProbeActivities & EnrichmentActivities & DerivedActivities;

/** An instant lookup from its row to its finish, as one activity: its steps are over within seconds and need no workflow. */
export function createInstantActivities(steps: Steps) {
  return {
    /**
     * Plans, probes and finishes a lookup with a ceiling. In a repeated run each step does only what is not stored yet. It always
     * finishes: a part that fails for a quarter of an hour is left out.
     */
    async instantLookup({ lookupId, busy }: PlanInput): Promise<void> {
      const stop = startHeartbeat();
      try {
        const { shards, modules, derived } = await steps.planLookup({ lookupId, busy });
        const parts = await Promise.allSettled([
          ...Array.from({ length: shards }, (_, shard) => steps.probeShard({ lookupId, shard })),
          ...modules.map((module) => steps.runModule({ lookupId, module })),
          ...(derived ? [steps.probeDerived({ lookupId })] : []),
        ]);
        cancellationSignal().throwIfAborted();
        const failed = parts.find((part) => part.status === 'rejected');
        const mayPass = isOutage(failed?.reason) || Date.now() - activityInfo().scheduledTimestampMs < GIVE_UP_AFTER_MS;
        if (failed && mayPass) throw failed.reason;
        if (failed) log.warn('a part of the lookup failed; its results are omitted', { lookupId });
        await steps.finishLookup({ lookupId });
      } finally {
        stop();
      }
    },
  };
}
