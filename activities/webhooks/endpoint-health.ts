import type { WebhookWorkflows } from '../../src/domain/webhooks/ports.js';
import type { EndpointHealthStore } from '../../src/db/webhooks/endpoint-health-store.js';

export interface EndpointHealthActivityPorts {
  readonly endpointHealth: EndpointHealthStore;
  readonly webhookWorkflows: WebhookWorkflows;
  readonly now: () => Date;
}

export function createEndpointHealthActivities({ endpointHealth, webhookWorkflows, now }: EndpointHealthActivityPorts) {
  return {
    /**
     * Evaluates an endpoint's failure window and takes the step that is due: warns or disables. A repeated run finds it done:
     * the step and its mail are one transaction, and a mail's deduplication key is unique.
     *
     * @returns milliseconds to the next check; null when there is nothing to watch any more
     */
    async reviewEndpoint({ endpointId }: { endpointId: string }): Promise<{ nextLookMs: number | null; step: string }> {
      const { nextCheckMs, step, mailIds } = await endpointHealth.evaluateHealth(endpointId, now());
      // A mail that is not started now is found in the outbox by the reconciler.
      await Promise.allSettled(mailIds.map((mailId) => webhookWorkflows.startMail(mailId)));
      return { nextLookMs: nextCheckMs, step };
    },
  };
}

export type EndpointHealthActivities = ReturnType<typeof createEndpointHealthActivities>;
