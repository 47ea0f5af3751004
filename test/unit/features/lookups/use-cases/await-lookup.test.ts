import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { LookupReader } from '../../../../../src/features/lookups/store/lookup-reader.js';
import { NO_APPLICABILITY } from '../../../../../src/engine/catalogue/rules/bands.js';
import { type LookupChange, snapshotOfRequest, withExpectedPlan } from '../../../../../src/features/lookups/lookup-snapshot.js';
import type { RecordedOutcome } from '../../../../../src/features/lookups/lookup.js';
import { presentV2 } from '../../../../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { awaitLookup } from '../../../../../src/features/lookups/use-cases/await-lookup.js';
import { changesOf } from '../../../../support/changes.js';
import { ACCEPTED_AT, FakeRecord, FINISHED_AT, found, LOOKUP_ID, REQUEST } from '../../support/fake-record.js';

const WAITED = { lookupId: LOOKUP_ID, request: REQUEST };
const quiet = { subscribe: () => () => undefined };
const reading = (snapshot: LookupReader['snapshot']) => ({ snapshot });
const stalled = reading(() => new Promise<LookupChange | null>(() => undefined));

describe('watching a lookup', () => {
  it('ends with its signal although the record does not answer', async () => {
    const end = new AbortController();
    const met: LookupChange[] = [];
    const following = (async () => {
      for await (const change of changesOf({ feed: quiet, reader: stalled }, { lookupId: LOOKUP_ID, signal: end.signal })) met.push(change);
    })();
    end.abort();
    await following;
    expect(met).toEqual([]);
  });

  it('of a lookup that was accepted just now, nothing is read before there is news', async () => {
    const record = new FakeRecord();
    record.finish();
    let reads = 0;
    let wake: () => void = () => undefined;
    const feed = {
      subscribe: (_: string, woken: () => void) => {
        wake = woken;
        return () => undefined;
      },
    };
    const reader = reading(async (...query) => {
      reads += 1;
      return record.reader.snapshot(...query);
    });
    const collecting = awaitLookup(
      { feed, reader },
      { ...WAITED, isNew: true, deadline: performance.now() + 600_000, signal: new AbortController().signal },
    );
    await new Promise(setImmediate);
    expect(reads).toBe(0);
    wake();
    expect(await collecting).toMatchObject({ isFinished: true, lookup: { finishedAt: FINISHED_AT } });
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
      for await (const change of changesOf({ feed, reader: failing }, { lookupId: LOOKUP_ID, signal: end.signal }))
        expect(change).toBeUndefined();
    }).rejects.toThrow('away');
    expect(subscribed).toBe(0);
  });
});

describe('waiting for a lookup', () => {
  it('answers at its ceiling although the record does not answer', async () => {
    const gone = new AbortController().signal;
    const collected = await awaitLookup(
      { feed: quiet, reader: stalled },
      { ...WAITED, isNew: false, deadline: performance.now() + 30, signal: gone },
    );
    expect(collected).toMatchObject({ outcomes: [], modules: [], isFinished: false });
  });

  it('ends at once when the client has gone', async () => {
    const gone = new AbortController();
    const collecting = awaitLookup(
      { feed: quiet, reader: stalled },
      { ...WAITED, isNew: false, deadline: performance.now() + 600_000, signal: gone.signal },
    );
    gone.abort();
    expect(await collecting).toMatchObject({ isFinished: false });
  });
});

describe('what is known of a lookup at the end of a wait', () => {
  const waiting = (reader: Pick<LookupReader, 'snapshot'>, withinMs: number) =>
    awaitLookup(
      { feed: quiet, reader, pollMs: 1 },
      { ...WAITED, isNew: false, deadline: performance.now() + withinMs, signal: new AbortController().signal },
    );

  it('is read from the record, with its times', async () => {
    const record = new FakeRecord();
    record.add(found('a'));
    record.finish();
    expect(await waiting(record.reader, 5_000)).toMatchObject({
      lookup: { state: 'finished', acceptedAt: ACCEPTED_AT, finishedAt: FINISHED_AT },
      outcomes: [{ platform: 'a' }],
    });
  });

  it.each([
    ['stalls', () => new Promise<never>(() => undefined)],
    ['fails', () => Promise.reject(new Error('the database is away'))],
  ])('is what was read before when the record %s', async (_, never) => {
    const record = new FakeRecord();
    record.add(found('seen'));
    let reads = 0;
    const reader = reading((...query) => (reads++ === 0 ? record.reader.snapshot(...query) : never()));
    expect(await waiting(reader, 30)).toMatchObject({
      lookup: { id: LOOKUP_ID, state: 'running', query: 'ada', finishedAt: null },
      outcomes: [{ platform: 'seen' }],
    });
  });

  it('is without what was taken back while it was waited for', async () => {
    const record = new FakeRecord();
    record.add(found('honest'), found('turned'));
    let reads = 0;
    const reader = reading(async (lookupId, query) => {
      const change = await record.reader.snapshot(lookupId, query);
      reads += 1;
      if (reads === 1) return change;
      record.finish();
      const standing = (each: RecordedOutcome) => (each.platform === 'turned' ? { ...each, state: 'inconclusive' as const } : each);
      return change && { ...change, lookup: { ...change.lookup, withdrawals: 'a span' }, outcomes: change.outcomes.map(standing) };
    });
    const { outcomes, isFinished } = await waiting(reader, 5_000);
    expect([outcomes.map(({ platform, state }) => `${platform} ${state}`), isFinished]).toEqual([
      ['honest registered', 'turned inconclusive'],
      true,
    ]);
  });

  it('reads each row and the plan once', async () => {
    const record = new FakeRecord();
    const plan = { targets: [], modules: [] };
    const queries: unknown[] = [];
    const reader = reading(async (lookupId, query = {}) => {
      queries.push(query);
      const change = await record.reader.snapshot(lookupId, query);
      if (queries.length === 1) record.add(found('a'));
      if (queries.length === 2) record.finish();
      return change && { ...change, lookup: { ...change.lookup, plan: query.withPlan ? plan : null } };
    });
    expect(await waiting(reader, 5_000)).toMatchObject({ lookup: { plan }, outcomes: [{ platform: 'a' }] });
    expect(queries).toEqual([
      { afterSeq: 0, withPlan: true },
      { afterSeq: 0, withPlan: false },
      { afterSeq: 1, withPlan: false },
    ]);
  });

  it('is never called finished when the record does not answer, so that no expected platform is counted as omitted', () => {
    const platform = {
      slug: 'site',
      name: 'Site',
      homepage: '',
      icon: null,
      tags: [],
      strength: 'strong',
      instant: ['username'],
      probes: { username: {} },
    } as unknown as Platform;
    const catalogue = { platforms: [platform], get: () => platform };
    const ctx = { catalogue, instantPlatforms: 11, instantCeilingMs: 900, applicability: NO_APPLICABILITY, egress: 'direct' };
    const shown = presentV2(withExpectedPlan(ctx, REQUEST, snapshotOfRequest(LOOKUP_ID, REQUEST)), { get: () => undefined });
    expect(shown).toMatchObject({ status: 'processing', finishedAt: null, platformsPending: 1, omitted: 0, omissions: { total: 0 } });
  });
});
