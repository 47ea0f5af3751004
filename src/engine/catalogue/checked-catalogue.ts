/**
 * The shipped entries, read and checked when the programs were bundled (tools/launch/program.mjs): repeating both would cost
 * each starting process a second of CPU. Without a bundle the files themselves are read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { shippedFiles } from './catalogue-files.js';
import { type CatalogueEntry, readEntries } from './read-entries.js';

/** Path of the file that `writeCheckedEntries` wrote; inserted by the bundler. */
declare const CHECKED_CATALOGUE: string | undefined;

/**
 * Writes the entries below the catalogue's folder, unless one of them is refused: then programs read the files and report the reason.
 *
 * @param file path of the output; an existing file is replaced
 */
export function writeCheckedEntries(root: string, file: string): void {
  const found = shippedFiles(root).map((each) => readEntries(each));
  if (found.some(({ refused }) => refused.length > 0)) return;
  writeFileSync(file, JSON.stringify(found.flatMap(({ entries }) => entries)));
}

/** The entries of `writeCheckedEntries`; null outside of a bundle, and where they cannot be read. */
export function readCheckedEntries(): readonly CatalogueEntry[] | null {
  if (typeof CHECKED_CATALOGUE === 'undefined') return null;
  try {
    return JSON.parse(readFileSync(CHECKED_CATALOGUE, 'utf8')) as CatalogueEntry[];
  } catch {
    return null;
  }
}
