import { reconcileLookups, reconcileRunningLookups } from './activity-proxies.js';

/** Starts what was accepted but never started, every 30 seconds: the lookup rows are the outbox. */
export async function reconcile(): Promise<{ started: number }> {
  return reconcileLookups();
}

/** Starts again what was planned and is not finished, every ten minutes: its workflow may have been lost. */
export async function reconcileRunning(): Promise<{ started: number }> {
  return reconcileRunningLookups();
}
