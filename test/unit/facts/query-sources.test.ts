import { describe, expect, it } from 'vitest';
import { backOffAfterRefusal, querySources, type Source, type SourceFailed } from '../../../src/facts/query-sources.js';

interface Claim {
  readonly verdict: string;
}
const source = (name: string, request: Source<string, Claim>['query']): Source<string, Claim> => ({ name, query: request });
const budget = (budgetMs: number) => ({ signal: new AbortController().signal, budgetMs });
const never = () => new Promise<Claim | SourceFailed>(() => undefined);

describe('asking sources', () => {
  it('keeps their order, and tells of each either what it said or why it did not', async () => {
    const failing = Object.assign(new Error('no file'), { syscall: 'open', code: 'ENOENT' });
    const requested = await querySources(
      [
        source('slow', async (subject) => ({ verdict: `${subject}!` })),
        source('silent', async () => ({ failure: 'unknown' as const })),
        source('broken', () => Promise.reject(new Error('garbled'))),
        source('absent', () => Promise.reject(failing)),
      ],
      'who',
      budget(1_000),
    );
    expect(requested.map(({ source: name, claim, failure }) => [name, claim?.verdict ?? null, failure])).toEqual([
      ['slow', 'who!', null],
      ['silent', null, 'unknown'],
      ['broken', null, 'malformed'],
      ['absent', null, 'unreachable'],
    ]);
  });

  it('waits for nobody past the budget, nor past the caller’s signal, and tells the source so', async () => {
    let received = 0;
    const heartbeats = source('hears', (_, { signal }) => {
      signal.addEventListener('abort', () => {
        received += 1;
      });
      return never();
    });
    const [late, quick] = await querySources([heartbeats, source('quick', async () => ({ verdict: 'yes' }))], 'who', budget(30));
    expect([late?.failure, quick?.claim?.verdict]).toEqual(['timeout', 'yes']);

    const caller = new AbortController();
    const requested = querySources([heartbeats], 'who', { signal: caller.signal, budgetMs: 60_000 });
    caller.abort();
    expect((await requested)[0]).toMatchObject({ claim: null, failure: 'timeout' });
    expect(received).toBe(2);
    expect((await querySources([heartbeats], 'who', { signal: caller.signal, budgetMs: 60_000 }))[0]?.failure).toBe('timeout');
  });

  it('asks twenty at once without a warning about listeners', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    await querySources(
      Array.from({ length: 20 }, (_, index) => source(`s${index}`, never)),
      'who',
      budget(20),
    );
    await new Promise(setImmediate);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

/** A source that answers what it is told to, with a clock. */
function setUp(...replies: readonly (SourceFailed | { readonly fact: string })[]) {
  const waiting = [...replies];
  let [requested, now] = [0, 0];
  const source: Source<string, { readonly fact: string }> = {
    name: 'example',
    query: async () => {
      requested += 1;
      return waiting.shift() ?? { fact: 'told' };
    },
  };
  const rested = backOffAfterRefusal(source, () => now);
  const request = (afterMs: number) => {
    now += afterMs;
    return rested.query('subject', { signal: new AbortController().signal, budgetMs: 1_000 });
  };
  return { request, requested: () => requested };
}

describe('a provider that refused', () => {
  it.each<[string, SourceFailed, number]>([
    ['a minute when it does not say for how long', { failure: 'rate_limited' }, 60_000],
    ['a minute when it does not know us', { failure: 'unauthorized' }, 60_000],
    ['as long as it asks, when that is short', { failure: 'rate_limited', againMs: 3_000 }, 3_000],
    ['as long as it asks, when that is long', { failure: 'rate_limited', againMs: 600_000 }, 600_000],
    ['an hour at most', { failure: 'rate_limited', againMs: 10 ** 9 }, 3_600_000],
  ])('is left alone for %s', async (_what, refusal, restMs) => {
    const { request, requested } = setUp(refusal);
    expect(await request(0)).toEqual(refusal);
    expect(await request(restMs - 1)).toEqual(refusal);
    expect(requested()).toBe(1);
    expect(await request(1)).toEqual({ fact: 'told' });
    expect(requested()).toBe(2);
  });

  it('by its silence alone is asked again at once', async () => {
    const { request } = setUp({ failure: 'timeout' }, { failure: 'unreachable', againMs: 5_000 });
    for (const failure of ['timeout', 'unreachable']) expect(await request(0)).toMatchObject({ failure });
    expect(await request(0)).toEqual({ fact: 'told' });
  });
});
