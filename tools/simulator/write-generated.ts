/** Writes invented platforms as catalogue files, for `CATALOGUE_PATH=only:<folder>`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PlatformFile, platformFileSchema } from '../../src/engine/catalogue/entry-schema.js';
import { type GeneratedOptions, generateSites } from './generated-sites.js';

/**
 * One file per platform, `<slug>.json`, in `folder` (made when missing).
 *
 * @returns the platforms' slugs
 */
export async function writeGenerated(folder: string, n: number, options: GeneratedOptions = {}): Promise<string[]> {
  const { platforms, samplesBySlug } = generateSites(n, options);
  await mkdir(folder, { recursive: true });
  for (let i = 0; i < platforms.length; i += 50) {
    await Promise.all(
      platforms.slice(i, i + 50).map(async (platform) => {
        const file: PlatformFile = platformFileSchema.parse({ ...platform, samples: samplesBySlug.get(platform.slug) });
        await writeFile(join(folder, `${platform.slug}.json`), `${JSON.stringify(file, null, 1)}\n`);
      }),
    );
  }
  return platforms.map((platform) => platform.slug);
}
