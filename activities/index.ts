import { type BreachedPlatforms, createBreachedPlatforms } from '../src/facts/breaches/breached-platforms.js';
import { createCalibrateActivities, type CalibrateActivityPorts } from './controls/calibrate.js';
import { createCheckActivities, createInstantActivities } from './lookups/single-activity.js';
import { createDeliveryActivities, type DeliveryActivityPorts } from './webhooks/deliver-webhook.js';
import { createErasureActivities, type ErasureActivityPorts } from './privacy/erase-identity.js';
import { endingErased } from './privacy/late-start.js';
import { createDerivedActivities, type DerivedActivityPorts } from './lookups/derived.js';
import { createEndpointHealthActivities, type EndpointHealthActivityPorts } from './webhooks/endpoint-health.js';
import { createEnrichmentActivities, type EnrichmentActivityPorts } from './lookups/enrichment.js';
import { createLookupActivities, type LookupActivityPorts } from './lookups/lookup.js';
import { createProbeActivities, type ProbeActivityPorts } from './probes/probe-shard.js';
import { createReconcileActivities, type ReconcileActivityPorts } from './lookups/reconcile.js';
import { createReconcileWebhooksActivities, type ReconcileWebhooksActivityPorts } from './webhooks/reconcile-webhooks.js';
import { createRetentionActivities, type RetentionActivityPorts } from './lookups/retention.js';
import { countingAttempts } from './runtime/attempts.js';
import { createEmailActivities, type EmailActivityPorts } from './emails/send-email.js';

type WebhookActivityPorts = DeliveryActivityPorts & EndpointHealthActivityPorts & EmailActivityPorts & ReconcileWebhooksActivityPorts;
type LookupWorkPorts = LookupActivityPorts & Omit<EnrichmentActivityPorts, 'breachedPlatforms'> & DerivedActivityPorts & ProbeActivityPorts;
export type ActivityPorts = LookupWorkPorts &
  CalibrateActivityPorts &
  ReconcileActivityPorts &
  RetentionActivityPorts &
  ErasureActivityPorts &
  WebhookActivityPorts;

function webhookActivities(ports: WebhookActivityPorts) {
  return {
    ...createDeliveryActivities(ports),
    ...createEndpointHealthActivities(ports),
    ...createEmailActivities(ports),
    ...createReconcileWebhooksActivities(ports),
  };
}

/** Finds platforms in the catalogue as it is when they are asked for. */
function breachedPlatformsOf(catalogue: LookupWorkPorts['catalogue']): BreachedPlatforms {
  let known: { readonly of: unknown; readonly find: BreachedPlatforms } | undefined;
  return (...args) => {
    const { platforms } = catalogue;
    if (known?.of !== platforms) known = { of: platforms, find: createBreachedPlatforms(platforms) };
    return known.find(...args);
  };
}

function lookupActivities(ports: LookupWorkPorts) {
  const modulePorts = { ...ports, breachedPlatforms: breachedPlatformsOf(ports.catalogue) };
  const steps = {
    ...createLookupActivities(ports),
    ...createEnrichmentActivities(modulePorts),
    ...createDerivedActivities(ports),
    ...createProbeActivities(ports),
  };
  return { ...steps, ...createCheckActivities(modulePorts), ...createInstantActivities(steps) };
}

/** All activities of the service, over the given ports. */
export function createActivities(ports: ActivityPorts) {
  const lookups = lookupActivities(ports);
  return {
    ...lookups,
    planLookup: endingErased(ports, 'lookup', lookups.planLookup),
    checkSubject: endingErased(ports, 'check', lookups.checkSubject),
    instantLookup: endingErased(ports, 'instant', lookups.instantLookup),
    probeShard: countingAttempts(lookups.probeShard),
    probeDerived: countingAttempts(lookups.probeDerived),
    runModule: countingAttempts(lookups.runModule),
    ...createCalibrateActivities(ports),
    ...createReconcileActivities(ports),
    ...createRetentionActivities(ports),
    ...createErasureActivities(ports),
    ...webhookActivities(ports),
  };
}

export type Activities = ReturnType<typeof createActivities>;
