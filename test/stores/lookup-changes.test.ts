import { describe, expect, it } from 'vitest';
import type { ChangeCursor, ChangePage } from '../../src/features/lookups/lookup-changes.js';
import { acceptOne, compress, makeCaller, openTestRecords, outcome, plannedLookup } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const START: ChangeCursor = { seq: 0, group: '' };

const { record } = await openTestRecords();

describe.each(['rows', 'a compressed value'] as const)('a lookup read in pages from %s', (shape) => {
  const addFact = (lookupId: string, module: 'breaches' | 'webMentions') =>
    record.writer.recordModule(lookupId, { module, subject: 'username', payload: [], evidence: { notes: [] }, checkedAt: new Date() });

  async function pagesOf(lookupId: string, limit: number, from = START): Promise<ChangePage[]> {
    const pages: ChangePage[] = [];
    for (;;) {
      const at = pages.at(-1)?.end ?? from;
      const page = await record.changes.page(lookupId, { from: at, inclusive: pages.length === 0, limit });
      if (!page) throw new Error('the lookup is not there');
      pages.push(page);
      if (!page.hasMore) return pages;
    }
  }

  /** Rows in several batches, one of them large, whose slugs a dictionary would sort otherwise than their bytes. */
  async function filled(): Promise<string> {
    const request = requestOf({ subjects: { username: 'ada-example', email: 'ada@example.com' } });
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'), request);
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'a', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(
      lookupId,
      ['b', 'a-b', 'ab', 'a', 'a--z', 'az'].flatMap((slug) => [outcome(slug), outcome(slug, { subject: 'email' })]),
    );
    await addFact(lookupId, 'breaches');
    await record.writer.record(lookupId, [outcome('c'), outcome('ab', { method: 'breach_record' })]);
    await addFact(lookupId, 'webMentions');
    await record.writer.record(lookupId, [outcome('d', { state: 'inconclusive', reason: 'timeout' })]);
    await record.writer.finish(lookupId);
    if (shape === 'a compressed value') expect(await compress(record, lookupId)).toBe(1);
    return lookupId;
  }

  it.each([3, 4, 5, 100])('pages of %i outcomes are everything, once and in order, and no group is cut', async (limit) => {
    const lookupId = await filled();
    const newest = await record.reader.snapshot(lookupId);
    const pages = await pagesOf(lookupId, limit);
    const outcomes = pages.flatMap((page) => page.outcomes);
    expect(outcomes).toHaveLength(newest?.outcomes.length ?? 0);
    expect(outcomes).toEqual(expect.arrayContaining((newest?.outcomes ?? []).map((each) => ({ ...each, evidence: null }))));
    expect(pages.flatMap((page) => page.modules)).toEqual(newest?.modules);
    const groups = outcomes.map(({ seq, platform }) => `${seq} ${platform}`);
    expect(groups).toEqual([...groups].sort());
    for (const page of pages) {
      const own = new Set(page.outcomes.map(({ seq, platform }) => `${seq} ${platform}`));
      expect(groups.filter((group) => own.has(group))).toHaveLength(page.outcomes.length);
      expect(page.outcomes.length).toBeLessThanOrEqual(limit + 1);
      expect(page).toMatchObject({ lookup: { state: 'finished' }, planned: 1 });
    }
  });

  it('a page comes with what was known of its platforms before it', async () => {
    const lookupId = await filled();
    const from = { seq: 3, group: 'ab' };
    const page = await record.changes.page(lookupId, { from, inclusive: true, limit: 3 });
    expect(page?.outcomes.map(({ seq, platform }) => [seq, platform])).toEqual([
      [3, 'ab'],
      [3, 'c'],
      [5, 'd'],
    ]);
    expect(page?.earlier.map(({ seq, platform, subject }) => [seq, platform, subject])).toEqual([
      [1, 'ab', 'email'],
      [1, 'ab', 'username'],
    ]);
    expect(page?.modules.map(({ module }) => module)).toEqual(['webMentions']);
    expect((await record.changes.page(lookupId, { from, inclusive: false, limit: 3 }))?.earlier).toEqual([]);
    expect(await record.changes.platformsBefore(lookupId, from)).toBe(6);
    expect(await record.changes.platformsBefore(lookupId, { seq: 5, group: 'd' })).toBe(7);
  });

  it('a page may begin with the facts of a module', async () => {
    const lookupId = await filled();
    const page = await record.changes.page(lookupId, { from: { seq: 2, group: '~breaches' }, inclusive: true, limit: 100 });
    expect(page?.modules.map(({ module }) => module)).toEqual(['breaches', 'webMentions']);
    const next = await record.changes.page(lookupId, { from: { seq: 2, group: '~breaches' }, inclusive: false, limit: 100 });
    expect(next?.modules.map(({ module }) => module)).toEqual(['webMentions']);
    expect(next?.end).toEqual({ seq: 5, group: 'd' });
  });

  it('an empty page ends where it began', async () => {
    const lookupId = await plannedLookup(record);
    const page = await record.changes.page(lookupId, { from: START, inclusive: true, limit: 100 });
    expect(page).toMatchObject({ lookup: { state: 'running' }, outcomes: [], earlier: [], modules: [], hasMore: false, end: START });
    expect(await record.changes.page('lkp_unknown', { from: START, inclusive: true, limit: 100 })).toBeNull();
  });

  it("the head of a lookup is what was asked for; another account's is as absent as one that never was", async () => {
    const [owner, unauthenticated] = await Promise.all([makeCaller(record, 'growth'), makeCaller(record, 'growth')]);
    const lookupId = await acceptOne(record, owner);
    const {
      id: _id,
      accountId: _account,
      apiKeyId: _key,
      state: _state,
      plan: _plan,
      acceptedAt: _at,
      finishedAt: _end,
      suppressed: _suppressed,
      isTest: _isTest,
      ...request
    } = (await record.reader.find(lookupId)) ?? never();
    expect(await record.changes.head(owner, lookupId)).toEqual({ request, planned: null });
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'a', subjects: ['username'] }], modules: [] });
    expect(await record.changes.head(owner, lookupId)).toEqual({ request, planned: 1 });
    expect(await record.changes.head(unauthenticated, lookupId)).toBeNull();
    expect(await record.changes.head(owner, 'lkp_unknown')).toBeNull();
  });
});

function never(): never {
  throw new Error('the lookup is not there');
}
