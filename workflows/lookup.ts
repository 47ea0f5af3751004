import { defineSearchAttributeKey } from '@temporalio/common';
import { ActivityFailure, isCancellation, log, upsertSearchAttributes } from '@temporalio/workflow';
import { finishLookup, planLookup, probing } from './activity-proxies.js';
import type { LookupInput, LookupOutput } from './contracts.js';

/**
 * One lookup from plan to finish. It always finishes: what could not be answered is omitted. History holds ids and counts
 * only; identities stay in the database.
 */
export async function lookup(input: LookupInput): Promise<LookupOutput> {
  const plan = await planLookup({ lookupId: input.lookupId });
  await sweep(input, plan.shards);
  const counts = await finishLookup({ lookupId: input.lookupId });
  tellOperators(counts);
  return counts;
}

/** All shards at once, one activity each. A shard that is given up leaves its platforms omitted. */
async function sweep(input: LookupInput, shards: number): Promise<void> {
  await Promise.all(
    Array.from({ length: shards }, async (_, shard) => {
      try {
        await probing.probeShard.executeWithOptions(
          { taskQueue: input.sweepQueue, summary: `shard ${shard + 1} of ${shards}` },
          [{ lookupId: input.lookupId, shard }],
        );
      } catch (error) {
        if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
        log.warn('a shard was given up; its platforms are omitted', { shard });
      }
    }),
  );
}

function tellOperators(counts: LookupOutput): void {
  upsertSearchAttributes([
    { key: defineSearchAttributeKey('FootprintState', 'KEYWORD'), value: 'finished' },
    { key: defineSearchAttributeKey('FootprintPlanned', 'INT'), value: counts.planned },
    { key: defineSearchAttributeKey('FootprintChecked', 'INT'), value: counts.checked },
    { key: defineSearchAttributeKey('FootprintMatches', 'INT'), value: counts.matches },
  ]);
}
