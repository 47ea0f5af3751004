import ipaddr from 'ipaddr.js';

export type MmdbValue = string | number | boolean | MmdbValue[] | { readonly [name: string]: MmdbValue };

/** A file in MaxMind's format (version 2.0) from networks in CIDR notation, which may not overlap. Numbers become doubles. */
export function writeMmdb(
  networks: Readonly<Record<string, MmdbValue>>,
  { ipVersion, builtAt }: { ipVersion: 4 | 6; builtAt: Date },
): Buffer {
  const nodes: [number | null, number | null][] = [[null, null]];
  const data: Buffer[] = [];
  const offsets: number[] = [];
  for (const [network, value] of Object.entries(networks)) {
    offsets.push(data.reduce((length, chunk) => length + chunk.length, 0));
    data.push(encode(value));
    insert(nodes, bitsOf(network, ipVersion), -offsets.length); // negative: the place of its data
  }
  const recordOf = (record: number | null): number => {
    if (record === null) return nodes.length;
    return record < 0 ? nodes.length + 16 + (offsets[-record - 1] ?? 0) : record;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach(([left, right], index) => {
    tree.writeUIntBE(recordOf(left), index * 6, 3);
    tree.writeUIntBE(recordOf(right), index * 6 + 3, 3);
  });
  const metadata = map({
    node_count: unsigned(6, nodes.length, 4),
    record_size: unsigned(5, 24, 2),
    ip_version: unsigned(5, ipVersion, 2),
    database_type: encode('test'),
    languages: encode([]),
    binary_format_major_version: unsigned(5, 2, 2),
    binary_format_minor_version: unsigned(5, 0, 2),
    build_epoch: unsigned(9, builtAt.getTime() / 1_000, 6),
    description: encode({}),
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address
    .toByteArray()
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number))
    .slice(0, length);
  return address.kind() === 'ipv4' && ipVersion === 6 ? [...new Array<number>(96).fill(0), ...bits] : bits;
}

function insert(nodes: [number | null, number | null][], bits: readonly number[], leaf: number): void {
  let node = 0;
  bits.forEach((bit, depth) => {
    const pair = nodes[node] as [number | null, number | null];
    if (depth === bits.length - 1) {
      pair[bit as 0 | 1] = leaf;
      return;
    }
    const next = pair[bit as 0 | 1] ?? nodes.push([null, null]) - 1;
    pair[bit as 0 | 1] = next;
    node = next;
  });
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  return map(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encode(each)])));
}

function map(members: Readonly<Record<string, Buffer>>): Buffer {
  const pairs = Object.entries(members).flatMap(([name, value]) => [encode(name), value]);
  return Buffer.concat([control(7, pairs.length / 2), ...pairs]);
}

function unsigned(type: number, value: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  content.writeUIntBE(value, 0, bytes);
  return Buffer.concat([control(type, bytes), content]);
}

/** Control byte with type and size; types over 7 have a byte of their own, sizes from 29 on one to three. */
function control(type: number, size: number): Buffer {
  const [short, least, bytes] = size < 29 ? [size, size, 0] : size < 285 ? [29, 29, 1] : size < 65_821 ? [30, 285, 2] : [31, 65_821, 3];
  const long = Buffer.alloc(bytes);
  if (bytes > 0) long.writeUIntBE(size - least, 0, bytes);
  return Buffer.concat([Buffer.from(type > 7 ? [short, type - 7] : [(type << 5) | short]), long]);
}
