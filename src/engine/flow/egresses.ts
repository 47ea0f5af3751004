import { EgressHealth } from './reachability.js';
import { SECOND_MS } from '../../kernel/values/durations.js';
import { fnv1a } from '../../kernel/values/fnv1a.js';
import type { EgressProxy } from '../../kernel/net/proxies.js';

/** Trials of a failed egress: at most this many requests in flight, started this far apart (milliseconds), until one is answered. */
const MAX_TRIALS_IN_FLIGHT = 2;
const TRIAL_EVERY_MS = 500;
/** After this many milliseconds without a new request, unanswered requests no longer show whether the egress works. */
const QUIET_MS = 2 * SECOND_MS;
/** A request may start up to this many milliseconds after it acquired its slot; an answered one counts as later only beyond that. */
const MAX_START_DELAY_MS = SECOND_MS;

/**
 * One egress: direct, or the proxies of one host. Platforms count requests by source address, so the ports of one proxy host share its
 * limits.
 */
export class Egress {
  readonly health = new EgressHealth();
  /** Requests in flight, each with the time at which it was sent. */
  readonly #inFlight = new Set<{ readonly sentAt: number }>();
  #lastStart = Number.NEGATIVE_INFINITY;

  constructor(
    /** `direct`, or the proxy's host name. */
    readonly name: string,
    private readonly proxies: readonly EgressProxy[],
  ) {}

  /** The proxy for a platform: always the same one while the list is unchanged. Null without proxies. */
  proxyFor(egressKey: string): EgressProxy | null {
    return this.proxies.length === 0 ? null : (this.proxies[fnv1a(egressKey) % this.proxies.length] ?? null);
  }

  isUsable(now: number): boolean {
    return this.msUntilUsable(now) === 0;
  }

  /** Milliseconds until a request may start; while the trials of a failed one are in flight, until it is worth looking again. */
  msUntilUsable(now: number): number {
    if (this.health.failedSince === null) return 0;
    return this.inFlight < MAX_TRIALS_IN_FLIGHT ? Math.max(0, this.#lastStart + TRIAL_EVERY_MS - now) : TRIAL_EVERY_MS;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Whether a failure of the requests in flight could not be attributed: nothing was sent after them, or that failed too. */
  isQuiet(now: number): boolean {
    const { newestRespondedSentAt, suspects, failedSince } = this.health;
    if (failedSince !== null || now - this.#lastStart < QUIET_MS) return false;
    return suspects.length > 0 || [...this.#inFlight].some(({ sentAt }) => newestRespondedSentAt < sentAt + MAX_START_DELAY_MS);
  }

  /** Counts a request in flight. @returns to be called when the request has ended */
  started(sentAt: number): () => void {
    const request = { sentAt };
    this.#inFlight.add(request);
    this.#lastStart = sentAt;
    return () => void this.#inFlight.delete(request);
  }
}

/** One egress for each proxy host; without proxies the direct one. */
export function egressesOf(proxies: readonly EgressProxy[]): readonly Egress[] {
  if (proxies.length === 0) return [new Egress('direct', [])];
  const hosts = [...new Set(proxies.map(({ host }) => host))];
  return hosts.map(
    (host) =>
      new Egress(
        host,
        proxies.filter((proxy) => proxy.host === host),
      ),
  );
}

/** Order in which a platform uses the egresses (rendezvous hashing): a lost egress moves only the platforms that used it. */
export function egressOrderFor(egresses: readonly Egress[], egressKey: string): readonly Egress[] {
  if (egresses.length === 1) return egresses;
  return [...egresses].sort((a, b) => fnv1a(`${egressKey}|${b.name}`) - fnv1a(`${egressKey}|${a.name}`));
}
