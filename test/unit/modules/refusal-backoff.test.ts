import { describe, expect, it } from 'vitest';
import type { SourceFailed, Source } from '../../../src/modules/query-sources.js';
import { backOffAfterRefusal } from '../../../src/modules/refusal-backoff.js';

/** A source that answers what it is told to, with a clock. */
function setUp(...replies: readonly (SourceFailed | { readonly fact: string })[]) {
  const waiting = [...replies];
  let [asked, now] = [0, 0];
  const source: Source<string, { readonly fact: string }> = {
    name: 'example',
    query: async () => {
      asked += 1;
      return waiting.shift() ?? { fact: 'told' };
    },
  };
  const rested = backOffAfterRefusal(source, () => now);
  const ask = (afterMs: number) => {
    now += afterMs;
    return rested.query('subject', { signal: new AbortController().signal, budgetMs: 1_000 });
  };
  return { ask, asked: () => asked };
}

describe('a provider that refused', () => {
  it.each<[string, SourceFailed, number]>([
    ['a minute when it does not say for how long', { silence: 'rate_limited' }, 60_000],
    ['a minute when it does not know us', { silence: 'unauthorized' }, 60_000],
    ['as long as it asks, when that is short', { silence: 'rate_limited', againMs: 3_000 }, 3_000],
    ['as long as it asks, when that is long', { silence: 'rate_limited', againMs: 600_000 }, 600_000],
    ['an hour at most', { silence: 'rate_limited', againMs: 10 ** 9 }, 3_600_000],
  ])('is left alone for %s', async (_what, refusal, restMs) => {
    const { ask, asked } = setUp(refusal);
    expect(await ask(0)).toEqual(refusal);
    expect(await ask(restMs - 1)).toEqual(refusal);
    expect(asked()).toBe(1);
    expect(await ask(1)).toEqual({ fact: 'told' });
    expect(asked()).toBe(2);
  });

  it('by its silence alone is asked again at once', async () => {
    const { ask } = setUp({ silence: 'timeout' }, { silence: 'unreachable', againMs: 5_000 });
    for (const silence of ['timeout', 'unreachable']) expect(await ask(0)).toMatchObject({ silence });
    expect(await ask(0)).toEqual({ fact: 'told' });
  });
});
