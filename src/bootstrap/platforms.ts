import { fileURLToPath } from 'node:url';
import { readCheckedEntries } from '../catalogue/checked-catalogue.js';
import { parseCataloguePath } from '../catalogue/catalogue-files.js';
import { loadCatalogue, type LoadedCatalogue, withMailboxPlatforms } from '../catalogue/load-catalogue.js';
import type { Config } from '../config/env.js';
import type { PlatformCatalogue } from '../domain/catalogue/ports.js';

/** Where the shipped platform files are, from the sources and from a build alike. */
export function shippedCatalogue(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../catalogue' : '../../../catalogue';
  return fileURLToPath(new URL(up, import.meta.url));
}

type OnRefused = (entry: { file: string; slug: string; reason: string }) => void;

/** The catalogue that the settings name. What bundled programs carry of it is not checked again. */
export function openCatalogue({ CATALOGUE_PATH }: Pick<Config, 'CATALOGUE_PATH'>): LoadedCatalogue {
  return loadCatalogue({ root: shippedCatalogue(), extra: CATALOGUE_PATH, readChecked: readCheckedEntries });
}

/**
 * The same for lookups: with the mailbox providers, unless an operator's files replace all that is shipped. Refused entries are
 * reported to `onRefused`.
 */
export function lookupCatalogue(config: Pick<Config, 'CATALOGUE_PATH'>, onRefused: OnRefused): PlatformCatalogue {
  const { catalogue, refused } = openCatalogue(config);
  for (const entry of refused) onRefused(entry);
  return parseCataloguePath(config.CATALOGUE_PATH).only ? catalogue : withMailboxPlatforms(catalogue);
}
