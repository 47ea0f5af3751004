import type { EndpointHealthStore } from '../../src/features/webhooks/store/endpoint-health-store.js';

export interface EndpointHealthActivityPorts {
  readonly endpointHealth: EndpointHealthStore;
  readonly now: () => Date;
}

export function createEndpointHealthActivities({ endpointHealth, now }: EndpointHealthActivityPorts) {
  return {
    /**
     * Evaluates an endpoint's failure window and takes the step that is due: warns or disables. A repeated run finds it done:
     * the step and its mail are one transaction, and a mail's deduplication key is unique.
     *
     * @returns milliseconds to the next check; null when there is nothing to watch any more
     */
    async reviewEndpoint({ endpointId }: { endpointId: string }): Promise<{ nextLookMs: number | null; step: string }> {
      const { nextCheckMs, step } = await endpointHealth.evaluateHealth(endpointId, now());
      return { nextLookMs: nextCheckMs, step };
    },
  };
}

export type EndpointHealthActivities = ReturnType<typeof createEndpointHealthActivities>;
