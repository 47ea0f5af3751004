/**
 * The shipped entries as they were read and checked when the programs were bundled (scripts/launch/source-bundle.mjs): doing both again
 * takes each process that starts a second of CPU. Where nothing is bundled, the files themselves are read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { shippedFiles } from './catalogue-files.js';
import { type Entry, readEntries } from './read-entries.js';

/** The file of `writeCheckedEntries`; the bundler puts it in. */
declare const CHECKED_CATALOGUE: string | undefined;

/**
 * Writes the entries below the catalogue's folder, unless one of them is refused: why is to be told by whoever reads the files.
 *
 * @param file where to; what was there is replaced
 */
export function writeCheckedEntries(root: string, file: string): void {
  const found = shippedFiles(root).map((each) => readEntries(each));
  if (found.some(({ refused }) => refused.length > 0)) return;
  writeFileSync(file, JSON.stringify(found.flatMap(({ entries }) => entries)));
}

/** The entries of `writeCheckedEntries`; null outside of a bundle, and where they cannot be read. */
export function readCheckedEntries(): readonly Entry[] | null {
  if (typeof CHECKED_CATALOGUE === 'undefined') return null;
  try {
    return JSON.parse(readFileSync(CHECKED_CATALOGUE, 'utf8')) as Entry[];
  } catch {
    return null;
  }
}
