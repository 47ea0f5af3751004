import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { decodeRangeTable, type RangeColumns } from './range-table-format.js';

/** A table from addresses to short texts, held in typed arrays. */
export class RangeTable {
  readonly #columns: RangeColumns;

  constructor(columns: RangeColumns) {
    this.#columns = columns;
  }

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
    return value === 0 ? null : (this.#columns.values[value - 1] ?? null);
  }

  /** First addresses of IPv4 ranges with a given text: at most `count`, spread over all of them. */
  sampleV4(text: string, count: number): IPv4[] {
    const { values, v4, v4Values } = this.#columns;
    const value = values.indexOf(text) + 1;
    const starts = v4.filter((_, index) => value > 0 && v4Values[index] === value);
    const step = Math.max(Math.floor(starts.length / count), 1);
    const chosen = [...starts.filter((_, index) => index % step === 0)].slice(0, count);
    return chosen.map((start) => new ipaddr.IPv4([start >>> 24, (start >>> 16) & 255, (start >>> 8) & 255, start & 255]));
  }

  #findV4(address: IPv4 | IPv6): number {
    const wanted = Buffer.from(address.toByteArray()).readUInt32BE();
    const { v4, v4Values } = this.#columns;
    return v4Values[lastNotAfter(v4.length, (index) => (v4[index] as number) <= wanted)] ?? 0;
  }

  #findV6(address: IPv4 | IPv6): number {
    const bytes = Buffer.from(address.toByteArray());
    const [high, low] = [bytes.readBigUInt64BE(0), bytes.readBigUInt64BE(8)];
    const { v6High, v6Low, v6Values } = this.#columns;
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
