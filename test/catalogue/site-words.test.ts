/** Shipped rules on sites that have pages of their own at words, with all that the rule takes for an account's but the account. */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { samplesOf } from '../../src/engine/catalogue/load-catalogue.js';
import { catalogueWords } from '../../tools/bench/truth/catalogue-words.js';
import { countsOf, wrongOf } from '../../tools/bench/truth/site-tally.js';
import { shipped } from '../support/shipped-catalogue.js';

/** One rule in so many; `npm run bench words` asks all of them. */
const ONE_IN = 20;

const first = randomInt(ONE_IN);

it(`says of no word that somebody has it, of known words and of drawn ones, and finds people who have (first rule ${first})`, async () => {
  const rules = shipped.catalogue.platforms.filter(({ probes }) => probes.username !== undefined);
  const some = rules.filter((_, index) => index % ONE_IN === first);
  const tallies = await catalogueWords(some, samplesOf(shipped), `words ${first}`);
  expect(wrongOf(countsOf(tallies, () => true))).toBe(0);
  const people = countsOf(tallies, (key) => key.includes('of an account'));
  expect(people.probed).toBeGreaterThan(300);
  expect(people.right / people.probed).toBeGreaterThan(0.85);
});
