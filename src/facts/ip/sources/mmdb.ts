import type { IPv4, IPv6 } from 'ipaddr.js';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MmdbReader } from './mmdb-reader.js';
import { Lazy, verifyFile } from './data-files.js';

export interface MmdbFile {
  readonly path: string;
  /** Null for an operator's own file, which is not verified. */
  readonly sha256: string | null;
  /** Family of its addresses, so that it is not opened for addresses of the other; null: unknown, opened for both. */
  readonly family: 'ipv4' | 'ipv6' | null;
}

/** Files in MaxMind's format, searched one after the other; each is opened at the first lookup of an address of its family. */
export class Mmdb {
  readonly #files: readonly { readonly family: MmdbFile['family']; readonly reader: Lazy<MmdbReader> }[];

  constructor(files: readonly MmdbFile[]) {
    this.#files = files.map((file) => ({ family: file.family, reader: new Lazy(() => openFile(file)) }));
  }

  /**
   * The first record of an address; null when no file has one.
   *
   * @throws when a file cannot be read or is not in this format
   */
  async find(address: IPv4 | IPv6): Promise<unknown> {
    for (const { family, reader } of this.#files) {
      if (family !== null && family !== address.kind()) continue;
      const record = await (await reader.get()).find(address);
      if (record !== null) return record;
    }
    return null;
  }

  /** Opens all files. @throws as `find` does */
  async warm(): Promise<void> {
    for (const { reader } of this.#files) await reader.get();
  }

  async close(): Promise<void> {
    for (const { reader } of this.#files) await reader.release((opened) => opened.close());
  }
}

async function openFile({ path, sha256 }: MmdbFile): Promise<MmdbReader> {
  if (sha256 !== null) await verifyFile(path, sha256);
  return MmdbReader.open(path);
}

/** The metadata are in the last 128 kB of a file (MaxMind DB format 2.0, "Database Metadata"). */
const MAX_METADATA_BYTES = 131_072;
const KEY = Buffer.from('build_epoch');

/** Day on which a file in MaxMind's format was built; null when it cannot be read or has no date. Reads only its end. */
export function mmdbDate(path: string): string | null {
  try {
    const end = endOf(path);
    const at = end.lastIndexOf(KEY);
    if (at < 0) return null;
    // A control byte with the size, then the extended type 2 + 7: an unsigned number of 64 bits.
    const [size = 0, type] = end.subarray(at + KEY.length);
    if (size < 1 || size > 6 || type !== 2) return null;
    return new Date(end.readUIntBE(at + KEY.length + 2, size) * 1_000).toISOString().slice(0, 10);
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
