import { createBreachedPlatforms } from '../src/domain/breaches/breached-platforms.js';
import { createCalibrateActivities, type CalibrateActivityPorts } from './controls/calibrate.js';
import { createCheckActivities } from './check.js';
import { createDeliveryActivities, type DeliveryActivityPorts } from './deliver-webhook.js';
import { createDerivedActivities, type DerivedActivityPorts } from './derived.js';
import { createEndpointHealthActivities, type EndpointHealthActivityPorts } from './endpoint-health.js';
import { createInstantActivities } from './instant.js';
import { createEnrichmentActivities, type EnrichmentActivityPorts } from './enrichment.js';
import { createLookupActivities, type LookupActivityPorts } from './lookup.js';
import { createProbeActivities, type ProbeActivityPorts } from './probe.js';
import { createReconcileActivities, type ReconcileActivityPorts } from './reconcile.js';
import { createReconcileWebhooksActivities, type ReconcileWebhooksActivityPorts } from './reconcile-webhooks.js';
import { createRetentionActivities, type RetentionActivityPorts } from './retention.js';
import { createMailActivities, type MailActivityPorts } from './send-mail.js';

type WebhookActivityPorts = DeliveryActivityPorts & EndpointHealthActivityPorts & MailActivityPorts & ReconcileWebhooksActivityPorts;
type LookupWorkPorts = LookupActivityPorts & Omit<EnrichmentActivityPorts, 'breachedPlatforms'> & DerivedActivityPorts & ProbeActivityPorts;
export type ActivityPorts = LookupWorkPorts &
  CalibrateActivityPorts &
  ReconcileActivityPorts &
  RetentionActivityPorts &
  WebhookActivityPorts;

/** Activities of webhooks and mails. */
function webhookActivities(ports: WebhookActivityPorts) {
  return {
    ...createDeliveryActivities(ports),
    ...createEndpointHealthActivities(ports),
    ...createMailActivities(ports),
    ...createReconcileWebhooksActivities(ports),
  };
}

/** Activities of lookups. */
function lookupActivities(ports: LookupWorkPorts) {
  const inquiring = { ...ports, breachedPlatforms: createBreachedPlatforms(ports.catalogue.platforms) };
  const steps = {
    ...createLookupActivities(ports),
    ...createEnrichmentActivities(inquiring),
    ...createDerivedActivities(ports),
    ...createProbeActivities(ports),
  };
  return { ...steps, ...createCheckActivities(inquiring), ...createInstantActivities(steps) };
}

/** All activities of the service, over the given ports. */
export function createActivities(ports: ActivityPorts) {
  return {
    ...lookupActivities(ports),
    ...createCalibrateActivities(ports),
    ...createReconcileActivities(ports),
    ...createRetentionActivities(ports),
    ...webhookActivities(ports),
  };
}

export type Activities = ReturnType<typeof createActivities>;
