import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../catalogue/load-catalogue.js';
import type { Config } from '../config/env.js';

/** Where the shipped platform files are, from the sources and from a build alike. */
export function shippedCatalogue(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../catalogue' : '../../../catalogue';
  return fileURLToPath(new URL(up, import.meta.url));
}

/** The catalogue that the settings name. Refused entries are told to `onRefused` and left out. */
export async function openCatalogue(config: Pick<Config, 'CATALOGUE_PATH'>, onRefused: (entry: { file: string; slug: string; reason: string }) => void) {
  const loaded = await loadCatalogue({ root: shippedCatalogue(), extra: config.CATALOGUE_PATH });
  for (const entry of loaded.refused) onRefused(entry);
  return loaded;
}
