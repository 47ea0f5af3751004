import { openTemporal, type TemporalClient } from '../../../src/kernel/temporal/connection.js';
import { BackgroundOutboxLauncher, TemporalWebhookWorkflows } from '../../../src/temporal/starters/webhook-workflows.js';
import type { WorkingService } from '../http/working-service.js';

/** What starts a service's deliveries, as its processes do it, and the engine on which it starts them. A fault of it fails the test. */
export function openLauncher(service: WorkingService): { readonly temporal: TemporalClient; readonly launcher: BackgroundOutboxLauncher } {
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = service.config;
  const temporal = openTemporal({ address, namespace });
  const launcher = new BackgroundOutboxLauncher({
    workflows: new TemporalWebhookWorkflows({ temporal, queues: service.queues }),
    grantSlots: (endpointId) => service.record.deliveryQueue.grantSlots(endpointId),
    onFailure: (_, error) => {
      throw error;
    },
  });
  return { temporal, launcher };
}
