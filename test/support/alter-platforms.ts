import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';

/** For `startGeneratedSites`: writes the files of a catalogue anew as `change` gives them, in the order of slugs. */
export function alterPlatforms(change: (file: PlatformFile, index: number) => PlatformFile) {
  return (folder: string): Promise<void> => {
    for (const [index, name] of readdirSync(folder).sort().entries()) {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as PlatformFile, index)));
    }
    return Promise.resolve();
  };
}
