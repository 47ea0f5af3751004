import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BYTES = 8;

/**
 * Identifies a client without an API key: its IPv4 address, or the /64 of its IPv6 address, because a single customer gets at least
 * that much (RFC 6177) and may use another address of it for each request. IPv4-mapped IPv6 addresses count as IPv4.
 *
 * @param address as the socket or the trusted proxy reports it; one that cannot be parsed is returned unchanged
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

/** Whether it is an address of the machine itself (127.0.0.0/8, ::1, also mapped). @param address as the socket reports it */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
