import { defineSearchAttributeKey } from '@temporalio/common';
import { condition, continueAsNew, defineSignal, setHandler, sleep, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { RECHECK_MS, MAX_RECHECK_MS } from '../src/domain/webhooks/delivery.js';
import { deliveryContract, type DeliveryInput, type DeliveryOutput } from './contracts.js';
import { deliveries } from './activity-proxies.js';

/** Received when a slot of the endpoint is reserved for this delivery. */
const yourTurn = defineSignal(deliveryContract.yourTurn);

/**
 * Delivers one event to one endpoint: attempts by the schedule until the receiver acknowledges, none is left, or the endpoint is
 * disabled. Times and slots are decided in the database; the workflow only waits for them.
 */
export async function deliverWebhook(input: DeliveryInput): Promise<DeliveryOutput> {
  const { queue, ...first } = input;
  let woken = false;
  setHandler(yourTurn, () => {
    woken = true;
  });
  let key = first;
  let rechecks = 0;
  while (!workflowInfo().continueAsNewSuggested) {
    woken = false;
    const step = await deliveries.attemptDelivery.executeWithOptions(
      { taskQueue: queue, summary: `attempt ${key.logged + 1}`, priority: { fairnessKey: key.endpointId } },
      [key],
    );
    if (step.next === 'stand_in_line') {
      rechecks += 1;
      await condition(() => woken, Math.min(rechecks * RECHECK_MS, MAX_RECHECK_MS));
      continue;
    }
    if (step.last !== null) setLastStatus(step.last);
    if (step.next === 'end') return { state: step.state };
    key = { ...key, logged: step.logged };
    rechecks = 0;
    await sleep(step.waitMs);
  }
  return continueAsNew<typeof deliverWebhook>({ ...key, queue });
}

function setLastStatus(last: string): void {
  upsertSearchAttributes([{ key: defineSearchAttributeKey('FootprintLastStatus', 'KEYWORD'), value: last }]);
}
