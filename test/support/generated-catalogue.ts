import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { startSimulator, type SimulatorOptions } from '../../tools/simulator/start-simulator.js';
import type { GeneratedOptions } from '../../tools/simulator/generated-sites.js';
import { writeGenerated } from '../../tools/simulator/write-generated.js';
import { CATALOGUE_ROOT, LISTENERS } from './simulated.js';

/**
 * A catalogue of invented sites, the simulator that speaks for them, and the settings that bring the service to both.
 *
 * @param alter changes the files in the catalogue's folder before anybody reads them
 */
export async function startGeneratedSites(
  count: number,
  { kinds = [], ...options }: Partial<SimulatorOptions> & Omit<GeneratedOptions, 'seed'> = {},
  alter: (folder: string) => Promise<void> = async () => undefined,
) {
  const folder = await mkdtemp(join(tmpdir(), 'footprint-sites-'));
  const slugs = await writeGenerated(folder, count, { kinds });
  await alter(folder);
  const cataloguePath = `only:${folder}`;
  const { catalogue, samples, refused } = await loadCatalogue({ root: CATALOGUE_ROOT, extra: cataloguePath });
  if (refused.length > 0) throw new Error(`the loader refused ${refused[0]?.slug}: ${refused[0]?.reason}`);
  const simulator = await startSimulator({
    platforms: catalogue.platforms,
    samples: (slug, type) => samples.get(slug)?.[type],
    listeners: LISTENERS,
    ...options,
  });
  return {
    slugs,
    catalogue,
    simulator,
    env: { CATALOGUE_PATH: cataloguePath, PROBE_PROXY_URL: simulator.proxyUrls, PROBE_CA_FILE: simulator.caFile },
    async close() {
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
