import { retryAfterSeconds } from '../../domain/answer.js';
import type { RawAnswer } from './exchange.js';

/** Statuses with which `Retry-After` asks a client to stay away (RFC 9110, 10.2.3; RFC 6585, 4). */
const ASKING = new Set([429, 503]);
/** An hour: a host that asks for longer is asked again after it. */
const LONGEST_SECONDS = 3_600;
/** Hosts remembered at most. */
const MOST_HOSTS = 10_000;

/**
 * Hosts that asked to be left alone for a while. The record tells all workers, but a sweep reads it when it begins: what
 * waits for its turn at such a host meanwhile, controls included, is stopped here.
 */
export class HostPauses {
  private readonly ends = new Map<string, number>();

  /** @param now milliseconds, growing */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Remembers what an answer asks for. @param key what shares a cap of requests in flight */
  heed(key: string, { status, headers }: Pick<RawAnswer, 'status' | 'headers'>): void {
    if (!ASKING.has(status)) return;
    const seconds = retryAfterSeconds({ status, headers, body: '', url: '' });
    if (seconds === undefined || seconds === 0) return;
    const end = Math.max(this.now() + Math.min(seconds, LONGEST_SECONDS) * 1_000, this.ends.get(key) ?? 0);
    this.ends.delete(key); // the last one heard is the last one forgotten
    this.ends.set(key, end);
    const [oldest] = this.ends.keys();
    if (this.ends.size > MOST_HOSTS && oldest !== undefined) this.ends.delete(oldest);
  }

  /** Whether the host wants no request now. */
  isPaused(key: string): boolean {
    const end = this.ends.get(key);
    if (end === undefined) return false;
    if (end > this.now()) return true;
    this.ends.delete(key);
    return false;
  }
}
