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
  if (bytes === null || rest.length > 0 || !/^\d{1,3}$/.test(prefix)) throw new Error(`${cidr} is no network in CIDR notation`);
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

/** The prefix's mask for one byte of an address. */
function maskAt(index: number, bits: number): number {
  const own = Math.min(8, Math.max(0, bits - index * 8));
  return (0xff << (8 - own)) & 0xff;
}
