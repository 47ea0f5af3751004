/** Where a request comes from, behind the proxies of the operator. */
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** @param cidrs networks in CIDR notation @returns whether an address, as a socket reports it, is in one of them */
export function addressMatcher(cidrs: readonly string[]): (address: string) => boolean {
  const ranges: readonly Range[] = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
}

/**
 * The address of the client: from the peer backwards, the first hop that is no trusted proxy. What stands before that hop was written by
 * others.
 *
 * @param peer address of the socket
 * @param forwarded the header X-Forwarded-For, each proxy having appended the address of its peer
 */
export function clientAddress(peer: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  let address = peer;
  for (const hop of forwarded.split(',').reverse()) {
    const named = hop.trim();
    if (!isTrusted(address) || !ipaddr.isValid(named)) return address;
    address = named;
  }
  return address;
}
