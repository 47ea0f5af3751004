import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { endpointContract, type EndpointInput } from './contracts.js';
import { reviewEndpoint } from './webhook-activities.js';

/** Told when the endpoint was changed by hand, or failed with nobody watching. */
const lookAgain = defineSignal(endpointContract.lookAgain);

/** Looks after which the history is begun anew; an endpoint that fails and recovers all day makes many. */
const LOOKS = 200;

/**
 * Watches one endpoint from its first failure until it works, is switched off or is gone: a look at the clock at each day
 * of failure, and whenever something changed.
 */
export async function watchEndpoint(input: EndpointInput): Promise<void> {
  let changed = false;
  setHandler(lookAgain, () => {
    changed = true;
  });
  for (let looks = 0; looks < LOOKS && !workflowInfo().continueAsNewSuggested; looks += 1) {
    changed = false;
    const { nextLookMs } = await reviewEndpoint(input);
    if (changed) continue;
    // A signal that comes with the end is not lost: the engine refuses to end a workflow that has not seen it.
    if (nextLookMs === null) return;
    await condition(() => changed, nextLookMs);
  }
  await continueAsNew<typeof watchEndpoint>(input);
}
