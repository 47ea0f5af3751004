import { addressBytes, isWithin, type Network, parseNetwork } from './networks.js';
import { GLOBAL_UNICAST_IPV6, NAMED_OUTSIDE_GLOBAL, SPECIAL_IPV4, SPECIAL_IPV6 } from './special-networks.js';

interface NamedNetwork {
  readonly network: Network;
  readonly name: string;
}

const named = (table: readonly (readonly [cidr: string, name: string])[]): readonly NamedNetwork[] =>
  table.map(([cidr, name]) => ({ network: parseNetwork(cidr), name }));

const ipv4 = named(SPECIAL_IPV4);
const ipv6 = named(SPECIAL_IPV6);
const outsideGlobal = named(NAMED_OUTSIDE_GLOBAL);
const globalUnicast = parseNetwork(GLOBAL_UNICAST_IPV6);
/** Prefixes after which the last four bytes are an IPv4 address (RFC 4291, 6052). */
const embeddingNetworks = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map(parseNetwork);

/** `public`, or the kind of special network that an address is in; `not_an_address` for what is none. */
export function classifyAddress(address: string): string {
  const bytes = addressBytes(address);
  return bytes === null ? 'not_an_address' : classifyBytes(bytes);
}

export function isPublicAddress(address: string): boolean {
  return classifyAddress(address) === 'public';
}

/**
 * Whether a connection may be made: to public addresses, and to those in networks that the operator named. An address that embeds an IPv4
 * address is allowed only by such a network, and only if the embedded address is allowed too.
 */
export function isPermitted(address: string, allowed: readonly Network[]): boolean {
  const bytes = addressBytes(address);
  if (bytes === null) return false;
  if (classifyBytes(bytes) === 'public') return true;
  if (!allowed.some((network) => isWithin(bytes, network))) return false;
  if (!embeddingNetworks.some((network) => isWithin(bytes, network)) || isIpv6Loopback(bytes)) return true;
  const inside = bytes.slice(12);
  return classifyBytes(inside) === 'public' || allowed.some((network) => isWithin(inside, network));
}

/** Whether the operator named a network that this address is in. */
export function isInNamedNetwork(address: string, allowed: readonly Network[]): boolean {
  const bytes = addressBytes(address);
  return bytes !== null && isPermitted(address, allowed) && allowed.some((network) => isWithin(bytes, network));
}

function classifyBytes(bytes: readonly number[]): string {
  const find = (table: readonly NamedNetwork[]) => table.find(({ network }) => isWithin(bytes, network))?.name;
  if (bytes.length === 4) return find(ipv4) ?? 'public';
  if (!isWithin(bytes, globalUnicast)) return find(outsideGlobal) ?? 'unassigned';
  return find(ipv6) ?? 'public';
}

/** `::1` looks like an IPv4 address embedded in ::/96, but is the loopback address. */
function isIpv6Loopback(bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => (index === 15 ? byte === 1 : byte === 0));
}
