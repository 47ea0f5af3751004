import type { IPv4, IPv6 } from 'ipaddr.js';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Reader, type Response } from 'mmdb-lib';
import { parseMetadata } from 'mmdb-lib/lib/metadata.js';
import { Lazy, readVerified } from './data-files.js';

export interface MmdbFile {
  /** Its name ends with `.br` when it is compressed with Brotli. */
  readonly path: string;
  /** Null for an operator's own file, which is not verified. */
  readonly sha256: string | null;
  /** Family of its addresses, so that it is not read for addresses of the other; null: unknown, read for both. */
  readonly family: 'ipv4' | 'ipv6' | null;
}

/**
 * Files in MaxMind's format, searched one after the other; each is read into memory at the first lookup of an address of its family
 * (docs/adr/0015-address-data.md says what that costs).
 */
export class Mmdb {
  readonly #files: readonly { readonly family: MmdbFile['family']; readonly reader: Lazy<Reader<Response>> }[];

  constructor(files: readonly MmdbFile[]) {
    this.#files = files.map((file) => ({ family: file.family, reader: new Lazy(() => readDatabase(file)) }));
  }

  /**
   * The first record of an address; null when no file has one.
   *
   * @throws when a file cannot be read or is not in this format
   */
  async find(address: IPv4 | IPv6): Promise<unknown> {
    for (const { family, reader } of this.#files) {
      if (family !== null && family !== address.kind()) continue;
      const database = await reader.get();
      // The library would look for the first 32 bits.
      if (database.metadata.ipVersion === 4 && address.kind() === 'ipv6') continue;
      const record: unknown = database.get(address.toString());
      if (record !== null) return record;
    }
    return null;
  }

  /** Reads all files. @throws as `find` does */
  async warm(): Promise<void> {
    for (const { reader } of this.#files) await reader.get();
  }
}

async function readDatabase({ path, sha256 }: MmdbFile): Promise<Reader<Response>> {
  const content = await (sha256 === null ? readFile(path) : readVerified(path, sha256));
  const database = new Reader<Response>(path.endsWith('.br') ? await promisify(brotliDecompress)(content) : content);
  const { binaryFormatMajorVersion: major, ipVersion } = database.metadata;
  if (major !== 2 || (ipVersion !== 4 && ipVersion !== 6)) throw new Error('a database of a kind that is not read');
  return database;
}

/** The metadata are in the last 128 kB of a file (MaxMind DB format 2.0, "Database Metadata"). */
const MAX_METADATA_BYTES = 131_072;

/** Day on which a file in MaxMind's format was built; null when it cannot be read or has no date. Reads only its end. */
export function mmdbDate(path: string): string | null {
  try {
    return parseMetadata(endOf(path)).buildEpoch.toISOString().slice(0, 10);
  } catch {
    return null;
  }
}

function endOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, MAX_METADATA_BYTES));
    readSync(file, end, 0, end.length, size - end.length);
    return end;
  } finally {
    closeSync(file);
  }
}
