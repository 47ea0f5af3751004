import { shippedCatalogue } from '../../src/wiring/platforms.js';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';

/** CPU that reading and checking all files took, milliseconds. */
export let loadedInMs = 0;

function load() {
  const before = process.cpuUsage();
  const loaded = loadCatalogue({ root: shippedCatalogue() });
  loadedInMs = process.cpuUsage(before).user / 1_000;
  return loaded;
}

/** The shipped catalogue from its files. Files that share a process share it: each would spend a second of CPU on one of its own. */
export const shipped = load();
