import type { IPv4, IPv6 } from 'ipaddr.js';
import { decodeAt } from './decode.js';
import { PagedFile } from './paged-file.js';

/** The metadata are in the last 128 kB of a file. */
const MAX_METADATA_BYTES = 131_072;
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** Zero bytes between tree and data. */
const SEPARATOR = 16;

interface Shape {
  readonly nodeCount: number;
  /** Bits of one of the two records of a node: 24, 28 or 32. */
  readonly recordSize: number;
  readonly ipVersion: number;
}

/**
 * A database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/, version 2.0), read from disk on demand: a lookup touches some
 * thirty pages, and the memory of the process does not grow by the file. Libraries hold all of it, 134 MB for the shipped cities.
 */
export class MmdbReader {
  readonly #file: PagedFile;
  readonly #shape: Shape;
  readonly #ipv4Start: number;

  private constructor(file: PagedFile, shape: Shape, ipv4Start: number) {
    this.#file = file;
    this.#shape = shape;
    this.#ipv4Start = ipv4Start;
  }

  /** @throws when the file cannot be opened or is not in this format */
  static async open(path: string): Promise<MmdbReader> {
    const file = await PagedFile.open(path);
    try {
      const shape = await shapeOf(file);
      const unplaced = new MmdbReader(file, shape, 0);
      const start = shape.ipVersion === 4 ? 0 : await unplaced.#walk(0, new Uint8Array(12));
      return new MmdbReader(file, shape, start);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * The record of an address; null: there is none, also for any IPv6 address in an IPv4-only database.
   *
   * @throws when the file is damaged
   */
  async find(address: IPv4 | IPv6): Promise<unknown> {
    const { nodeCount, ipVersion } = this.#shape;
    const isV4 = address.kind() === 'ipv4';
    if (!isV4 && ipVersion === 4) return null;
    const leaf = await this.#walk(isV4 ? this.#ipv4Start : 0, Uint8Array.from(address.toByteArray()));
    if (leaf <= nodeCount) return null;
    const dataStart = this.#treeSize + SEPARATOR;
    return decodeAt(this.#file, dataStart, this.#treeSize + leaf - nodeCount);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  get #treeSize(): number {
    return (this.#shape.nodeCount * this.#shape.recordSize) / 4;
  }

  /** Follows the bits of an address from a node; ends early at a leaf. */
  async #walk(start: number, bytes: Uint8Array): Promise<number> {
    let node = start;
    for (let bit = 0; bit < bytes.length * 8 && node < this.#shape.nodeCount; bit += 1) {
      const side = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      node = await this.#record(node, side);
    }
    return node;
  }

  async #record(node: number, side: number): Promise<number> {
    const width = this.#shape.recordSize / 4;
    const bytes = await this.#file.read(node * width, width);
    if (width === 6) return bytes.readUIntBE(side * 3, 3);
    if (width === 8) return bytes.readUInt32BE(side * 4);
    const middle = bytes[3] ?? 0; // 28 bits: four of each record share a byte
    return side === 0 ? (middle >> 4) * 2 ** 24 + bytes.readUIntBE(0, 3) : (middle & 15) * 2 ** 24 + bytes.readUIntBE(4, 3);
  }
}

async function shapeOf(file: PagedFile): Promise<Shape> {
  const length = Math.min(file.size, MAX_METADATA_BYTES);
  const marker = (await file.read(file.size - length, length)).lastIndexOf(MARKER);
  if (marker < 0) throw new Error("no database in MaxMind's format");
  const start = file.size - length + marker + MARKER.length;
  const {
    node_count: nodeCount,
    record_size: recordSize,
    ip_version: ipVersion,
    binary_format_major_version: major,
  } = (await decodeAt(file, start, start)) as Readonly<Record<string, unknown>>;
  const known = typeof nodeCount === 'number' && (recordSize === 24 || recordSize === 28 || recordSize === 32);
  if (!known || (ipVersion !== 4 && ipVersion !== 6) || major !== 2) throw new Error('a database of a kind that is not read');
  return { nodeCount, recordSize, ipVersion };
}
