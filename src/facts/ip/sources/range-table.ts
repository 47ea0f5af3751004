import ipaddr from 'ipaddr.js';
import type { IPv4, IPv6 } from 'ipaddr.js';
import { endianness } from 'node:os';
import { brotliCompressSync, constants } from 'node:zlib';

/** A table from addresses to short texts, held in typed arrays. */
export class RangeTable {
  constructor(private readonly columns: RangeColumns) {}

  /**
   * @param content a table's file, decompressed
   * @throws when it is no such table
   */
  static decode(content: Buffer): RangeTable {
    return new RangeTable(decodeRangeTable(content));
  }

  /** The text for an address; null when the table has none. */
  find(address: IPv4 | IPv6): string | null {
    const value = address.kind() === 'ipv4' ? this.#findV4(address) : this.#findV6(address);
    return value === 0 ? null : (this.columns.values[value - 1] ?? null);
  }

  /** First addresses of IPv4 ranges with a given text: at most `count`, spread over all of them. */
  sampleV4(text: string, count: number): IPv4[] {
    const { values, v4, v4Values } = this.columns;
    const value = values.indexOf(text) + 1;
    const starts = v4.filter((_, index) => value > 0 && v4Values[index] === value);
    const step = Math.max(Math.floor(starts.length / count), 1);
    const chosen = [...starts.filter((_, index) => index % step === 0)].slice(0, count);
    return chosen.map((start) => new ipaddr.IPv4([start >>> 24, (start >>> 16) & 255, (start >>> 8) & 255, start & 255]));
  }

  #findV4(address: IPv4 | IPv6): number {
    const wanted = Buffer.from(address.toByteArray()).readUInt32BE();
    const { v4, v4Values } = this.columns;
    return v4Values[lastNotAfter(v4.length, (index) => (v4[index] as number) <= wanted)] ?? 0;
  }

  #findV6(address: IPv4 | IPv6): number {
    const bytes = Buffer.from(address.toByteArray());
    const [high, low] = [bytes.readBigUInt64BE(0), bytes.readBigUInt64BE(8)];
    const { v6High, v6Low, v6Values } = this.columns;
    const isNotAfter = (index: number): boolean => {
      const start = v6High[index] as bigint;
      return start === high ? (v6Low[index] as bigint) <= low : start < high;
    };
    return v6Values[lastNotAfter(v6High.length, isNotAfter)] ?? 0;
  }
}

/** Index of the last of `count` ascending entries that is not after the sought one; -1: none. */
function lastNotAfter(count: number, isNotAfter: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isNotAfter(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Entries of a table, each valid up to the next one: first address, and index into `values` counted from 1, 0 for nothing. */
export interface RangeColumns {
  readonly values: readonly string[];
  /** First addresses of IPv4 entries, ascending. */
  readonly v4: Uint32Array;
  readonly v4Values: Uint32Array;
  /** Upper and lower halves of the first addresses of IPv6 entries, ascending. */
  readonly v6High: BigUint64Array;
  readonly v6Low: BigUint64Array;
  readonly v6Values: Uint32Array;
}

const MAGIC = 'FPRANGE1';

/**
 * A table as a file: magic, length of the header, header (JSON: counts and values) padded to eight bytes, then the columns
 * in little-endian order, starts as differences to the entry before; compressed with Brotli. A sixth of the size as MMDB.
 */
export function encodeRangeTable(columns: RangeColumns): Buffer {
  refuseBigEndian();
  const { values, v4, v4Values, v6High, v6Low, v6Values } = columns;
  const json = JSON.stringify({ v4: v4.length, v6: v6High.length, values });
  const header = Buffer.from(json + ' '.repeat(padding(12 + Buffer.byteLength(json))));
  const preamble = Buffer.alloc(12);
  preamble.write(MAGIC, 'latin1');
  preamble.writeUInt32LE(header.length, 8);
  const starts = v4.map((start, index) => start - (v4[index - 1] ?? 0));
  const highs = v6High.map((start, index) => start - (v6High[index - 1] ?? 0n));
  // 64-bit columns first: each column then begins at a multiple of its width.
  const content = Buffer.concat([preamble, header, ...[highs, v6Low, starts, v4Values, v6Values].map(bytesOf)]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return brotliCompressSync(content, { params });
}

/**
 * @param content a table's file, decompressed
 * @throws when it is no such table, or a truncated one
 */
export function decodeRangeTable(content: Buffer): RangeColumns {
  refuseBigEndian();
  if (content.toString('latin1', 0, 8) !== MAGIC) throw new Error('no table of address ranges');
  const headerEnd = 12 + content.readUInt32LE(8);
  const header = JSON.parse(content.toString('utf8', 12, headerEnd)) as { v4: number; v6: number; values: string[] };
  if (content.length !== headerEnd + header.v4 * 8 + header.v6 * 20) throw new Error('a table of address ranges of the wrong size');
  let at = headerEnd;
  const take = (bytes: number): ArrayBuffer => {
    const column = new Uint8Array(content.subarray(at, at + bytes)).buffer;
    at += bytes;
    return column;
  };
  const v6High = new BigUint64Array(take(header.v6 * 8));
  const v6Low = new BigUint64Array(take(header.v6 * 8));
  const v4 = new Uint32Array(take(header.v4 * 4));
  for (let index = 1; index < v4.length; index += 1) v4[index] = (v4[index] as number) + (v4[index - 1] as number);
  for (let index = 1; index < v6High.length; index += 1) v6High[index] = (v6High[index] as bigint) + (v6High[index - 1] as bigint);
  const v4Values = new Uint32Array(take(header.v4 * 4));
  return { values: header.values, v4, v4Values, v6High, v6Low, v6Values: new Uint32Array(take(header.v6 * 4)) };
}

const bytesOf = (column: Uint32Array | BigUint64Array): Buffer => Buffer.from(column.buffer, column.byteOffset, column.byteLength);
const padding = (length: number): number => (8 - (length % 8)) % 8;

function refuseBigEndian(): void {
  if (endianness() !== 'LE') throw new Error('tables of address ranges are read on little-endian machines only');
}
