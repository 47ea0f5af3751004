import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

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
