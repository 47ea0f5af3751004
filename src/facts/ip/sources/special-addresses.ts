import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Kind of an address that belongs to no single network of the public Internet (IANA special-purpose registries, RFC 6890): `private`,
 * `loopback` and other ranges as `ipaddr.js` names them; `unallocated` for IPv6 outside the allocated space (2000::/3).
 *
 * @returns null for an ordinary public address
 */
export function specialKind(address: IPv4 | IPv6): string | null {
  const range = address.range();
  if (range !== 'unicast') return range;
  return address.kind() === 'ipv6' && !address.match(...GLOBAL_UNICAST) ? 'unallocated' : null;
}

/** Resolvers that respond from hundreds of locations under one address; any single location in a database is wrong. */
const ANYCAST = [
  '1.1.1.0/24',
  '1.0.0.0/24',
  '8.8.8.0/24',
  '8.8.4.0/24',
  '9.9.9.0/24',
  '149.112.112.0/24',
  '208.67.222.0/24',
  '208.67.220.0/24',
  '2606:4700:4700::/48',
  '2001:4860:4860::/48',
  '2620:fe::/48',
].map((network) => ipaddr.parseCIDR(network));

/** Whether an address is known to be anycast: in many locations at once. */
export function isWellKnownAnycast(address: IPv4 | IPv6): boolean {
  return ANYCAST.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]));
}
