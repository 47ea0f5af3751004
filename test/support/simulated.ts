import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../tools/simulator/start-simulator.js';

export const CATALOGUE_ROOT = fileURLToPath(new URL('../../catalogue', import.meta.url));

/**
 * A simulator in the service's process accepts one connection for each of them and turn of the loop (libuv before 1.49): with
 * one, it would accept slower than the service connects, and on a busy machine let deadlines pass.
 */
export const LISTENERS = 8;

/** The platforms that were written by hand: the imported thousands have tests of their own. */
const HAND_MADE = `only:${CATALOGUE_ROOT}/curated,only:${CATALOGUE_ROOT}/site-software`;

/** The simulator speaking for the hand-made catalogue, with the settings that send probes through it. */
export async function startSimulatedCatalogue(options: Partial<SimulatorOptions> = {}) {
  const loaded = await loadCatalogue({ root: CATALOGUE_ROOT, extra: HAND_MADE });
  const simulator: Simulator = await startSimulator({
    platforms: loaded.catalogue.platforms,
    samples: (slug, type) => loaded.samples.get(slug)?.[type],
    listeners: LISTENERS,
    ...options,
  });
  return { simulator, loaded, env: { CATALOGUE_PATH: HAND_MADE, PROBE_PROXY_URL: simulator.proxyUrls, PROBE_CA_FILE: simulator.caFile } };
}
