import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogue } from '../../src/catalogue/load-catalogue.js';
import { startSimulator, type SimulatorOptions } from '../../src/simulator/start-simulator.js';
import { writeGenerated } from '../../src/simulator/write-generated.js';
import { CATALOGUE_ROOT } from './simulated.js';

/** A catalogue of invented sites, the simulator that speaks for them, and the settings that bring the service to both. */
export async function startGeneratedSites(count: number, options: Partial<SimulatorOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'footprint-sites-'));
  const slugs = await writeGenerated(folder, count);
  const cataloguePath = `only:${folder}`;
  const { catalogue, samples } = await loadCatalogue({ root: CATALOGUE_ROOT, extra: cataloguePath });
  const simulator = await startSimulator({
    platforms: catalogue.platforms,
    samples: (slug, type) => samples.get(slug)?.[type],
    ...options,
  });
  return {
    slugs,
    catalogue,
    simulator,
    env: { CATALOGUE_PATH: cataloguePath, PROBE_PROXY_URL: simulator.proxyUrl, PROBE_CA_FILE: simulator.caFile },
    async close() {
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
