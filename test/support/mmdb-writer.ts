import ipaddr from 'ipaddr.js';
import { encodeMmdb, type MmdbValue } from '../../tools/data/mmdb-writer.js';

/** A file in MaxMind's format from networks in CIDR notation, which may not overlap. */
export function writeMmdb(networks: Readonly<Record<string, MmdbValue>>, options: { ipVersion: 4 | 6; builtAt: Date }): Buffer {
  const listed = Object.entries(networks).map(([network, value]) => {
    const [address, length] = ipaddr.parseCIDR(network);
    const start = BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`);
    return { start, length: address.kind() === 'ipv4' && options.ipVersion === 6 ? length + 96 : length, value };
  });
  return encodeMmdb(listed, options);
}
