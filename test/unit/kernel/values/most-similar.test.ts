import { distance } from 'fastest-levenshtein';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostSimilar } from '../../../../src/kernel/values/most-similar.js';
import { countWork, FIXED } from '../../foreign-text/count-work.js';

describe('the candidate that a mistyped text may mean', () => {
  const word = fc.stringMatching(/^[ab]{0,6}$/);

  it('is the nearest one, and none where each has more typos', () =>
    fc.assert(
      fc.property(word, fc.array(word), fc.integer({ min: 0, max: 3 }), (text, candidates, typos) => {
        const found = mostSimilar(text, candidates, typos);
        const least = Math.min(...candidates.map((each) => distance(text, each)));
        expect(found === null ? null : distance(text, found)).toBe(least <= typos ? least : null);
      }),
    ));

  it('costs a look at each where all are much shorter, however many texts are sent at once', async () => {
    const candidates = Array.from({ length: 5_000 }, (_, index) => `site-${index}`);
    const { looked } = await countWork(() => mostSimilar('x'.repeat(60), candidates, 2));
    expect(looked).toBeLessThan(2 * candidates.length + FIXED.looked);
  });
});
