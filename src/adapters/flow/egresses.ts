import { EgressHealth } from '../../domain/flow/egress-health.js';
import { fnv1a } from '../../domain/fnv1a.js';
import type { EgressProxy } from '../outbound-http/proxies.js';

/** A failed egress is tried with so many requests at once, this far apart, until one is answered. */
const TRIALS_IN_FLIGHT = 2;
const TRIAL_EVERY_MS = 500;

/**
 * A way out: directly, or through the proxies of one host. Platforms count requests by the address they come from, so the
 * ports of one proxy host share its limits.
 */
export class Egress {
  readonly health = new EgressHealth();
  inFlight = 0;
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

  started(now: number): void {
    this.inFlight += 1;
    this.#lastStart = now;
  }

  ended(): void {
    this.inFlight -= 1;
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
