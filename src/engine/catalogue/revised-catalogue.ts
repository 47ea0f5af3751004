/** The catalogue of a revision: shipped or bundled entries, the operator's files, replacements and held rules, combined. */
import { setImmediate } from 'node:timers/promises';
import type { Platform } from './rules/platform.js';
import { type CatalogueContent, type ShadowRule, withHeldRules } from './rules/revision.js';
import type { CatalogueFile } from './catalogue-files.js';
import { assembleCatalogue } from './load-catalogue.js';
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

/** Entries of a replacement, as of an operator's file that is named after its platform. */
export const readReplacement = (slug: string, json: unknown) =>
  readEntries({ kind: 'operator', file: `replacements/${slug}.json`, content: { json } });

export interface RevisedCatalogue {
  readonly platforms: readonly Platform[];
  /** Changed rules that lookups do not use yet. */
  readonly shadow: readonly ShadowRule[];
  /** Slugs of replaced platforms. */
  readonly replaced: ReadonlySet<string>;
  readonly refused: readonly Refusal[];
}

/**
 * Combines the parts of a revision. A replacement that the loader refuses is reported, and what it replaced answers.
 *
 * @param base entries of the release's files or of the bundle, and of the operator's own files
 */
export function reviseCatalogue(
  base: readonly CatalogueEntry[],
  { replacements, held }: Pick<CatalogueContent, 'replacements' | 'held'>,
): RevisedCatalogue {
  const own = Object.entries(replacements).map(([slug, json]) => ({ slug, ...readReplacement(slug, json) }));
  const replaced = new Set(own.filter(({ entries }) => entries.length > 0).map(({ slug }) => slug));
  const entries = [...base.filter(({ platform }) => !replaced.has(platform.slug)), ...own.flatMap((each) => each.entries)];
  const { catalogue, refused } = assembleCatalogue([], entries);
  const kept = Object.fromEntries(Object.entries(held).filter(([key]) => !replaced.has(key.slice(0, key.lastIndexOf(':')))));
  return { ...withHeldRules(catalogue.platforms, kept), replaced, refused: [...own.flatMap((each) => each.refused), ...refused] };
}
