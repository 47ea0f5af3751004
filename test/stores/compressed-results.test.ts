import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { RESULT_METHODS } from '../../src/engine/catalogue/rules/probe-rule.js';
import { INCONCLUSIVE_REASONS } from '../../src/engine/evaluation/verdict.js';
import { CompressedResults } from '../../src/features/lookups/store/compressed-results.js';
import { LookupChanges } from '../../src/features/lookups/store/lookup-changes.js';
import { acceptOne, compress, makeCaller, openIn, openTestRecords, outcome, plannedLookup } from './support/record.js';
import { requestOf } from '../support/fixtures.js';
import { asOwner } from '../support/databases.js';

const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', ''));
const evidence = fc.record({
  status: fc.option(fc.integer({ min: 100, max: 599 })),
  explanation: text,
  host: text,
  latencyMs: fc.nat(),
  requests: fc.nat({ max: 3 }),
});
/** Anything that is stored of a check. */
const outcomes: fc.Arbitrary<CheckOutcome[]> = fc.array(
  fc.record({
    platform: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,2}$/),
    subject: fc.constantFrom('username', 'username#2', 'email'),
    state: fc.constantFrom('registered', 'not_registered', 'inconclusive'),
    reason: fc.option(fc.constantFrom(...INCONCLUSIVE_REASONS)),
    method: fc.constantFrom(...RESULT_METHODS),
    mailboxProvider: fc.boolean(),
    basis: fc.constantFrom(null, 'domain', 'mailbox'),
    checkedAt: fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }),
    fromCache: fc.boolean(),
    egress: fc.option(fc.constantFrom('direct', 'pool-a')),
    evidence: fc.option(evidence),
  }),
  { maxLength: 30 },
) as fc.Arbitrary<CheckOutcome[]>;

const { record, other } = await openTestRecords();

describe('the results of a finished lookup, compressed', () => {
  async function finished(...batches: (readonly CheckOutcome[])[]): Promise<string> {
    const subjects = { username: 'ada', 'username#2': 'bob', email: 'ada@example.com' };
    const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'), requestOf({ subjects }));
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'planned', subjects: ['username'] }], modules: ['footprint'] });
    for (const batch of batches) await record.writer.record(lookupId, batch);
    await record.writer.finish(lookupId);
    return lookupId;
  }

  /** Everything that readers are given, in all ways of reading it. */
  async function readings(lookupId: string) {
    const newest = await Promise.all([0, 1, 2, 3].map((afterSeq) => record.reader.snapshot(lookupId, { afterSeq })));
    const from = newest[0]?.outcomes.map(({ seq, platform }) => ({ seq, group: platform })) ?? [];
    const pages = [];
    for (const at of [{ seq: 0, group: '' }, ...from, { seq: 2, group: '~breaches' }]) {
      pages.push(await record.changes.platformsBefore(lookupId, at));
      for (const limit of [1, 3, 100]) {
        for (const inclusive of [true, false]) pages.push(await record.changes.page(lookupId, { from: at, inclusive, limit }));
      }
    }
    const omissions = await record.omissionPages.page(lookupId, { limit: 100, after: null });
    const laterOmissions = await Promise.all(
      omissions.map((after) => record.omissionPages.page(lookupId, { limit: 2, after, reason: after.reason })),
    );
    return { newest, pages, omissions, laterOmissions };
  }

  it('are read as their rows were, whole and in pages from any position, whatever was stored', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, outcomes, async (first, second) => {
        const lookupId = await finished(first, second);
        const before = await readings(lookupId);
        expect(await compress(record, lookupId)).toBe(1);
        expect(await record.database.sql`SELECT 1 FROM lookup_results WHERE lookup_id = ${lookupId}`).toHaveLength(0);
        expect(await readings(lookupId)).toEqual(before);
      }),
      { numRuns: 8 },
    );
  });

  describe('of a lookup with several hundred', () => {
    const START = { from: { seq: 0, group: '' }, inclusive: true };
    /** As a process that has not read the lookup before reads it. */
    const cold = () => new LookupChanges({ sql: record.database.sql, compressed: new CompressedResults({ sql: record.database.sql }) });
    const slugs = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${count - index}`);

    it.each([
      ['one batch', [230]],
      ['batches that end where the head does', [60, 40, 130]],
      ['small batches', [70, 1, 30, 1, 1, 90]],
    ])('stored in %s, are read as their rows were, in pages of any size', async (_, sizes) => {
      const batches = sizes.map((size, index) => slugs(`p${index}`, size).map((slug) => outcome(slug)));
      // What a module tells of a platform comes later than the platform's own answer.
      const lookupId = await finished(...batches, [outcome('p0-1', { method: 'breach_record' })]);
      const requests = [1, 50, 99, 100, 101, 500].flatMap((limit) => [
        { ...START, limit },
        { ...START, inclusive: false, limit },
        { from: { seq: 1, group: 'p0-60' }, inclusive: true, limit },
      ]);
      const readings = async () => [
        await record.reader.snapshot(lookupId),
        ...(await Promise.all(requests.map((request) => cold().page(lookupId, request)))),
      ];
      const before = await readings();
      await compress(record, lookupId);
      expect(await readings()).toEqual(before);
    });

    it('show the first page of a stream without reading the others', async () => {
      const lookupId = await finished(slugs('p', 230).map((slug) => outcome(slug)));
      const before = await cold().page(lookupId, { ...START, limit: 50 });
      await compress(record, lookupId);
      await record.database.sql`UPDATE compressed_results SET body = '' WHERE lookup_id = ${lookupId}`;
      expect(await cold().page(lookupId, { ...START, limit: 50 })).toEqual(before);
      await expect(cold().page(lookupId, { ...START, limit: 150 })).rejects.toThrow();
    });
  });

  it('stay as they are when they are compressed again, by two processes at once', async () => {
    const lookupIds = await Promise.all(
      Array.from({ length: 20 }, () => finished([outcome('a'), outcome('b', { state: 'not_registered' })])),
    );
    await record.database.sql`UPDATE lookups SET finished_at = finished_at - interval '2 hours' WHERE id = ANY (${lookupIds})`;
    const before = await Promise.all(lookupIds.map((id) => record.reader.snapshot(id)));
    const counts = await Promise.all([record, other].map(({ resultsCompressor }) => resultsCompressor.compressFinished()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(await other.resultsCompressor.compressFinished()).toBe(0);
    expect(await Promise.all(lookupIds.map((id) => other.reader.snapshot(id)))).toEqual(before);
  });

  it('are compressed an hour after the finish, never of a lookup that runs', async () => {
    const running = await plannedLookup(record, ['a', 'b']);
    await record.writer.record(running, [outcome('a')]);
    const [young, old] = [await finished([outcome('a')]), await finished([outcome('a')])];
    await record.database.sql`UPDATE lookups SET finished_at = now() - interval '59 minutes' WHERE id = ${young}`;
    await record.database.sql`UPDATE lookups SET finished_at = now() - interval '61 minutes' WHERE id = ${old}`;
    expect(await record.resultsCompressor.compressFinished()).toBe(1);
    const rows = await record.database.sql<
      { id: string }[]
    >`SELECT DISTINCT lookup_id AS id FROM lookup_results WHERE lookup_id = ANY (${[running, young, old]})`;
    expect(rows.map(({ id }) => id).sort()).toEqual([running, young].sort());
    expect(await openIn(record, running)).toEqual(['b']);
  });

  it('take no further answer, ask nobody again, and keep their counts', async () => {
    const lookupId = await finished([outcome('a'), outcome('b', { state: 'inconclusive', reason: 'timeout' })]);
    const counts = await record.writer.finish(lookupId);
    await compress(record, lookupId);
    expect(await other.writer.record(lookupId, [outcome('late')])).toBe(false);
    expect(await openIn(record, lookupId)).toEqual([]);
    expect(await other.writer.finish(lookupId)).toEqual(counts);
  });

  it('of the others are compressed when one lookup cannot be, which is told', async () => {
    const lookupIds = [await finished([outcome('a')]), await finished([outcome('a')]), await finished([outcome('a')])];
    const stuck = lookupIds[1] ?? '';
    await asOwner(record.database.sql, (sql) =>
      sql.unsafe(`
        CREATE FUNCTION is_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.lookup_id = '${stuck}' THEN RAISE 'nothing is compressed here'; END IF; RETURN NEW; END $$;
        CREATE TRIGGER is_stuck BEFORE INSERT ON compressed_results FOR EACH ROW EXECUTE FUNCTION is_stuck()`),
    );
    const before = await record.reader.snapshot(stuck);
    await expect(compress(record, ...lookupIds)).rejects.toThrow('nothing is compressed here');
    await asOwner(record.database.sql, (sql) => sql.unsafe('DROP TRIGGER is_stuck ON compressed_results; DROP FUNCTION is_stuck'));
    const rows = await record.database.sql`SELECT id FROM lookups WHERE id = ANY (${lookupIds}) AND NOT is_compressed`;
    expect(rows).toEqual([{ id: stuck }]);
    // Its time of finish was moved, so that it is due.
    expect(await record.reader.snapshot(stuck)).toEqual({ ...before, lookup: { ...before?.lookup, finishedAt: expect.any(Date) as Date } });
    expect(await record.resultsCompressor.compressFinished()).toBe(1);
  });

  it('of a lookup that is deleted meanwhile are nowhere, whoever kept them', async () => {
    const lookupId = await finished([outcome('a')]);
    await compress(record, lookupId);
    const page = { from: { seq: 0, group: '' }, inclusive: true, limit: 10 };
    expect((await record.changes.page(lookupId, page))?.outcomes).toHaveLength(1);
    const [{ accountId } = { accountId: '' }] = await record.database.sql<
      { accountId: string }[]
    >`SELECT account_id AS "accountId" FROM lookups WHERE id = ${lookupId}`;
    await other.remover.remove({ accountId, onlyKey: null }, lookupId);
    expect(await record.changes.page(lookupId, page)).toBeNull();
    expect(await record.changes.platformsBefore(lookupId, { seq: 9, group: '' })).toBe(0);
    expect(await record.omissionPages.page(lookupId, { limit: 10, after: null })).toEqual([]);
    expect(await record.reader.snapshot(lookupId)).toBeNull();
  });
});
