import { createCalibrateActivities, type CalibrateActivityPorts } from './calibrate.js';
import { createLookupActivities, type LookupActivityPorts } from './lookup.js';
import { createProbeActivities, type ProbeActivityPorts } from './probe.js';
import { createReconcileActivities, type ReconcileActivityPorts } from './reconcile.js';
import { createRetentionActivities, type RetentionActivityPorts } from './retention.js';

export type ActivityPorts = LookupActivityPorts & CalibrateActivityPorts & ProbeActivityPorts & ReconcileActivityPorts & RetentionActivityPorts;

/** All activities of the service, over the given ports. */
export function createActivities(ports: ActivityPorts) {
  return { ...createCalibrateActivities(ports), ...createLookupActivities(ports), ...createProbeActivities(ports), ...createReconcileActivities(ports), ...createRetentionActivities(ports) };
}

export type Activities = ReturnType<typeof createActivities>;
