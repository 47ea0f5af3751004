/** Every shipped rule for usernames, asked about words at which its site has pages of its own. */
import { loadCatalogue, samplesOf } from '../../src/engine/catalogue/load-catalogue.js';
import { shippedCatalogue } from '../../src/wiring/platforms.js';
import { catalogueWords } from './truth/catalogue-words.js';
import { drawSeeds } from './truth/names.js';
import { tallyTable } from './truth/site-tally.js';

/** @returns the table of answers; it has no wrong "registered" */
export async function benchWords(): Promise<string> {
  const { from, seeds } = drawSeeds(1);
  const loaded = loadCatalogue({ root: shippedCatalogue() });
  const rules = loaded.catalogue.platforms.filter(({ probes }) => probes.username !== undefined);
  const tallies = await catalogueWords(rules, samplesOf(loaded), seeds[0] as string);
  return [`${rules.length} rules, words drawn from \`BENCH_SEED=${from}\``, tallyTable('whose word it is', tallies)].join('\n\n');
}
