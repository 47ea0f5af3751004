import { createLookupActivities, type LookupActivityPorts } from './lookup.js';
import { createProbeActivities, type ProbeActivityPorts } from './probe.js';
import { createReconcileActivities, type ReconcileActivityPorts } from './reconcile.js';
import { createRetentionActivities, type RetentionActivityPorts } from './retention.js';

export type ActivityPorts = LookupActivityPorts & ProbeActivityPorts & ReconcileActivityPorts & RetentionActivityPorts;

/** All activities of the service, over the given ports. */
export function createActivities(ports: ActivityPorts) {
  return { ...createLookupActivities(ports), ...createProbeActivities(ports), ...createReconcileActivities(ports), ...createRetentionActivities(ports) };
}

export type Activities = ReturnType<typeof createActivities>;
