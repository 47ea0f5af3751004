import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { CalibrateActivities } from '../activities/calibrate.js';
import type { DerivedActivities } from '../activities/derived.js';
import type { EnrichmentActivities } from '../activities/enrichment.js';
import type { LookupActivities } from '../activities/lookup.js';
import type { ProbeActivities } from '../activities/probe.js';
import type { ReconcileActivities } from '../activities/reconcile.js';
import type { RetentionActivities } from '../activities/retention.js';

/** Short reads and writes of the record: run in the workflow's own worker, tried until the database is back. */
export const { planLookup, finishLookup } = proxyLocalActivities<LookupActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '100 milliseconds', maximumInterval: '10 seconds' },
});

/** Probing: heartbeats tell a dead worker within seconds; a shard that cannot end in a quarter of an hour is given up. */
export const probing = proxyActivities<ProbeActivities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '15 minutes',
  heartbeatTimeout: '4 seconds',
  retry: { initialInterval: '250 milliseconds', maximumInterval: '10 seconds' },
});

/** Derived usernames are probed like the sweep. */
export const derived = proxyActivities<DerivedActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '15 minutes',
  heartbeatTimeout: '4 seconds',
  retry: { initialInterval: '250 milliseconds', maximumInterval: '10 seconds' },
});

/** Sources keep to their budgets; what is repeated is the storing of what they said, until the database is back. */
export const enrichment = proxyActivities<EnrichmentActivities>({
  startToCloseTimeout: '45 seconds',
  scheduleToCloseTimeout: '15 minutes',
  heartbeatTimeout: '4 seconds',
  retry: { initialInterval: '250 milliseconds', maximumInterval: '10 seconds' },
});

/** The same in the workflow's own worker, for lookups that are nothing but a second's inquiry. */
export const briefEnrichment = proxyLocalActivities<EnrichmentActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '100 milliseconds', maximumInterval: '10 seconds' },
});

/** A start may take ten seconds, and there may be many thousands. */
export const { reconcileLookups } = proxyActivities<ReconcileActivities>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 2 },
});

export const { forgetExpired } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { maximumAttempts: 3 },
});

export const { calibrateDue } = proxyActivities<CalibrateActivities>({
  startToCloseTimeout: '9 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 2 },
  priority: { priorityKey: 5 },
});
