import { fileURLToPath } from 'node:url';
import { parseExtra } from '../catalogue/catalogue-files.js';
import { loadCatalogue } from '../catalogue/load-catalogue.js';
import { withMailboxPlatforms } from '../catalogue/mailbox-platforms.js';
import type { Config } from '../config/env.js';
import type { PlatformCatalogue } from '../domain/ports.js';

/** Where the shipped platform files are, from the sources and from a build alike. */
export function shippedCatalogue(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../catalogue' : '../../../catalogue';
  return fileURLToPath(new URL(up, import.meta.url));
}

type OnRefused = (entry: { file: string; slug: string; reason: string }) => void;

/** The catalogue that the settings name. Refused entries are told to `onRefused` and left out. */
export async function openCatalogue(config: Pick<Config, 'CATALOGUE_PATH'>, onRefused: OnRefused) {
  const loaded = await loadCatalogue({ root: shippedCatalogue(), extra: config.CATALOGUE_PATH });
  for (const entry of loaded.refused) onRefused(entry);
  return loaded;
}

/** The same for lookups: with the mailbox providers, unless an operator's files replace all that is shipped. */
export async function lookupCatalogue(config: Pick<Config, 'CATALOGUE_PATH'>, onRefused: OnRefused): Promise<PlatformCatalogue> {
  const { catalogue } = await openCatalogue(config, onRefused);
  return parseExtra(config.CATALOGUE_PATH).only ? catalogue : withMailboxPlatforms(catalogue);
}
