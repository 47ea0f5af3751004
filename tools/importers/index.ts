/** Importers: convert published site lists into platform files. */
import type { CatalogueFile } from '../../src/engine/catalogue/catalogue-files.js';
import { type SiteSoftwareFile, siteSoftwareFileSchema } from '../../src/engine/catalogue/entry-schema.js';
import { admitEntries, type ImportOptions, type ImportResult } from './admit-entries.js';
import { readMaigret } from './maigret.js';
import { readSherlock } from './sherlock.js';
import { readWhatsMyName } from './whatsmyname.js';

export type { ImportOptions, ImportResult } from './admit-entries.js';
export type { Refused, RefusalGroup } from './source-entry.js';

/**
 * Imports maigret's `data.json` (parsed). Every admitted file passes the loader's checks of shipped ones; every other entry
 * is in `refused` with a reason. The content of the file never makes it throw.
 */
export const importMaigret = (json: unknown, options?: ImportOptions): ImportResult => admitEntries(readMaigret(json), options);

/** Imports sherlock's `data.json` (parsed), as `importMaigret` does. */
export const importSherlock = (json: unknown, options?: ImportOptions): ImportResult => admitEntries(readSherlock(json), options);

/** Imports WhatsMyName's `wmn-data.json` (parsed), as `importMaigret` does. */
export const importWhatsMyName = (json: unknown, options?: ImportOptions): ImportResult => admitEntries(readWhatsMyName(json), options);

/** The site software files among a catalogue's hand-made files, parsed for importers; all other files are left out. Pure. */
export function siteSoftwareFilesIn(files: readonly CatalogueFile[]): SiteSoftwareFile[] {
  return files.flatMap(({ kind, content }) => {
    if (kind !== 'site-software' || 'unreadable' in content) return [];
    const parsed = siteSoftwareFileSchema.safeParse(content.json);
    return parsed.success ? [parsed.data] : [];
  });
}
