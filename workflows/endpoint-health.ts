import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { endpointContract, type EndpointInput } from './contracts.js';
import { reviewEndpoint } from './activity-proxies.js';

/** Received when the endpoint was changed by hand, or failed while no watch ran. */
const lookAgain = defineSignal(endpointContract.lookAgain);

/** Checks after which the workflow continues as new; an endpoint that fails and recovers all day causes many. */
const MAX_CHECKS = 200;

/**
 * Watches one endpoint from its first failure until it works, is disabled or is deleted: checks its failure window at each day of
 * failure, and whenever something changed.
 */
export async function watchEndpoint(input: EndpointInput): Promise<void> {
  let changed = false;
  setHandler(lookAgain, () => {
    changed = true;
  });
  for (let looks = 0; looks < MAX_CHECKS && !workflowInfo().continueAsNewSuggested; looks += 1) {
    changed = false;
    const { nextLookMs } = await reviewEndpoint(input);
    if (changed) continue;
    // A signal that arrives at the end is not lost: Temporal refuses to complete a workflow that has not seen it.
    if (nextLookMs === null) return;
    await condition(() => changed, nextLookMs);
  }
  await continueAsNew<typeof watchEndpoint>(input);
}
