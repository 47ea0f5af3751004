import type { IPv4, IPv6 } from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { IpClaim } from '../../domain/ip/claim.js';
import type { Source } from '../query-sources.js';
import { DnsList, type DnsListOptions, type DnsListing } from './dns-list.js';

export interface TorExitListOptions extends DnsListOptions {
  /** Positive controls: addresses of which some are almost certainly exits. */
  readonly controls: () => Promise<readonly (IPv4 | IPv6)[]>;
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
      if (address.kind() !== 'ipv4') return { silence: 'not_applicable' };
      const [found, controlled] = await Promise.all([list.find(address), knowsExits.fetch('control')]);
      if ('silence' in found) return found;
      if (isExit(found)) return { source: 'tor-exit-list', fields: { isTor: true }, codes: ['tor_exit'] };
      if (found.numbers.length > 0 || !controlled) return { silence: 'unknown' };
      return { source: 'tor-exit-list', fields: { isTor: false }, codes: ['no_tor_exit'] };
    },
  };
}

const isExit = (found: DnsListing): boolean => 'numbers' in found && found.numbers.includes(2);
