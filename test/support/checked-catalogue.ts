import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { shippedCatalogue } from '../../src/wiring/platforms.js';
import { writeCheckedEntries } from '../../src/engine/catalogue/checked-catalogue.js';
import { CHECKED_CATALOGUE } from './checked-catalogue-path.js';

/** The projects of a run share it: each of them loads this module anew. */
const run = globalThis as { footprintCheckedCatalogue?: true };

/** Puts the shipped catalogue, read and checked once, where the processes of the run read it. */
export default function setup(): void {
  if (run.footprintCheckedCatalogue) return;
  run.footprintCheckedCatalogue = true;
  mkdirSync(path.dirname(CHECKED_CATALOGUE), { recursive: true });
  writeCheckedEntries(shippedCatalogue(), CHECKED_CATALOGUE);
}
