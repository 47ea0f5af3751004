import { describe, expect, it } from 'vitest';
import type { DerivedOutcome } from '../../src/features/lookups/derived.js';
import type { FoundFact } from '../../src/features/lookups/module-facts.js';
import { summarise } from '../../src/features/lookups/lookup-summary.js';
import { acceptOne, makeCaller, openIn, openTestRecords, outcome, plannedLookup } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const AT = new Date('2030-01-02T03:04:05.678Z');
const LINE = { valid: true, carrier: null, lineType: 'mobile', countryCode: 'GB', voipClass: null, isVoip: null };
function fact(more: Partial<FoundFact> = {}): FoundFact {
  const notes = [{ source: 'plan', failure: null, tookMs: 3, decidedFields: ['valid'], codes: ['assigned'] }];
  return { module: 'phone', subject: 'phone', payload: LINE, evidence: { notes }, checkedAt: AT, ...more };
}
function derived(platform: string, more: Partial<DerivedOutcome> = {}): DerivedOutcome {
  const { subject: _subject, mailboxProvider: _mailbox, basis: _basis, ...rest } = outcome(platform);
  return { ...rest, handle: 'ada-example', subject: 'email', ...more };
}

const { record, other } = await openTestRecords();

describe('modules in the record of a lookup, on Postgres', () => {
  it('a fact comes back as it was stored, with what it rests on', async () => {
    const lookupId = await plannedLookup(record);
    expect(await record.writer.recordModule(lookupId, fact())).toBe(true);
    expect((await record.reader.snapshot(lookupId))?.modules).toEqual([{ ...fact(), seq: 1 }]);
    expect(await record.writer.recordedSubjects(lookupId, 'phone')).toEqual(new Set(['phone']));
    expect(await record.writer.recordedSubjects(lookupId, 'email')).toEqual(new Set());
  });

  it('what nobody knows is kept as null, and nothing found as an empty list', async () => {
    const lookupId = await plannedLookup(record);
    await record.writer.recordModule(lookupId, fact({ payload: null }));
    await record.writer.recordModule(lookupId, fact({ module: 'breaches', subject: 'username', payload: [] }));
    expect((await record.reader.snapshot(lookupId))?.modules.map(({ payload }) => payload)).toEqual([null, []]);
  });

  it('the first fact of an identity stands, however many are written at once', async () => {
    const lookupId = await plannedLookup(record);
    const writes = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? other : record).writer.recordModule(lookupId, fact({ payload: { ...LINE, carrier: `c${index}` } })),
    );
    expect(await Promise.all(writes)).toEqual(Array.from({ length: 8 }, () => true));
    const before = (await record.reader.snapshot(lookupId))?.modules;
    expect(before).toHaveLength(1);
    await other.writer.recordModule(lookupId, fact({ payload: null }));
    expect((await record.reader.snapshot(lookupId))?.modules).toEqual(before);
  });

  it('each identity of a module has a fact of its own', async () => {
    const lookupId = await plannedLookup(record);
    for (const subject of ['phone', 'phone#2'] as const) await record.writer.recordModule(lookupId, fact({ subject }));
    expect(await record.writer.recordedSubjects(lookupId, 'phone')).toEqual(new Set(['phone', 'phone#2']));
  });

  it('nothing is added after the finish', async () => {
    const lookupId = await plannedLookup(record);
    await record.writer.finish(lookupId);
    expect(await other.writer.recordModule(lookupId, fact())).toBe(false);
    expect(await other.derived.record(lookupId, [derived('a')])).toBe(false);
    expect((await record.reader.snapshot(lookupId))?.modules).toEqual([]);
    expect(await record.derived.read(lookupId)).toEqual([]);
  });

  describe('a lookup that was carried out in one step', () => {
    const plan = { targets: [], modules: ['phone'] } as const;
    const check = async () =>
      acceptOne(
        record,
        await makeCaller(record, 'higher_volume'),
        requestOf({ kind: 'phone', mode: 'check', subjects: { phone: '+12025550123' } }),
      );

    it('is stored with its finish, and a second time changes nothing', async () => {
      const lookupId = await check();
      await record.writer.complete(lookupId, { plan, facts: [fact()] });
      const stored = await other.reader.snapshot(lookupId);
      expect(stored).toMatchObject({ lookup: { state: 'finished', plan: { targets: [] } }, modules: [fact()] });
      expect((await other.reader.find(lookupId))?.plan).toEqual(plan);
      await other.writer.complete(lookupId, { plan, facts: [fact({ payload: null }), fact({ subject: 'phone#2' })] });
      expect(await record.writer.finish(lookupId)).toEqual({ planned: 0, checked: 0, matches: 0 });
      expect(await other.reader.snapshot(lookupId)).toEqual(stored);
    });

    it('keeps null for what nobody knew, and a plan without modules for what nobody could be asked', async () => {
      const [unknown, unprobed] = [await check(), await check()];
      await record.writer.complete(unknown, { plan, facts: [fact({ payload: null })] });
      await record.writer.complete(unprobed, { plan: { targets: [], modules: [] }, facts: [] });
      expect((await record.reader.snapshot(unknown))?.modules).toMatchObject([{ module: 'phone', payload: null }]);
      expect(await record.reader.snapshot(unprobed)).toMatchObject({ lookup: { state: 'finished' }, modules: [] });
    });

    it('finished by many at once is finished once, with the facts of one of them', async () => {
      const lookupId = await check();
      const finishes = Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? other : record).writer.complete(lookupId, { plan, facts: [fact({ payload: { ...LINE, carrier: `c${index}` } })] }),
      );
      await Promise.all(finishes);
      const newest = await record.reader.snapshot(lookupId);
      expect(newest?.modules).toHaveLength(1);
      expect(await record.writer.recordedSubjects(lookupId, 'phone')).toEqual(new Set(['phone']));
    });

    it('goes on from what an earlier step stored', async () => {
      const lookupId = await check();
      await record.writer.savePlan(lookupId, plan);
      await record.writer.recordModule(lookupId, fact());
      await other.writer.complete(lookupId, { plan: { targets: [], modules: [] }, facts: [fact({ payload: null })] });
      expect(await record.reader.snapshot(lookupId)).toMatchObject({ lookup: { state: 'finished' }, modules: [fact()] });
      expect((await record.reader.find(lookupId))?.plan).toEqual(plan);
    });

    it('of a lookup that does not exist is refused, and nothing is stored', async () => {
      await expect(record.writer.complete('lookup_missing', { plan, facts: [fact()] })).rejects.toThrow('does not exist');
      expect(await record.writer.recordedSubjects('lookup_missing', 'phone')).toEqual(new Set());
    });
  });

  it('facts and outcomes share one order, and a reader that goes on misses none', async () => {
    const lookupId = await plannedLookup(record);
    await record.writer.record(lookupId, [outcome('a')]);
    await other.writer.recordModule(lookupId, fact());
    await record.writer.record(lookupId, [outcome('b')]);
    const newest = await record.reader.snapshot(lookupId, { afterSeq: 1 });
    expect(newest?.modules.map(({ seq }) => seq)).toEqual([2]);
    expect(newest?.outcomes.map(({ seq }) => seq)).toEqual([3]);
  });

  describe('what modules tell of platforms', () => {
    const evidence = outcome('a', { method: 'breach_record' });

    it('has its place beside what the platform says itself, whichever comes first', async () => {
      const [first, second] = await Promise.all([plannedLookup(record, ['a']), plannedLookup(record, ['a'])]);
      await record.writer.record(first, [evidence]);
      expect(await openIn(record, first)).toEqual(['a']);
      await record.writer.record(first, [outcome('a', { state: 'not_registered' })]);
      await record.writer.record(second, [outcome('a', { state: 'not_registered' })]);
      await record.writer.record(second, [evidence, evidence]);
      for (const lookupId of [first, second]) {
        expect(await openIn(record, lookupId)).toEqual([]);
        const outcomes = (await record.reader.snapshot(lookupId))?.outcomes ?? [];
        expect(outcomes).toHaveLength(2);
        expect(summarise(outcomes)).toMatchObject({ platformsChecked: 1, swept: 1, matches: 0 });
      }
    });

    it('is not remembered as a fact of the platform', async () => {
      const lookupId = await plannedLookup(record);
      const owner = await record.reader.find(lookupId);
      await record.writer.record(lookupId, [evidence, outcome('b', { method: 'domain_derived' }), outcome('c')]);
      const reusable = await record.facts.reusable({ accountId: owner?.accountId ?? '', subjects: owner?.subjects ?? {} });
      expect(reusable.map(({ platform }) => platform)).toEqual(['c']);
      const kept = await record.database.sql<
        { platform: string }[]
      >`SELECT platform FROM platform_facts WHERE account_id = ${owner?.accountId ?? ''}`;
      expect(kept.map(({ platform }) => platform)).toEqual(['c']);
    });
  });

  describe('derived usernames', () => {
    it('come back as they were stored, once, and are in no result, count or list of what is done', async () => {
      const lookupId = await plannedLookup(record, ['a']);
      const stored = [derived('a', { fromCache: true }), derived('b', { state: 'inconclusive', reason: 'challenge', evidence: null })];
      expect(await record.derived.record(lookupId, stored)).toBe(true);
      await other.derived.record(lookupId, [derived('a', { state: 'not_registered' }), derived('a', { handle: 'other-example' })]);
      expect(await record.derived.read(lookupId)).toEqual([...stored, derived('a', { handle: 'other-example' })]);
      expect(await openIn(record, lookupId)).toEqual(['a']);
      expect((await record.reader.snapshot(lookupId))?.outcomes).toEqual([]);
      expect(await record.writer.finish(lookupId)).toEqual({ planned: 1, checked: 0, matches: 0 });
    });

    it('what is learnt of the username serves a later lookup of it', async () => {
      const lookupId = await plannedLookup(record);
      const accountId = (await record.reader.find(lookupId))?.accountId ?? '';
      await record.derived.record(lookupId, [
        derived('a', { checkedAt: new Date() }),
        derived('b', { checkedAt: new Date(), fromCache: true }),
      ]);
      const reusable = await record.facts.reusable({ accountId, subjects: { username: 'ada-example' } });
      expect(reusable.map(({ platform, subject, state }) => `${platform} ${subject} ${state}`)).toEqual(['a username registered']);
    });
  });
});
