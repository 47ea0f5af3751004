import { continueAsNew, sleep, workflowInfo } from '@temporalio/workflow';
import { erasures } from './activity-proxies.js';
import type { ErasureInput } from './contracts.js';

/**
 * Erases an identity: ledger, lookups, what else names it, executions. How far it got is in the erasure's row, so that any step may be
 * repeated, and the workflow begun again, at any point. History holds ids and counts only.
 */
export async function eraseIdentity(input: ErasureInput): Promise<{ isDryRun: boolean }> {
  const step = { erasureId: input.erasureId };
  await erasures.recordErasure(step);
  for (;;) {
    const { next, waitMs } = await erasures.eraseLookups(step);
    if (next === 'searched') break;
    if (waitMs > 0) await sleep(waitMs);
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof eraseIdentity>(input);
  }
  await erasures.eraseRest(step);
  while ((await erasures.deleteExecutions(step)).isMore) {
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof eraseIdentity>(input);
  }
  return erasures.finishErasure(step);
}
