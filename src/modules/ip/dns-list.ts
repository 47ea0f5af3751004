import type { IPv4, IPv6 } from 'ipaddr.js';
import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import { DnsClient } from '../../net/dns-client.js';

export interface DnsListOptions {
  /** Name servers, `address` or `address:port`; none: the system's. */
  readonly servers: readonly string[];
  /** Domain of the list. */
  readonly zone: string;
}

/** Result of a DNS list lookup (RFC 5782): the last numbers of its 127.0.0.n addresses; an empty list: there is no such entry. */
export type DnsListing = { readonly numbers: readonly number[] } | { readonly silence: SourceFailure };

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
    if (address.kind() !== 'ipv4') return { silence: 'not_applicable' };
    const found = await this.#names.ipv4(`${[...address.toByteArray()].reverse().join('.')}.${this.#zone}`);
    switch (found.said) {
      case 'records':
        return parseListing(found.records);
      case 'no_such_name':
        return { numbers: [] };
      case 'no_data':
        return { silence: 'unknown' };
      case 'nothing':
        return { silence: found.silence };
    }
  }
}

/**
 * Addresses outside 127.0.0.0/24 are no listings: they come from a resolver that sends unknown names to a page of its own, or from a list
 * that refuses the resolver (127.255.255.n).
 */
function parseListing(addresses: readonly string[]): DnsListing {
  if (addresses.some((address) => address.startsWith('127.255.255.'))) return { silence: 'refused' };
  const numbers = addresses.map((address) => Number(/^127\.0\.0\.(\d+)$/.exec(address)?.[1] ?? Number.NaN));
  return numbers.some(Number.isNaN) ? { silence: 'malformed' } : { numbers };
}
