import { describe, expect, it } from 'vitest';
import type { RecordedOutcome } from '../../src/features/lookups/lookup.js';
import { summarise } from '../../src/features/lookups/lookup-summary.js';
import { acceptOne, makeCaller, openIn, openTestRecords, outcome, plannedLookup, type TestRecord } from './support/record.js';
import { requestOf } from '../support/fixtures.js';
import { createKeyedDigest } from '../../src/kernel/secrets/keyed-digest.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { waitingForLocks } from '../support/databases.js';

const carol = createKeyedDigest({ keys: [TEST_SECRETS_KEY], purpose: 'identity' }).of('username:carol');

const { record, other } = await openTestRecords();

describe('the record of a lookup on Postgres', () => {
  const outcomesOf = async (lookupId: string): Promise<readonly RecordedOutcome[]> =>
    (await record.reader.snapshot(lookupId))?.outcomes ?? [];

  it('the first plan stands, whoever plans again', async () => {
    const lookupId = await plannedLookup(record, ['github', 'gitlab']);
    const again = await other.writer.savePlan(lookupId, { targets: [], modules: [] });
    expect(again.targets.map(({ platform }) => platform)).toEqual(['github', 'gitlab']);
    expect(await record.reader.find(lookupId)).toMatchObject({ state: 'running', plan: again });
  });

  it('a lookup that waited for months before it was planned is read and finished', async () => {
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'));
    await record.database.sql`UPDATE lookups SET accepted_at = now() - interval '100 days' WHERE id = ${lookupId}`;
    await record.writer.savePlan(lookupId, { targets: [], modules: [] });
    expect(await record.writer.finish(lookupId)).toEqual({ planned: 0, checked: 0, matches: 0 });
    expect(await record.reader.snapshot(lookupId)).toMatchObject({ lookup: { state: 'finished' }, startedAfterMs: 2_147_483_647 });
  });

  it('a shard is its part of the plan without what has an outcome, and the lookup without its plan', async () => {
    const platforms = Array.from({ length: 120 }, (_, index) => `p${index}`);
    const lookupId = await plannedLookup(record, platforms);
    await record.writer.record(lookupId, [outcome('p0'), outcome('p79'), outcome('p80')]);
    const open = await Promise.all([0, 1, 2, 3].map((shard) => openIn(record, lookupId, shard)));
    expect(open).toEqual([platforms.slice(1, 40), platforms.slice(40, 79), platforms.slice(81), []]);
    expect((await record.reader.openShard(lookupId, 0))?.lookup).toEqual({ ...(await record.reader.find(lookupId)), plan: null });
  });

  it('there is no shard before the plan, nor of an unknown lookup', async () => {
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'));
    expect(await record.reader.openShard(lookupId, 0)).toBeNull();
    expect(await record.reader.openShard('lkp_unknown', 0)).toBeNull();
  });

  it('an outcome comes back as it was stored', async () => {
    const lookupId = await plannedLookup(record);
    const stored = [
      outcome('a', { fromCache: true, mailboxProvider: true, basis: 'domain', method: 'domain_derived', profile: null }),
      outcome('b', { state: 'inconclusive', reason: 'challenge', evidence: null, subject: 'email', profile: null }),
      outcome('c', { profile: { displayName: 'Ada Example', createdYear: 2016 } }),
    ];
    expect(await record.writer.record(lookupId, stored)).toBe(true);
    expect(await outcomesOf(lookupId)).toEqual(stored.map((each) => ({ ...each, seq: 1 })));
  });

  it('the same outcomes again change nothing, and neither do others for the same platform', async () => {
    const lookupId = await plannedLookup(record, ['a', 'b', 'c']);
    await record.writer.record(lookupId, [outcome('a'), outcome('b')]);
    const before = await outcomesOf(lookupId);
    await other.writer.record(lookupId, [outcome('a'), outcome('b', { state: 'not_registered' })]);
    expect(await outcomesOf(lookupId)).toEqual(before);
    expect(await openIn(record, lookupId)).toEqual(['c']);
  });

  it('nothing is added after the finish', async () => {
    const lookupId = await plannedLookup(record, ['a', 'b']);
    await record.writer.record(lookupId, [outcome('a')]);
    const counts = await record.writer.finish(lookupId);
    expect(counts).toEqual({ planned: 2, checked: 1, matches: 1 });
    expect(await other.writer.record(lookupId, [outcome('b')])).toBe(false);
    expect(await outcomesOf(lookupId)).toHaveLength(1);
    expect(await other.writer.finish(lookupId)).toEqual(counts);
    expect(await record.reader.find(lookupId)).toMatchObject({ state: 'finished', finishedAt: expect.any(Date) });
  });

  it('the stored count is of platforms that gave an answer: one that was omitted, or given up, is not in it', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, {
      targets: ['a', 'b', 'c', 'd'].map((platform) => ({ platform, subjects: ['username'] })),
      modules: ['footprint'],
    });
    await record.writer.record(lookupId, [
      outcome('a'),
      outcome('b', { state: 'not_registered' }),
      outcome('c', { state: 'inconclusive', reason: 'unreachable' }),
    ]);
    expect(await record.writer.finish(lookupId)).toEqual({ planned: 4, checked: 2, matches: 1 });
    expect(await record.reader.history(caller, { limit: 1, offset: 0 })).toMatchObject([{ id: lookupId, platformsChecked: 2, matches: 1 }]);
  });

  it('is not finished as carried out while rows of its parts are missing: the database is from before they were stored', async () => {
    const unplanned = await acceptOne(record, await makeCaller(record, 'higher_volume'));
    expect(await record.writer.finish(unplanned, true)).toBeNull();
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'));
    const targets = ['a', 'b'].map((platform) => ({ platform, subjects: ['username' as const] }));
    await record.writer.savePlan(lookupId, { targets, modules: ['footprint', 'webMentions'] });
    await record.writer.record(lookupId, [outcome('a'), outcome('b', { state: 'inconclusive', reason: 'unreachable' })]);
    const subject = Object.keys((await record.reader.find(lookupId))?.subjects ?? {})[0] as 'email';
    expect(await record.writer.finish(lookupId, true)).toBeNull();
    expect((await record.reader.find(lookupId))?.state).toBe('running');
    await record.writer.recordModule(lookupId, {
      module: 'webMentions',
      subject,
      payload: null,
      evidence: { notes: [] },
      checkedAt: new Date(),
    });
    expect(await record.writer.finish(lookupId, true)).toEqual({ planned: 2, checked: 1, matches: 1 });
    await record.database.sql`DELETE FROM lookup_results WHERE lookup_id = ${lookupId}`;
    expect(await record.writer.finish(lookupId, true)).toMatchObject({ planned: 2 });
  });

  it('planning after the finish does not open the lookup again', async () => {
    const lookupId = await plannedLookup(record);
    await record.writer.finish(lookupId);
    await record.writer.savePlan(lookupId, { targets: [], modules: [] });
    expect((await record.reader.find(lookupId))?.state).toBe('finished');
  });

  it('counts and rows agree, however finish falls among eight writers', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lookupId = await plannedLookup(record);
      const writers = Array.from({ length: 8 }, (_, writer) =>
        (writer % 2 ? other : record).writer.record(lookupId, [outcome(`p${writer}`), outcome(`n${writer}`, { state: 'not_registered' })]),
      );
      const [counts, received] = await Promise.all([other.writer.finish(lookupId), Promise.all(writers)]);
      const outcomes = await outcomesOf(lookupId);
      const summary = summarise(outcomes);
      expect(counts).toMatchObject({ checked: summary.platformsChecked, matches: summary.matches });
      expect(outcomes).toHaveLength(2 * received.filter(Boolean).length);
    }
  });

  it('more lookups finish at once than the pool has connections', async () => {
    const lookupIds = await Promise.all(Array.from({ length: 60 }, () => plannedLookup(record, ['a'])));
    const counts = await Promise.all(lookupIds.map((lookupId) => record.writer.finish(lookupId)));
    expect(counts).toHaveLength(60);
  });

  it('a reader that goes on from the last number misses nothing and meets nothing twice, beside eight writers', async () => {
    const WRITERS = 8;
    const BATCHES = 30;
    const lookupId = await plannedLookup(record);
    const write = async (writer: number): Promise<void> => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const name = `w${writer}-b${batch}`;
        await (writer % 2 ? other : record).writer.record(lookupId, [outcome(`${name}-x`), outcome(`${name}-y`)]);
      }
    };
    const read = async (reader: TestRecord): Promise<RecordedOutcome[]> => {
      const met: RecordedOutcome[] = [];
      for (;;) {
        const after = met.at(-1)?.seq ?? 0;
        const changes = await reader.reader.snapshot(lookupId, { afterSeq: after });
        expect(changes?.outcomes.every(({ seq }) => seq > after)).toBe(true);
        met.push(...(changes?.outcomes ?? []));
        if (changes?.lookup.state === 'finished') return met;
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).then(() => record.writer.finish(lookupId));
    const [counts, ...readings] = await Promise.all([writing, read(record), read(other)]);
    const rows = await outcomesOf(lookupId);
    expect(rows).toHaveLength(WRITERS * BATCHES * 2);
    expect(counts.checked).toBe(rows.length);
    for (const met of readings) expect(met).toEqual(rows);
    // Every statement has a number of its own, without gaps: the order of numbers is the order of commits. Batches that one
    // process writes at the same time share a statement, and none is torn apart.
    const numbers = [...new Set(rows.map(({ seq }) => seq))];
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    const numberOf = new Map(rows.map(({ platform, seq }) => [platform, seq]));
    for (const [platform, seq] of numberOf) expect(numberOf.get(platform.replace(/-[xy]$/, '-y'))).toBe(seq);
  });

  it.each(['another sweep', 'derived usernames'])(
    'two lookups that name the same identities in another order never wait for each other: a sweep and %s',
    async (second) => {
      const caller = await makeCaller(record, 'higher_volume');
      const lookupOf = (username: string, more: string) =>
        acceptOne(record, caller, requestOf({ subjects: { username, 'username#2': more } }));
      const sweep = (lookupId: string) => record.writer.record(lookupId, [outcome('a'), outcome('a', { subject: 'username#2' })]);
      const { subject: _username, mailboxProvider: _none, ...asked } = outcome('a');
      const derived = (lookupId: string) =>
        record.derived.record(
          lookupId,
          ['bob', 'carol'].map((handle) => ({ ...asked, handle, subject: 'email' })),
        );
      const waiting = () => waitingForLocks(other.database.sql);
      await sweep(await lookupOf('carol', 'bob'));
      const [one, two] = [await lookupOf('carol', 'bob'), await lookupOf('bob', 'carol')];
      const recorded: Promise<boolean>[] = [];
      // Somebody holds one of the two facts until both lookups are under way.
      await other.database.sql.begin(async (tx) => {
        await tx`SELECT 1 FROM platform_facts WHERE account_id = ${caller.accountId} AND identity = ${carol} FOR UPDATE`;
        recorded.push(sweep(one));
        await expect.poll(waiting).toBe(1);
        recorded.push(second === 'another sweep' ? sweep(two) : derived(two));
        await expect.poll(waiting).toBe(2);
      });
      expect(await Promise.all(recorded)).toEqual([true, true]);
    },
  );

  describe('reading', () => {
    it("another account's lookup is as absent as one that never was", async () => {
      const [owner, unauthenticated] = await Promise.all([makeCaller(record, 'growth'), makeCaller(record, 'growth')]);
      const lookupId = await acceptOne(record, owner);
      expect(await record.reader.findOwned(owner, lookupId)).not.toBeNull();
      expect(await record.reader.findOwned(unauthenticated, lookupId)).toBeNull();
      expect(await record.reader.snapshot('lkp_none')).toBeNull();
    });

    it('history is in order, without gaps or repetitions over its pages, and holds lookups and checks of addresses', async () => {
      const caller = await makeCaller(record, 'higher_volume');
      const shown = [...Array.from({ length: 25 }, () => requestOf()), requestOf({ kind: 'email', queryType: 'email' })];
      const accepted = (await record.acceptance.accept(caller, [...shown, requestOf({ queryType: null })], null))
        .slice(0, shown.length)
        .flatMap((each) => ('lookupId' in each ? [each.lookupId] : []));
      const pages = await Promise.all([0, 10, 20, 30].map((offset) => record.reader.history(caller, { limit: 10, offset })));
      // Of one transaction, so of one moment: the id decides, latest first.
      expect(pages.flat().map(({ id }) => id)).toEqual([...accepted].sort().reverse());
    });

    it('lookups of a mode under way are those that are to be started or run, by account', async () => {
      const [some, one] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
      const ids = [await acceptOne(record, some), await acceptOne(record, some), await acceptOne(record, some)];
      await acceptOne(record, one);
      for (const mode of ['batch', 'wait', 'instant'] as const) await acceptOne(record, one, requestOf({ mode }));
      await record.writer.savePlan(ids[0] ?? '', { targets: [], modules: [] });
      await record.writer.finish(ids[1] ?? '');
      const counts = async (mode: 'async' | 'instant') => {
        const found = new Map((await record.reader.underWay(mode)).map(({ accountId, count }) => [accountId, count]));
        return [some, one].map(({ accountId }) => found.get(accountId));
      };
      expect([await counts('async'), await counts('instant')]).toEqual([
        [2, 1],
        [undefined, 1],
      ]);
    });

    it('the reconciler sees what is old enough of each state, oldest first', async () => {
      const caller = await makeCaller(record, 'higher_volume');
      const [first, second, done, young] = [
        await acceptOne(record, caller),
        await acceptOne(record, caller),
        await acceptOne(record, caller),
        await acceptOne(record, caller),
      ];
      await record.writer.finish(done);
      await record.database
        .sql`UPDATE lookups SET accepted_at = now() - interval '2 days' WHERE id IN ${record.database.sql([second, done])}`;
      await record.database.sql`UPDATE lookups SET accepted_at = now() - interval '1 day' WHERE id = ${first}`;
      const stalled = (await record.reader.unfinished('accepted', 3_600, { limit: 100, after: null })).map(({ id }) => id);
      expect(stalled).toEqual([second, first]);
      expect(stalled).not.toContain(young);
      const running = await acceptOne(record, caller);
      await record.writer.savePlan(running, { targets: [], modules: [] });
      await record.database.sql`UPDATE lookups SET accepted_at = now() - interval '3 days' WHERE id = ${running}`;
      expect((await record.reader.unfinished('running', 3_600, { limit: 100, after: null })).map(({ id }) => id)).toEqual([running]);
      const [oldest] = await record.reader.unfinished('accepted', 3_600, { limit: 1, after: null });
      const after = { acceptedAt: oldest?.acceptedAt.toISOString() ?? '', id: oldest?.id ?? '' };
      expect((await record.reader.unfinished('accepted', 3_600, { limit: 1, after })).map(({ id }) => id)).toEqual([first]);
      // Of one batch, so of one moment: none is told twice or left out.
      await record.database.sql`UPDATE lookups SET accepted_at = ${after.acceptedAt} WHERE id = ${first}`;
      expect((await record.reader.unfinished('accepted', 3_600, { limit: 2, after: null })).map(({ id }) => id)).toEqual(
        [first, second].sort(),
      );
      expect(
        (await record.reader.unfinished('accepted', 3_600, { limit: 2, after: { ...after, id: [first, second].sort()[0] ?? '' } })).map(
          ({ id }) => id,
        ),
      ).toEqual([[first, second].sort()[1]]);
    });
  });
});
