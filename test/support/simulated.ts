import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../../src/catalogue/load-catalogue.js';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/start-simulator.js';

export const CATALOGUE_ROOT = fileURLToPath(new URL('../../catalogue', import.meta.url));

/** The simulator speaking for the shipped catalogue, with the settings that send probes through it. */
export async function startSimulatedCatalogue(options: Partial<SimulatorOptions> = {}) {
  const loaded = await loadCatalogue({ root: CATALOGUE_ROOT });
  const simulator: Simulator = await startSimulator({
    platforms: loaded.catalogue.platforms,
    samples: (slug, type) => loaded.samples.get(slug)?.[type],
    ...options,
  });
  return { simulator, loaded, env: { PROBE_PROXY_URL: simulator.proxyUrl, PROBE_CA_FILE: simulator.caFile } };
}
