import { openTemporal, type TemporalClient } from '../../../src/kernel/temporal/connection.js';
import { BackgroundLauncher } from '../../../src/temporal/starters/background-launcher.js';
import { TemporalErasureWorkflows } from '../../../src/temporal/starters/erasure-workflows.js';
import { TemporalLookupStarter } from '../../../src/temporal/starters/start-lookups.js';
import { TemporalWebhookWorkflows } from '../../../src/temporal/starters/webhook-workflows.js';
import type { WorkingService } from '../http/working-service.js';

/** What starts a service's deliveries, as its processes do it, and the engine on which it starts them. A fault of it fails the test. */
export function openLauncher(service: WorkingService): { readonly temporal: TemporalClient; readonly launcher: BackgroundLauncher } {
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = service.config;
  const temporal = openTemporal({ address, namespace });
  const options = { temporal, queues: service.queues };
  const launcher = new BackgroundLauncher({
    lookups: new TemporalLookupStarter(options),
    workflows: new TemporalWebhookWorkflows(options),
    erasures: new TemporalErasureWorkflows(options),
    grantSlots: (endpointId) => service.record.deliveryQueue.grantSlots(endpointId),
    onFailure: (_, error) => {
      throw error;
    },
  });
  return { temporal, launcher };
}
