/** The catalogue's rules for usernames, asked about words at which sites have pages of their own, and about people of these names. */
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { isRouteWord } from '../../../src/engine/evaluation/route-words.js';
import { randomStream } from '../../simulator/deterministic.js';
import type { SamplesOf } from '../../simulator/response-templates.js';
import { inventedWord } from '../../simulator/sites/word-lists.js';
import { createEngine } from './engine.js';
import { mayHold } from './names.js';
import { countAnswer, type Tallies } from './site-tally.js';
import { isShownAsPage, wordSite } from './word-sites.js';

const COMMON = ['search', 'me', 'new', 'all', 'about', 'settings'] as const;
/** Words at which every site has a page besides. */
const USUAL = ['privacy', 'help', 'support'];
const RARE = 20;

/** Words that no table of the product has. */
export function rareWords(seed: string): string[] {
  const random = randomStream(`${seed}|rare words`);
  const words = new Set<string>();
  while (words.size < RARE) {
    const word = inventedWord(random, 2);
    if (!isRouteWord(word)) words.add(word);
  }
  return [...words];
}

/**
 * Asks every rule about each word: on one site nobody has it, on another one somebody is called so now and then.
 *
 * @returns counts by whose the word is, and by what the rule reads
 */
export async function catalogueWords(platforms: readonly Platform[], samples: SamplesOf, seed: string): Promise<Tallies> {
  const rare = rareWords(seed);
  const words = { common: new Set<string>([...COMMON, ...USUAL]), rare: new Set(rare) };
  const tallies: Tallies = {};
  for (const platform of platforms) {
    const kind = platform.probes.username !== undefined && isShownAsPage(platform.probes.username) ? 'page' : 'interface';
    for (const people of [new Set<string>(), new Set<string>([...COMMON, ...rare])]) {
      const site = wordSite(platform, { seed, samples, words, people });
      const engine = createEngine(site, [platform]);
      for (const name of [...COMMON, ...rare].filter((word) => mayHold(platform, word))) {
        engine.pass(60_000);
        const exists = site.hasAccount(name);
        const whose = exists ? 'an account' : people.size > 0 ? 'the site, others have accounts' : 'the site';
        countAnswer(
          tallies,
          `${words.rare.has(name) ? 'rare' : 'common'} word of ${whose}, ${kind}`,
          exists,
          await engine.probe(platform, name),
        );
      }
    }
  }
  return tallies;
}
