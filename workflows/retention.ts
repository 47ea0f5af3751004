import { compressResults as compress, forgetExpired } from './activity-proxies.js';

/** Deletes what has expired, every hour. */
export async function retention(): Promise<{ deleted: number }> {
  return forgetExpired();
}

/** Compresses the results of lookups that finished an hour ago, every ten minutes. */
export async function compressResults(): Promise<{ compressed: number }> {
  return compress();
}
