import { activityInfo, cancellationSignal, log } from '@temporalio/activity';
import type { DerivedActivities } from './derived.js';
import type { EnrichmentActivities } from './enrichment.js';
import { startHeartbeat } from './heartbeat.js';
import type { LookupActivities } from './lookup.js';
import type { ProbeActivities } from './probe.js';

/** Parts that still fail this long after the start are given up. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

type Steps = LookupActivities & ProbeActivities & EnrichmentActivities & DerivedActivities;

/** An instant lookup from its row to its finish, as one activity: its steps are over within seconds and need no workflow. */
export function createInstantActivities(steps: Steps) {
  return {
    /**
     * Plans, probes and finishes a lookup with a ceiling. In a repeated run each step does only what is not stored yet. It always
     * finishes: a part that fails for a quarter of an hour is left out.
     */
    async instantLookup({ lookupId }: { lookupId: string }): Promise<void> {
      const stop = startHeartbeat();
      try {
        const { shards, modules, derived } = await steps.planLookup({ lookupId });
        const parts = await Promise.allSettled([
          ...Array.from({ length: shards }, (_, shard) => steps.probeShard({ lookupId, shard })),
          ...modules.map((module) => steps.runModule({ lookupId, module })),
          ...(derived ? [steps.probeDerived({ lookupId })] : []),
        ]);
        cancellationSignal().throwIfAborted();
        const failed = parts.find((part) => part.status === 'rejected');
        if (failed && Date.now() - activityInfo().scheduledTimestampMs < GIVE_UP_AFTER_MS) throw failed.reason;
        if (failed) log.warn('a part of the lookup was given up; what it would have told is omitted', { lookupId });
        await steps.finishLookup({ lookupId });
      } finally {
        stop();
      }
    },
  };
}

export type InstantActivities = ReturnType<typeof createInstantActivities>;
