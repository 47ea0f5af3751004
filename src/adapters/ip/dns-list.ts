import { Resolver } from 'node:dns/promises';
import type { IPv4, IPv6 } from 'ipaddr.js';
import type { Silence } from '../../domain/enrichment-ports.js';
import { codeOf } from '../outbound-http/failure.js';

export interface DnsListOptions {
  /** Name servers, `address` or `address:port`; none: the system's. */
  readonly servers: readonly string[];
  /** Domain of the list. */
  readonly zone: string;
  /** Milliseconds for the first try; the second has twice as long. */
  readonly tryMs?: number;
}

/** What a DNS list says (RFC 5782): the last numbers of its 127.0.0.n answers; an empty list: there is no such entry. */
export type DnsListing = { readonly numbers: readonly number[] } | { readonly silence: Silence };

const SILENCES: Readonly<Record<string, Silence>> = {
  ETIMEOUT: 'timeout', ECANCELLED: 'timeout', EREFUSED: 'refused', ENODATA: 'unknown', EBADRESP: 'malformed', EFORMERR: 'malformed',
};

/** A list of addresses that is asked over DNS. Only IPv4 addresses are listed under names that are told apart with certainty. */
export class DnsList {
  readonly #resolver: Resolver;
  readonly #zone: string;

  constructor({ servers, zone, tryMs = 400 }: DnsListOptions) {
    this.#resolver = new Resolver({ timeout: tryMs, tries: 2 });
    if (servers.length > 0) this.#resolver.setServers([...servers]);
    this.#zone = zone;
  }

  /** Looks an address up. Never throws. */
  async find(address: IPv4 | IPv6): Promise<DnsListing> {
    if (address.kind() !== 'ipv4') return { silence: 'not_applicable' };
    const name = `${[...address.toByteArray()].reverse().join('.')}.${this.#zone}`;
    try {
      return readAnswers(await this.#resolver.resolve4(name));
    } catch (error) {
      const code = codeOf(error);
      return code === 'ENOTFOUND' ? { numbers: [] } : { silence: SILENCES[code] ?? 'unreachable' };
    }
  }
}

/**
 * Answers outside 127.0.0.0/24 are no listings: a resolver that sends unknown names to a page of its own, or a list that
 * refuses the resolver (127.255.255.n).
 */
function readAnswers(addresses: readonly string[]): DnsListing {
  if (addresses.some((address) => address.startsWith('127.255.255.'))) return { silence: 'refused' };
  const numbers = addresses.map((address) => Number(/^127\.0\.0\.(\d+)$/.exec(address)?.[1] ?? Number.NaN));
  return numbers.length === 0 || numbers.some(Number.isNaN) ? { silence: 'malformed' } : { numbers };
}
