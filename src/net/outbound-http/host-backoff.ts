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
  readonly #ends = new Map<string, number>();
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
    this.#ends.delete(key); // the newest entry is evicted last
    this.#ends.set(key, end);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > MAX_HOSTS && oldest !== undefined) this.#ends.delete(oldest);
  }

  /** Whether the host is in backoff now. */
  isBackingOff(key: string): boolean {
    const end = this.#ends.get(key);
    if (end === undefined) return false;
    if (end > this.#now()) return true;
    this.#ends.delete(key);
    return false;
  }
}
