/** Counts the requests to the platforms, so that tests can assert "once, at most two at a time, never twice". */
import type { QueryType } from '../../src/kernel/identity/identity.js';
import { identityDigest } from './identity-variables.js';

/** One answered request. Identities are kept as digests only. */
export interface RequestRecord {
  readonly slug: string;
  readonly queryType: QueryType;
  readonly state: 'registered' | 'absent';
  readonly fault: string | null;
  readonly identity: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A snapshot of the counters. */
export interface RequestReport {
  readonly total: number;
  /** Requests that no rule would send: wrong path, wrong body, the home page. */
  readonly unmatched: number;
  /** Preludes and requests for access tokens, by platform; not in `total`. */
  readonly preludes: Readonly<Record<string, number>>;
  /** Requests without a valid token or key, by platform; in `total`. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly inFlight: number;
  readonly maxInFlight: number;
  readonly byPlatform: Readonly<Record<string, number>>;
  /** By `identityDigest(type, value)`. */
  readonly byIdentity: Readonly<Record<string, number>>;
  /** Platform and identity pairs, `slug/type/digest`, that were requested more than once. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly maxInFlightByHost: Readonly<Record<string, number>>;
  /** Maximum number of requests that began within one second. */
  readonly maxPerSecondByHost: Readonly<Record<string, number>>;
  /** Requests by their User-Agent, preludes and pages included. */
  readonly agents: Readonly<Record<string, number>>;
  /** The last requests, oldest first. */
  readonly log: readonly RequestRecord[];
}

export interface Counters {
  /** Counts a matched request; returns the function to call, once or more, when its response has ended. */
  begin(
    host: string,
    request: { slug: string; queryType: QueryType; value: string; state: 'registered' | 'absent'; fault: string | null },
  ): () => void;
  /** @param page where a platform has pages of its own: which of them, by platform and path */
  countUnmatched(page?: { readonly slug: string; readonly path: string }): void;
  countPrelude(slug: string): void;
  countAgent(agent: string): void;
  countRejected(slug: string): void;
  report(logLimit?: number): RequestReport;
  /** How often each platform was asked about each identity, by `type/digest`, and for each page of its own, by path. */
  addresses(): Readonly<Record<string, Readonly<Record<string, number>>>>;
  reset(): void;
}

/** What is counted separately at most: a bench of hours must not fill the memory. */
const MAX_ADDRESSES = 500_000;

/** @param now milliseconds, monotonic */
export function createCounters(logSize = 10_000, now: () => number = () => performance.now()): Counters {
  const platforms = new Map<string, number>();
  const agents = new Map<string, number>();
  const preludes = new Map<string, number>();
  const rejected = new Map<string, number>();
  const identities = new Map<string, number>();
  /** By platform: each identity as `type/digest`, each page of its own as its path. */
  const addresses = new Map<string, Map<string, number>>();
  let addressCount = 0;
  const flying = new Map<string, number>();
  const highest = new Map<string, number>();
  /** When the requests of the last second began, oldest first. */
  const begun = new Map<string, number[]>();
  const fastest = new Map<string, number>();
  const digests = new Map<string, string>();
  let log: RequestRecord[] = [];
  let oldest = 0;
  let total = 0;
  let unmatched = 0;
  let inFlight = 0;
  let maxInFlight = 0;

  function digestOf(type: QueryType, value: string): string {
    const key = `${type}:${value}`;
    let digest = digests.get(key);
    if (digest === undefined) {
      digest = identityDigest(type, value);
      if (digests.size >= 10_000) digests.clear();
      digests.set(key, digest);
    }
    return digest;
  }

  function countAddress(slug: string, address: string): void {
    const own = addresses.get(slug) ?? new Map<string, number>();
    addresses.set(slug, own);
    if (addressCount < MAX_ADDRESSES || own.has(address)) addressCount += increment(own, address) === 1 ? 1 : 0;
  }

  /** @returns requests that began at the host within the last second, this one among them */
  function countBegun(host: string): number {
    const at = now();
    const recent = (begun.get(host) ?? []).filter((each) => each > at - 1_000);
    begun.set(host, recent);
    return recent.push(at);
  }

  return {
    begin(host, { slug, queryType, value, state, fault }) {
      const identity = digestOf(queryType, value);
      total++;
      increment(platforms, slug);
      if (identities.size < MAX_ADDRESSES || identities.has(identity)) increment(identities, identity);
      countAddress(slug, `${queryType}/${identity}`);
      const record = { slug, queryType, state, fault, identity, at: Date.now() };
      if (log.length < logSize) log.push(record);
      else {
        log[oldest] = record;
        oldest = (oldest + 1) % logSize;
      }
      raise(highest, host, increment(flying, host));
      raise(fastest, host, countBegun(host));
      if (++inFlight > maxInFlight) maxInFlight = inFlight;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        inFlight--;
        const left = (flying.get(host) ?? 1) - 1;
        if (left === 0) flying.delete(host);
        else flying.set(host, left);
      };
    },
    countUnmatched(page) {
      unmatched++;
      if (page !== undefined) countAddress(page.slug, page.path);
    },
    countPrelude: (slug) => void increment(preludes, slug),
    countAgent: (agent) => void increment(agents, agent),
    countRejected: (slug) => void increment(rejected, slug),
    report: (logLimit = logSize) => ({
      total,
      unmatched,
      preludes: Object.fromEntries(preludes),
      agents: Object.fromEntries(agents),
      rejected: Object.fromEntries(rejected),
      inFlight,
      maxInFlight,
      byPlatform: Object.fromEntries(platforms),
      byIdentity: Object.fromEntries(identities),
      repeated: Object.fromEntries(
        [...addresses].flatMap(([slug, own]) =>
          [...own].flatMap(([address, count]) => (count > 1 && !address.startsWith('/') ? [[`${slug}/${address}`, count]] : [])),
        ),
      ),
      maxInFlightByHost: Object.fromEntries(highest),
      maxPerSecondByHost: Object.fromEntries(fastest),
      log: [...log.slice(oldest), ...log.slice(0, oldest)].slice(Math.max(0, log.length - logLimit)),
    }),
    addresses: () => Object.fromEntries([...addresses].map(([slug, own]) => [slug, Object.fromEntries(own)])),
    reset() {
      for (const map of [platforms, agents, preludes, rejected, identities, addresses, highest, begun, fastest]) map.clear();
      for (const [host, count] of flying) highest.set(host, count);
      log = [];
      oldest = total = unmatched = addressCount = 0;
      maxInFlight = inFlight;
    },
  };
}

function raise(map: Map<string, number>, key: string, value: number): void {
  if (value > (map.get(key) ?? 0)) map.set(key, value);
}

function increment(map: Map<string, number>, key: string): number {
  const next = (map.get(key) ?? 0) + 1;
  map.set(key, next);
  return next;
}
