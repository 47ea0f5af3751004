import { defineSearchAttributeKey } from '@temporalio/common';
import { continueAsNew, sleep, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { DeliveryInput, DeliveryOutput } from './contracts.js';
import { deliveries } from './activity-proxies.js';

/**
 * Makes attempts of one event at one endpoint until the receiver acknowledges, none is left, or the delivery has to wait as a row: the
 * database decides that, and times and slots too. A workflow is started anew for a delivery that is due and has a slot.
 */
export async function deliverWebhook(input: DeliveryInput): Promise<DeliveryOutput> {
  const { queue, ...first } = input;
  let key = first;
  while (!workflowInfo().continueAsNewSuggested) {
    const step = await deliveries.attemptDelivery.executeWithOptions(
      { taskQueue: queue, summary: `attempt ${key.logged + 1}`, priority: { fairnessKey: key.endpointId } },
      [key],
    );
    if (step.last !== null) setLastStatus(step.last);
    if (step.next === 'end') return { state: step.state };
    key = { ...key, logged: step.logged };
    await sleep(step.waitMs);
  }
  return continueAsNew<typeof deliverWebhook>({ ...key, queue });
}

function setLastStatus(last: string): void {
  upsertSearchAttributes([{ key: defineSearchAttributeKey('FootprintLastStatus', 'KEYWORD'), value: last }]);
}
