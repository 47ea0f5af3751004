import { retryAfterSeconds } from '../../domain/answer.js';
import type { RawAnswer } from './exchange.js';

/** Statuses with which `Retry-After` asks a client to back off (RFC 9110, 10.2.3; RFC 6585, 4). */
const ASKING = new Set([429, 503]);
/** One hour: the longest backoff that is honoured. */
const LONGEST_SECONDS = 3_600;
/** Hosts remembered at most. */
const MOST_HOSTS = 10_000;

/**
 * Hosts that asked for a backoff. The database informs all workers, but a sweep reads it when it begins: requests that already
 * wait for such a host, controls included, are stopped here.
 */
export class HostPauses {
  private readonly ends = new Map<string, number>();

  /** @param now monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Records the backoff that a response asks for. @param key what shares a cap of requests in flight */
  heed(key: string, { status, headers }: Pick<RawAnswer, 'status' | 'headers'>): void {
    if (!ASKING.has(status)) return;
    const seconds = retryAfterSeconds({ status, headers, body: '', url: '' });
    if (seconds === undefined || seconds === 0) return;
    const end = Math.max(this.now() + Math.min(seconds, LONGEST_SECONDS) * 1_000, this.ends.get(key) ?? 0);
    this.ends.delete(key); // the newest entry is evicted last
    this.ends.set(key, end);
    const [oldest] = this.ends.keys();
    if (this.ends.size > MOST_HOSTS && oldest !== undefined) this.ends.delete(oldest);
  }

  /** Whether the host is in backoff now. */
  isPaused(key: string): boolean {
    const end = this.ends.get(key);
    if (end === undefined) return false;
    if (end > this.now()) return true;
    this.ends.delete(key);
    return false;
  }
}
