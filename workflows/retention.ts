import { forgetExpired } from './activity-proxies.js';

/** Deletes what has served its time, every hour. */
export async function retention(): Promise<{ deleted: number }> {
  return forgetExpired();
}
