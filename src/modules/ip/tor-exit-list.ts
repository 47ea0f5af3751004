import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import type { Source } from '../query-sources.js';
import { DnsList, type DnsListOptions, type DnsListing } from './dns-list.js';

export interface TorExitListOptions extends DnsListOptions {
  /** Positive controls: addresses of which some are almost certainly exits. */
  readonly controls: () => Promise<readonly (IPv4 | IPv6)[]>;
  /** Milliseconds; for tests. */
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
  const { controls, now = Date.now } = options;
  const list = new DnsList(options);
  let control = { knowsExits: Promise.resolve(false), until: 0 };

  /** Whether the list, queried in the same way, contains any of the positive controls. */
  function knowsExits(): Promise<boolean> {
    if (now() >= control.until) {
      const asked = controls().then(
        async (known) => (await Promise.all(known.map((exit) => list.find(exit)))).some(isExit),
        () => false,
      );
      const current = { knowsExits: asked, until: now() + CONTROL_TTL_MS };
      control = current;
      asked.then(
        (knows) => {
          if (!knows) current.until = now() + FAILURE_TTL_MS;
        },
        () => undefined,
      );
    }
    return control.knowsExits;
  }

  return {
    name: 'tor-exit-list',
    query: async (address) => {
      if (address.kind() !== 'ipv4') return { silence: 'not_applicable' };
      const [found, controlled] = await Promise.all([list.find(address), knowsExits()]);
      if ('silence' in found) return found;
      if (isExit(found)) return { source: 'tor-exit-list', fields: { isTor: true }, codes: ['tor_exit'] };
      if (found.numbers.length > 0 || !controlled) return { silence: 'unknown' };
      return { source: 'tor-exit-list', fields: { isTor: false }, codes: ['no_tor_exit'] };
    },
  };
}

const isExit = (found: DnsListing): boolean => 'numbers' in found && found.numbers.includes(2);
