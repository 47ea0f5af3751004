import type { CatalogueFile } from '../catalogue-files.js';
import { type EngineFile, engineFileSchema } from '../entry-schema.js';

/** The site software files among a catalogue's hand-made files, parsed for importers; all other files are left out. Pure. */
export function engineFilesIn(files: readonly CatalogueFile[]): EngineFile[] {
  return files.flatMap(({ kind, content }) => {
    if (kind !== 'engine' || 'unreadable' in content) return [];
    const parsed = engineFileSchema.safeParse(content.json);
    return parsed.success ? [parsed.data] : [];
  });
}
