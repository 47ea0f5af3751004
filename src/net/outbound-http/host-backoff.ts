import { LRUCache } from 'lru-cache';
import { retryAfterSeconds } from '../../domain/evaluation/http-response.js';
import type { RawResponse } from './exchange.js';

/** Statuses with which `Retry-After` asks a client to back off (RFC 9110, 10.2.3; RFC 6585, 4). */
const BACKOFF_STATUSES = new Set([429, 503]);
/** One hour: the longest backoff that is honoured. */
const MAX_BACKOFF_SECONDS = 3_600;
/** Hosts remembered at most. */
const MAX_HOSTS = 10_000;

/**
 * Hosts that asked for a backoff. The database informs all workers, but a sweep reads it when it begins: requests that already
 * wait for such a host, controls included, are stopped here.
 */
export class HostBackoff {
  readonly #ends = new LRUCache<string, number>({ max: MAX_HOSTS });
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records the backoff that a response asks for. @param key what shares a cap of requests in flight */
  record(key: string, { status, headers }: Pick<RawResponse, 'status' | 'headers'>): void {
    if (!BACKOFF_STATUSES.has(status)) return;
    const seconds = retryAfterSeconds({ status, headers, body: '', url: '' });
    if (seconds === undefined || seconds === 0) return;
    const end = Math.max(this.#now() + Math.min(seconds, MAX_BACKOFF_SECONDS) * 1_000, this.#ends.get(key) ?? 0);
    this.#ends.set(key, end);
  }

  /** Whether the host is in backoff now. */
  isBackingOff(key: string): boolean {
    return (this.#ends.get(key) ?? 0) > this.#now();
  }
}
