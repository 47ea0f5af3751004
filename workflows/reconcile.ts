import { reconcileLookups, reconcileRunningLookups } from './activity-proxies.js';

/** Starts lookups that were accepted but never started, every 30 seconds: the lookup rows are the outbox. */
export async function reconcile(): Promise<{ started: number }> {
  return reconcileLookups();
}

/** Starts lookups again that were planned and are not finished, every ten minutes: their workflow may have been lost. */
export async function reconcileRunning(): Promise<{ started: number }> {
  return reconcileRunningLookups();
}
