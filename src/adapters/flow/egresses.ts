import { EgressHealth } from '../../domain/flow/egress-health.js';
import { fnv1a } from '../../domain/fnv1a.js';
import type { EgressProxy } from '../outbound-http/proxies.js';

/** A failed egress is tried with so many requests at once, this far apart, until one is answered. */
const TRIALS_IN_FLIGHT = 2;
const TRIAL_EVERY_MS = 500;
/** When nothing has been sent for so long, nobody learns whether the egress works while the last requests are not answered. */
const QUIET_MS = 2_000;
/** A request may be begun so long after it took its slot: one that was answered counts as later only beyond that. */
const BEGUN_WITHIN_MS = 1_000;

/**
 * A way out: directly, or through the proxies of one host. Platforms count requests by the address they come from, so the
 * ports of one proxy host share its limits.
 */
export class Egress {
  readonly health = new EgressHealth();
  /** When they were sent. */
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

  /** Whether it works, or may be tried now. */
  isUsable(now: number): boolean {
    return this.health.failedSince === null || (this.inFlight < TRIALS_IN_FLIGHT && now - this.#lastStart >= TRIAL_EVERY_MS);
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Whether it may not be known, when what is in flight fails, whose fault that is: nothing was sent after it, or failed too. */
  isQuiet(now: number): boolean {
    const { newestAnswered, suspects, failedSince } = this.health;
    if (failedSince !== null || now - this.#lastStart < QUIET_MS) return false;
    return suspects.length > 0 || [...this.#inFlight].some(({ sentAt }) => newestAnswered < sentAt + BEGUN_WITHIN_MS);
  }

  /** @returns to be called when the request has ended */
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
  return hosts.map((host) => new Egress(host, proxies.filter((proxy) => proxy.host === host)));
}

/** The order in which a platform uses them (rendezvous hashing): a lost egress moves only the platforms that used it. */
export function inOrderFor(egresses: readonly Egress[], egressKey: string): readonly Egress[] {
  if (egresses.length === 1) return egresses;
  return [...egresses].sort((a, b) => fnv1a(`${egressKey}|${b.name}`) - fnv1a(`${egressKey}|${a.name}`));
}
