import { describe, expect, it } from 'vitest';
import type { LookupChangeSet, LookupReader } from '../../../../src/domain/lookup/lookup-ports.js';
import { awaitLookup } from '../../../../src/services/lookups/await-lookup.js';
import { watchLookup } from '../../../../src/services/lookups/watch-lookup.js';

const quiet = { subscribe: () => () => undefined };
const reading = (news: LookupReader['changes']): LookupReader => ({
  changes: news,
  find: () => Promise.resolve(null),
  findOwned: () => Promise.resolve(null),
  openShard: async () => null,
  history: () => Promise.resolve([]),
});
const stalled = reading(() => new Promise<LookupChangeSet | null>(() => undefined));

describe('followLookup', () => {
  it('ends with its signal although the record does not answer', async () => {
    const end = new AbortController();
    const told: LookupChangeSet[] = [];
    const following = (async () => {
      for await (const news of watchLookup({ feed: quiet, reader: stalled }, { lookupId: 'lkp_1', signal: end.signal })) told.push(news);
    })();
    end.abort();
    await following;
    expect(told).toEqual([]);
  });

  it('of a lookup that was accepted just now, nothing is read before there is news', async () => {
    const finished: LookupChangeSet = { state: 'finished', planned: 1, outcomes: [], modules: [] };
    let reads = 0;
    let wake: () => void = () => undefined;
    const feed = {
      subscribe: (_: string, woken: () => void) => {
        wake = woken;
        return () => undefined;
      },
    };
    const reader = reading(async () => {
      reads += 1;
      return finished;
    });
    const collecting = awaitLookup(
      { feed, reader },
      { accepted: { lookupId: 'lkp_1', isNew: true }, deadline: performance.now() + 600_000, signal: new AbortController().signal },
    );
    await new Promise(setImmediate);
    expect(reads).toBe(0);
    wake();
    expect(await collecting).toMatchObject({ finished: true, planned: 1 });
    expect(reads).toBe(1);
  });

  it('takes its subscription back, however it ends', async () => {
    let subscribed = 0;
    const feed = {
      subscribe: () => {
        subscribed += 1;
        return () => (subscribed -= 1);
      },
    };
    const end = new AbortController();
    const failing = reading(() => Promise.reject(new Error('away')));
    await expect(async () => {
      for await (const news of watchLookup({ feed, reader: failing }, { lookupId: 'lkp_1', signal: end.signal }))
        expect(news).toBeUndefined();
    }).rejects.toThrow('away');
    expect(subscribed).toBe(0);
  });
});

describe('collectLookup', () => {
  it('answers at its ceiling although the record does not answer', async () => {
    const gone = new AbortController().signal;
    const collected = await awaitLookup(
      { feed: quiet, reader: stalled },
      { accepted: { lookupId: 'lkp_1', isNew: false }, deadline: performance.now() + 30, signal: gone },
    );
    expect(collected).toMatchObject({ outcomes: [], modules: [], finished: false });
  });

  it('ends at once when the client has gone', async () => {
    const gone = new AbortController();
    const collecting = awaitLookup(
      { feed: quiet, reader: stalled },
      { accepted: { lookupId: 'lkp_1', isNew: false }, deadline: performance.now() + 600_000, signal: gone.signal },
    );
    gone.abort();
    expect(await collecting).toMatchObject({ finished: false });
  });
});
