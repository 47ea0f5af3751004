import { upsertSearchAttributes } from '@temporalio/workflow';
import { finishLookup, planLookup, probing } from '../../../workflows/activity-proxies.js';
import type { LookupInput, LookupOutput } from '../../../workflows/contracts.js';

// What is exported below by the same name stands before this.
export * from '../../../workflows/index.js';

/** Broken on purpose: closes the lookup before it is swept. No history of a lookup with platforms may fit it. */
export async function lookup(input: LookupInput): Promise<LookupOutput> {
  const plan = await planLookup({ lookupId: input.lookupId });
  const counts = await finishLookup({ lookupId: input.lookupId });
  for (let shard = 0; shard < plan.shards; shard += 1) {
    await probing.probeShard.executeWithOptions({ taskQueue: input.sweepQueue }, [{ lookupId: input.lookupId, shard }]);
  }
  upsertSearchAttributes([]);
  return counts as LookupOutput;
}
