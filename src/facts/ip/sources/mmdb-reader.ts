import type { IPv4, IPv6 } from 'ipaddr.js';
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
  private constructor(
    private readonly file: PagedFile,
    private readonly shape: Shape,
    private readonly ipv4Start: number,
  ) {}

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
    const { nodeCount, ipVersion } = this.shape;
    const isV4 = address.kind() === 'ipv4';
    if (!isV4 && ipVersion === 4) return null;
    const leaf = await this.#walk(isV4 ? this.ipv4Start : 0, Uint8Array.from(address.toByteArray()));
    if (leaf <= nodeCount) return null;
    const dataStart = this.#treeSize + SEPARATOR;
    return decodeAt(this.file, dataStart, this.#treeSize + leaf - nodeCount);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  get #treeSize(): number {
    return (this.shape.nodeCount * this.shape.recordSize) / 4;
  }

  /** Follows the bits of an address from a node; ends early at a leaf. */
  async #walk(start: number, bytes: Uint8Array): Promise<number> {
    let node = start;
    for (let bit = 0; bit < bytes.length * 8 && node < this.shape.nodeCount; bit += 1) {
      const side = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      node = await this.#record(node, side);
    }
    return node;
  }

  async #record(node: number, side: number): Promise<number> {
    const width = this.shape.recordSize / 4;
    const bytes = await this.file.read(node * width, width);
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

/** Levels of maps and arrays that a record may have; real ones have four. */
const MAX_DEPTH = 16;

interface Decoded {
  readonly value: unknown;
  /** Where the next value begins. */
  readonly end: number;
}

/**
 * Reads the value at an offset in a data section (MaxMind DB format 2.0, "Output Data Section").
 *
 * @param base where the section begins: pointers count from it
 * @throws when the bytes are no value
 */
export async function decodeAt(file: PagedFile, base: number, offset: number): Promise<unknown> {
  return (await decode(file, base, offset, 0)).value;
}

async function decode(file: PagedFile, base: number, offset: number, depth: number): Promise<Decoded> {
  if (depth > MAX_DEPTH) throw new Error('a record without end');
  const [control = 0] = await file.read(offset, 1);
  if (control >> 5 === 1) {
    const { target, end } = await pointer(file, offset, control);
    return { value: (await decode(file, base, base + target, depth + 1)).value, end };
  }
  const extended = control >> 5 === 0;
  const type = extended ? 7 + ((await file.read(offset + 1, 1))[0] ?? 0) : control >> 5;
  const { size, start } = await sizeOf(file, offset + (extended ? 2 : 1), control & 31);
  switch (type) {
    case 7:
      return map({ file, base, depth: depth + 1 }, size, start);
    case 11:
      return array({ file, base, depth: depth + 1 }, size, start);
    case 14:
      return { value: size === 1, end: start };
    default:
      return { value: scalar(type, await file.read(start, size)), end: start + size };
  }
}

interface DecodeContext {
  readonly file: PagedFile;
  readonly base: number;
  readonly depth: number;
}

async function map({ file, base, depth }: DecodeContext, size: number, start: number): Promise<Decoded> {
  const members: [string, unknown][] = [];
  let end = start;
  for (let index = 0; index < size; index += 1) {
    const name = await decode(file, base, end, depth);
    const member = await decode(file, base, name.end, depth);
    members.push([String(name.value), member.value]);
    end = member.end;
  }
  return { value: Object.fromEntries(members), end };
}

async function array({ file, base, depth }: DecodeContext, size: number, start: number): Promise<Decoded> {
  const value: unknown[] = [];
  let end = start;
  for (let index = 0; index < size; index += 1) {
    const element = await decode(file, base, end, depth);
    value.push(element.value);
    end = element.end;
  }
  return { value, end };
}

function scalar(type: number, bytes: Buffer): unknown {
  switch (type) {
    case 2:
      return bytes.toString('utf8');
    case 3:
      return bytes.readDoubleBE();
    case 4:
      return bytes;
    case 8:
      return bytes.length === 0 ? 0 : bytes.readIntBE(0, bytes.length);
    case 15:
      return bytes.readFloatBE();
    case 5:
    case 6:
    case 9:
    case 10:
      return bytes.length <= 6 ? unsigned(bytes) : BigInt(`0x${bytes.toString('hex')}`);
    default:
      throw new Error('a type that is not known');
  }
}

const unsigned = (bytes: Buffer): number => (bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length));

/** Sizes from 29 on are written in one to three additional bytes. */
async function sizeOf(file: PagedFile, offset: number, short: number): Promise<{ size: number; start: number }> {
  if (short < 29) return { size: short, start: offset };
  const bytes = short - 28;
  const least = [29, 285, 65_821][bytes - 1] ?? 0;
  return { size: least + unsigned(await file.read(offset, bytes)), start: offset + bytes };
}

/** A pointer's size is in two bits of its control byte; three more are the top of its value, except for the longest size. */
async function pointer(file: PagedFile, offset: number, control: number): Promise<{ target: number; end: number }> {
  const bytes = ((control >> 3) & 3) + 1;
  const value = unsigned(await file.read(offset + 1, bytes));
  const top = bytes === 4 ? 0 : (control & 7) * 2 ** (8 * bytes);
  const least = [0, 2_048, 526_336, 0][bytes - 1] ?? 0;
  return { target: top + value + least, end: offset + 1 + bytes };
}
