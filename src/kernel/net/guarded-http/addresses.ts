import { isIP } from 'node:net';

/** A block of addresses in CIDR notation (RFC 4632, RFC 4291). */
export interface Network {
  /** Network order: 4 bytes or 16. */
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** Shortest prefixes that an operator may name, by IP version: a shorter one would allow nearly everything. */
const MIN_PREFIX_BITS = { 4: 8, 6: 7 } as const;

/** Bytes of an address in a standard spelling; null for anything else, a zone (`%eth0`) included. */
export function addressBytes(address: string): readonly number[] | null {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return address.split('.').map(Number);
  return version === 6 ? ipv6Bytes(address) : null;
}

/** Parsed here because the available libraries take `::192.0.2.1`, a distinct address, for the mapped one. */
function ipv6Bytes(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [groupBytes(head), tail === undefined ? [] : groupBytes(tail)];
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
}

function groupBytes(groups: string): readonly number[] {
  return groups.split(':').flatMap((group) => {
    if (group === '') return [];
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** @throws Error when the text is no network, or has bits set beyond its prefix */
export function parseNetwork(cidr: string): Network {
  const [address = '', prefix = '', ...rest] = cidr.split('/');
  const bytes = addressBytes(address);
  if (bytes === null || rest.length > 0 || !/^\d{1,3}$/.test(prefix)) throw new Error(`${cidr} is not a network in CIDR notation`);
  const bits = Number(prefix);
  if (bits > bytes.length * 8) throw new Error(`${cidr}: the prefix is too long`);
  if (bytes.some((byte, index) => (byte & ~maskAt(index, bits)) !== 0)) {
    throw new Error(`${cidr}: the address has bits beyond the prefix`);
  }
  return { bytes, bits };
}

/**
 * Parses the networks that an operator allows.
 *
 * @throws Error for an invalid network, and for one wider than the shortest prefix allowed
 */
export function parseAllowedNetworks(cidrs: readonly string[]): readonly Network[] {
  return cidrs.map((cidr) => {
    const network = parseNetwork(cidr.trim());
    const shortest = MIN_PREFIX_BITS[network.bytes.length === 4 ? 4 : 6];
    if (network.bits < shortest) throw new Error(`${cidr}: name a network of at least /${shortest}`);
    return network;
  });
}

/** Whether an address is in a block of its own family. */
export function isWithin(address: readonly number[], network: Network): boolean {
  return (
    address.length === network.bytes.length &&
    network.bytes.every((byte, index) => ((byte ^ (address[index] ?? 0)) & maskAt(index, network.bits)) === 0)
  );
}

function maskAt(index: number, bits: number): number {
  const own = Math.min(8, Math.max(0, bits - index * 8));
  return (0xff << (8 - own)) & 0xff;
}

/**
 * Networks without public hosts. IPv4: the IANA IPv4 Special-Purpose Address Registry (whole, also what it calls globally reachable:
 * anycast infrastructure of the network, no destination), multicast (RFC 5771), class E (RFC 1112) and the address at which one cloud
 * serves secrets to its machines outside of the link-local range. IPv6: only 2000::/3 is allocated (IANA IPv6 Address Space); special
 * networks within it are listed, the rest of the space is denied without being listed.
 */
const SPECIAL_IPV4 = [
  ['0.0.0.0/8', 'this_network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud_platform'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol_assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'as112'],
  ['192.52.193.0/24', 'multicast_relay'],
  ['192.88.99.0/24', 'transition_relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'as112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
] as const;

/** The only IPv6 space in which public addresses are (RFC 4291, 2.4). */
const GLOBAL_UNICAST_IPV6 = '2000::/3';

const SPECIAL_IPV6 = [
  // Teredo, ORCHID, benchmarking, AMT and AS112 among others (RFC 2928).
  ['2001::/23', 'protocol_assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'transition_relay'],
  ['2620:4f:8000::/48', 'as112'],
  ['3ffe::/16', 'reserved'],
  ['3fff::/20', 'documentation'],
] as const;

/** Names for well-known networks within the denied space; longest prefix first. */
const NAMED_OUTSIDE_GLOBAL = [
  ['::1/128', 'loopback'],
  ['::/128', 'this_network'],
  ['::ffff:0:0/96', 'ipv4_inside'],
  ['::ffff:0:0:0/96', 'ipv4_inside'],
  ['::/96', 'ipv4_inside'],
  ['64:ff9b::/96', 'ipv4_inside'],
  ['64:ff9b:1::/48', 'ipv4_inside'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
] as const;

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
