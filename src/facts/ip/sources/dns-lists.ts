import type { IPv4, IPv6 } from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { IpClaim } from '../claim.js';
import { claimOfDronebl } from '../source-results.js';
import type { SourceFailure } from '../../../kernel/values/source.js';
import { DnsClient } from '../../../kernel/net/dns-client.js';
import type { ConfiguredSource } from '../../configured-sources.js';
import type { Source } from '../../query-sources.js';

/** Positive controls of the live list of exits: addresses of which some are almost certainly exits. */
type TorExits = () => Promise<readonly (IPv4 | IPv6)[]>;

/** The lists that the IP module can query. */
export const DNS_LISTS: readonly ConfiguredSource<{ readonly torExits: TorExits }, Source<IPv4 | IPv6, IpClaim>>[] = [
  {
    name: 'tor-exit-list',
    settings: ['TOR_DNSEL'],
    licence: 'public service of the Tor Project',
    configure: ({ TOR_DNSEL, TOR_DNSEL_ZONE: zone, DNS_SERVERS: servers = [] }) =>
      TOR_DNSEL ? ({ torExits: controls }) => createTorExitList({ servers, zone, controls }) : null,
  },
  {
    name: 'dronebl',
    settings: ['DRONEBL'],
    licence: 'free, also for commercial use',
    configure: ({ DRONEBL, DRONEBL_ZONE: zone, DNS_SERVERS: servers = [] }) => (DRONEBL ? () => createDronebl({ servers, zone }) : null),
  },
];

export interface DnsListOptions {
  /** Name servers, `address` or `address:port`; none: the system's. */
  readonly servers: readonly string[];
  readonly zone: string;
}

/** Result of a DNS list lookup (RFC 5782): the last numbers of its 127.0.0.n addresses; an empty list: there is no such entry. */
export type DnsListing = { readonly numbers: readonly number[] } | { readonly failure: SourceFailure };

/** A list of addresses queried over DNS. IPv4 only: entries of other addresses cannot be told apart with certainty. */
export class DnsList {
  readonly #names: DnsClient;
  readonly #zone: string;

  constructor({ servers, zone }: DnsListOptions) {
    this.#names = new DnsClient({ servers });
    this.#zone = zone;
  }

  /** Looks an address up. Never throws. */
  async find(address: IPv4 | IPv6): Promise<DnsListing> {
    if (address.kind() !== 'ipv4') return { failure: 'not_applicable' };
    const found = await this.#names.ipv4(`${[...address.toByteArray()].reverse().join('.')}.${this.#zone}`);
    switch (found.outcome) {
      case 'records':
        return parseListing(found.records);
      case 'no_such_name':
        return { numbers: [] };
      case 'no_data':
        return { failure: 'unknown' };
      case 'nothing':
        return { failure: found.failure };
    }
  }
}

/**
 * Addresses outside 127.0.0.0/24 are no listings: they come from a resolver that sends unknown names to a page of its own, or from a list
 * that refuses the resolver (127.255.255.n).
 */
function parseListing(addresses: readonly string[]): DnsListing {
  if (addresses.some((address) => address.startsWith('127.255.255.'))) return { failure: 'refused' };
  const numbers = addresses.map((address) => Number(/^127\.0\.0\.(\d+)$/.exec(address)?.[1] ?? Number.NaN));
  return numbers.some(Number.isNaN) ? { failure: 'malformed' } : { numbers };
}

/** DroneBL, a list of addresses that attacked or are open proxies; free, also for commercial use. */
function createDronebl(options: DnsListOptions): Source<IPv4 | IPv6, IpClaim> {
  const list = new DnsList(options);
  return {
    name: 'dronebl',
    query: async (address) => {
      const found = await list.find(address);
      return 'failure' in found ? found : claimOfDronebl(found.numbers);
    },
  };
}

export interface TorExitListOptions extends DnsListOptions {
  readonly controls: TorExits;
  /** Monotonic clock in milliseconds, above 0; for tests. */
  readonly now?: () => number;
}

/** How long a control is valid, as for platforms, in milliseconds; a failed one is tried again much sooner. */
const CONTROL_TTL_MS = 6 * 3_600_000;
const FAILURE_TTL_MS = 60_000;

/**
 * The Tor project's list of exits, queried live. "No such name" means "no exit" only while the same resolver finds known exits: one that
 * filters Tor's names would otherwise make every exit an ordinary address.
 */
export function createTorExitList(options: TorExitListOptions): Source<IPv4 | IPv6, IpClaim> {
  const { controls, now = () => performance.now() } = options;
  const list = new DnsList(options);
  /** Whether the list, queried in the same way, contains any of the positive controls. */
  const knowsExits = new LRUCache<'control', boolean>({
    max: 1,
    ttl: CONTROL_TTL_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: async (_key, _expired, { options: entry }) => {
      const known = await controls().catch(() => []);
      const knows = (await Promise.all(known.map((exit) => list.find(exit)))).some(isExit);
      if (!knows) entry.ttl = FAILURE_TTL_MS;
      return knows;
    },
  });

  return {
    name: 'tor-exit-list',
    query: async (address) => {
      if (address.kind() !== 'ipv4') return { failure: 'not_applicable' };
      const [found, controlled] = await Promise.all([list.find(address), knowsExits.fetch('control')]);
      if ('failure' in found) return found;
      if (isExit(found)) return { source: 'tor-exit-list', fields: { isTor: true }, codes: ['tor_exit'] };
      if (found.numbers.length > 0 || !controlled) return { failure: 'unknown' };
      return { source: 'tor-exit-list', fields: { isTor: false }, codes: ['no_tor_exit'] };
    },
  };
}

const isExit = (found: DnsListing): boolean => 'numbers' in found && found.numbers.includes(2);
