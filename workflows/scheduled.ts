/** Workflows that schedules of Temporal start (`SCHEDULED`): one activity each. */
import {
  erasures,
  reconcileLookups,
  reconcileRunningLookups,
  chainAuditLog,
  compressResults as compress,
  forgetExpired,
  calibrateDue,
  reconcileWebhooks,
} from './activity-proxies.js';

/** Starts lookups that were accepted but never started, every 30 seconds: the lookup rows are the outbox. */
export async function reconcile(): Promise<{ started: number }> {
  return reconcileLookups();
}

/** Starts lookups again that were planned and are not finished, every ten minutes: their workflow may have been lost. */
export async function reconcileRunning(): Promise<{ started: number }> {
  return reconcileRunningLookups();
}

/** Starts deliveries, watches and emails that were committed but not started, every minute: the rows are the outbox. */
export async function reconcileOutbox(): Promise<{ started: number }> {
  return reconcileWebhooks();
}

/** Starts erasures that were committed but not started, every 30 seconds: the rows are the outbox. */
export async function reconcileErasures(): Promise<{ started: number }> {
  return erasures.reconcileErasures();
}

/** Deletes what has expired, every hour. */
export async function retention(): Promise<{ deleted: number }> {
  return forgetExpired();
}

/** Compresses the results of lookups that finished an hour ago, every ten minutes. */
export async function compressResults(): Promise<{ compressed: number }> {
  return compress();
}

/** Chains the finished days of the audit log, every hour. */
export async function chainAudit(): Promise<{ chained: number }> {
  return chainAuditLog();
}

/** Renews the controls of platforms, spread over time. */
export async function calibrate(): Promise<{ calibrated: number }> {
  return calibrateDue();
}
