import { LRUCache } from 'lru-cache';
import { MAX_BACKOFF_SECONDS } from '../catalogue/rules/ports.js';
import { retryAfterSeconds } from '../../kernel/net/http-response.js';
import type { RawHead } from '../../kernel/net/http/client.js';

export interface RetryPolicy {
  /** Further attempts after the first, for one call. */
  readonly attempts: number;
  /** Milliseconds before the first further attempt; doubled for each later one, and randomly reduced, by half at most. */
  readonly backoffMs: number;
}

/** Gateways that lost their backend for a moment; with `Retry-After` the platform itself has asked for a longer backoff. */
const TRANSIENT_STATUSES = new Set([502, 503]);

/** Whether a complete response is transient: a retry may give a better one. */
export function isTransientResponse(status: number, headers: Readonly<Record<string, string>>, expected: ReadonlySet<number>): boolean {
  return (
    TRANSIENT_STATUSES.has(status) && headers['retry-after'] === undefined && headers['cf-mitigated'] === undefined && !expected.has(status)
  );
}

/** Milliseconds to wait before further attempt `n` (1, 2, …), with jitter so that replicas do not retry together. */
export function retryDelayMs(policy: RetryPolicy, n: number, random: () => number = Math.random): number {
  return policy.backoffMs * 2 ** (n - 1) * (0.5 + random() / 2);
}

/** Statuses with which `Retry-After` asks a client to back off (RFC 9110, 10.2.3; RFC 6585, 4). */
const BACKOFF_STATUSES = new Set([429, 503]);
const MAX_HOSTS = 10_000;

/**
 * Hosts that asked for a backoff. The database informs all workers, but a sweep reads it when it begins: requests that already
 * wait for such a host, controls included, are stopped here.
 */
export class HostBackoff {
  readonly #ends = new LRUCache<string, number>({ max: MAX_HOSTS });

  /** @param now monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Records the backoff that a response asks for. @param key what shares a cap of requests in flight */
  record(key: string, { status, headers }: Pick<RawHead, 'status' | 'headers'>): void {
    if (!BACKOFF_STATUSES.has(status)) return;
    const seconds = retryAfterSeconds({ status, headers, body: '', url: '' });
    if (seconds === undefined || seconds === 0) return;
    const end = Math.max(this.now() + Math.min(seconds, MAX_BACKOFF_SECONDS) * 1_000, this.#ends.get(key) ?? 0);
    this.#ends.set(key, end);
  }

  isBackingOff(key: string): boolean {
    return (this.#ends.get(key) ?? 0) > this.now();
  }
}
