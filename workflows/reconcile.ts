import { reconcileLookups } from './activity-proxies.js';

/** Starts what was accepted but never started, every minute: the lookup rows are the outbox. */
export async function reconcile(): Promise<{ started: number }> {
  return reconcileLookups();
}
