export type MmdbValue = string | number | boolean | readonly MmdbValue[] | { readonly [name: string]: MmdbValue };

/** The addresses whose first `length` bits are those of `start`, a number of as many bits as the file's addresses have. */
export interface MmdbNetwork {
  readonly start: bigint;
  readonly length: number;
  readonly value: MmdbValue;
}

/**
 * A file in MaxMind's format (https://maxmind.github.io/MaxMind-DB/, version 2.0), with records of 24 bits. Numbers become doubles; a value
 * that many networks have is written once.
 *
 * @param networks that do not overlap
 * @throws when it has more than such records can tell apart
 */
export function encodeMmdb(networks: Iterable<MmdbNetwork>, { ipVersion, builtAt }: { ipVersion: 4 | 6; builtAt: Date }): Buffer {
  const bits = ipVersion === 4 ? 32 : 128;
  /** Two a node: another node, or nothing (0), or a value (-1 minus its place in `data`). */
  const records = [0, 0];
  const data: Buffer[] = [];
  const places = new Map<MmdbValue, number>();
  let size = 0;
  const placeOf = (value: MmdbValue): number => {
    const known = places.get(value);
    if (known !== undefined) return known;
    const content = encode(value);
    const place = size;
    places.set(value, place);
    data.push(content);
    size += content.length;
    return place;
  };
  for (const { start, length, value } of networks) {
    let node = 0;
    for (let depth = 0; depth < length; depth += 1) {
      const record = node * 2 + Number((start >> BigInt(bits - 1 - depth)) & 1n);
      if (depth === length - 1) records[record] = -1 - placeOf(value);
      else node = records[record] ||= records.push(0, 0) / 2 - 1;
    }
  }
  const nodeCount = records.length / 2;
  if (nodeCount + SEPARATOR.length + size >= 2 ** 24) throw new Error('more than records of 24 bits can tell apart');
  const tree = Buffer.alloc(records.length * 3);
  records.forEach((record, index) => {
    const leaf = record === 0 ? nodeCount : nodeCount + SEPARATOR.length - 1 - record;
    tree.writeUIntBE(record > 0 ? record : leaf, index * 3, 3);
  });
  const metadata = map({
    node_count: unsigned(6, nodeCount, 4),
    record_size: unsigned(5, 24, 2),
    ip_version: unsigned(5, ipVersion, 2),
    database_type: encode('footprint'),
    languages: encode([]),
    binary_format_major_version: unsigned(5, 2, 2),
    binary_format_minor_version: unsigned(5, 0, 2),
    build_epoch: unsigned(9, builtAt.getTime() / 1_000, 6),
    description: encode({}),
  });
  return Buffer.concat([tree, SEPARATOR, ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}

/** Zero bytes between tree and data. */
const SEPARATOR = Buffer.alloc(16);

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (isList(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  return map(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encode(each)])));
}

const isList = (value: MmdbValue): value is readonly MmdbValue[] => Array.isArray(value);

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
