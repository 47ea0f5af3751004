import type { LookupCounts } from '../src/domain/lookup-ports.js';
import type { EnrichmentActivities } from './enrichment.js';
import type { LookupActivities } from './lookup.js';

export type CheckSteps = Pick<LookupActivities, 'planLookup' | 'finishLookup'> & Pick<EnrichmentActivities, 'runModule'>;

export function createCheckActivities({ planLookup, runModule, finishLookup }: CheckSteps) {
  return {
    /**
     * A single check from plan to finish in one activity: somebody waits for it, and each further one would cost a turn of
     * the workflow. Run again, it goes on with what is not in the record yet.
     */
    async checkSubject({ lookupId }: { lookupId: string }): Promise<LookupCounts> {
      const { modules } = await planLookup({ lookupId });
      await Promise.all(modules.map((module) => runModule({ lookupId, module })));
      return finishLookup({ lookupId });
    },
  };
}

export type CheckActivities = ReturnType<typeof createCheckActivities>;
