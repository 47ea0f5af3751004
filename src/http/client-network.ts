import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BYTES = 8;

/**
 * What stands for a client where no key does: an IPv4 address, and of an IPv6 address the /64, because a single customer is given at
 * least that much (RFC 6177) and may use an address of it for each request. IPv4 addresses mapped into IPv6 count as such.
 *
 * @param address as the socket or the trusted proxy tells it; one that cannot be read stands for itself
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

/** Whether it is an address of the machine itself (127.0.0.0/8, ::1, also mapped). @param address as the socket tells it */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
