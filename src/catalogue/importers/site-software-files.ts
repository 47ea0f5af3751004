import type { CatalogueFile } from '../catalogue-files.js';
import { type SiteSoftwareFile, siteSoftwareFileSchema } from '../entry-schema.js';

/** The site software files among a catalogue's hand-made files, parsed for importers; all other files are left out. Pure. */
export function siteSoftwareFilesIn(files: readonly CatalogueFile[]): SiteSoftwareFile[] {
  return files.flatMap(({ kind, content }) => {
    if (kind !== 'site-software' || 'unreadable' in content) return [];
    const parsed = siteSoftwareFileSchema.safeParse(content.json);
    return parsed.success ? [parsed.data] : [];
  });
}
