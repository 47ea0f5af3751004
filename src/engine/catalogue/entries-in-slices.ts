import { setImmediate } from 'node:timers/promises';
import type { CatalogueFile } from './catalogue-files.js';
import { type CatalogueEntry, readEntries, type Refusal } from './read-entries.js';

/** Entries that are checked at a time: a few milliseconds, so that a process goes on with its requests meanwhile. */
const SLICE = 20;

/** Reads and checks the entries of files as at a process's start, without holding the process up. */
export async function readEntriesInSlices(files: readonly CatalogueFile[]): Promise<{ entries: CatalogueEntry[]; refused: Refusal[] }> {
  const found: { entries: CatalogueEntry[]; refused: Refusal[] } = { entries: [], refused: [] };
  for (const slice of files.flatMap(slicesOf)) {
    const { entries, refused } = readEntries(slice);
    found.entries.push(...entries);
    found.refused.push(...refused);
    await setImmediate();
  }
  return found;
}

/** A file with many entries as several; others as they are, and what is faulty is reported by the loader. */
function slicesOf(file: CatalogueFile): CatalogueFile[] {
  const json = 'json' in file.content ? file.content.json : null;
  if (typeof json !== 'object' || json === null) return [file];
  for (const name of ['platforms', 'sites'] as const) {
    const list = (json as Readonly<Record<string, unknown>>)[name];
    if (!Array.isArray(list) || list.length <= SLICE) continue;
    return Array.from({ length: Math.ceil(list.length / SLICE) }, (_, at) => ({
      ...file,
      content: { json: { ...json, [name]: list.slice(at * SLICE, (at + 1) * SLICE) as unknown[] } },
    }));
  }
  return [file];
}
