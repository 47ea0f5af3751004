import { describe, expect, it } from 'vitest';
import { type Band, BANDS } from '../../src/engine/catalogue/rules/bands.js';
import { SOLE_MEMBER } from '../../src/engine/flow/fleet-shares.js';
import { BatchOutbox } from '../../src/features/lookups/store/batch-outbox.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const { record } = await openTestRecords();

describe('lookups of batches that are not begun', () => {
  const batch = requestOf({ mode: 'batch' });
  it("are told the oldest first, one of each account in turn; those of others are the reconciler's, those of batches are not", async () => {
    const [many, few] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const [a1, a2, a3] = [await acceptOne(record, many, batch), await acceptOne(record, many, batch), await acceptOne(record, many, batch)];
    const [b1, planned, other] = [await acceptOne(record, few, batch), await acceptOne(record, few, batch), await acceptOne(record, few)];
    await record.writer.savePlan(planned, { targets: [], modules: [] });

    expect((await record.batchOutbox.next(SOLE_MEMBER, 10, BANDS, [])).map(({ id }) => id)).toEqual([a1, b1, a2, a3]);
    const firsts = await record.batchOutbox.next(SOLE_MEMBER, 1, BANDS, []);
    expect(firsts.map(({ id }) => id)).toEqual([a1, b1]); // of each account, so that each gets its turn
    expect(firsts.slice(0, 1)).toEqual([
      { id: a1, accountId: many.accountId, mode: 'batch', kind: 'lookup', queryType: 'username', band: 'deep' },
    ]);
    await record.database.sql`UPDATE lookups SET accepted_at = accepted_at - interval '1 minute'`;
    expect((await record.reader.unfinished('accepted', 10, { limit: 10, after: null })).map(({ id }) => id)).toEqual([other]);
  });

  it('of an account are its bands in turn, without a further turn for the account; bands without room are left out', async () => {
    const { sql } = record.database;
    await sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE state = 'accepted'`;
    const [both, deepOnly] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const deep = [await acceptOne(record, both, batch), await acceptOne(record, both, batch), await acceptOne(record, both, batch)];
    const other = [await acceptOne(record, deepOnly, batch), await acceptOne(record, deepOnly, batch)];
    const short = await acceptOne(record, both, requestOf({ mode: 'batch', band: 'default' }));
    const ids = async (bands: readonly Band[]) => (await record.batchOutbox.next(SOLE_MEMBER, 10, bands, [])).map(({ id }) => id);
    expect(await ids(BANDS)).toEqual([other[0], short, deep[0], other[1], deep[1], deep[2]]);
    expect(await ids(['instant', 'default'])).toEqual([short]);
  });

  it('are divided among the workers: each is told to one, and to the next two seconds later', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    for (let n = 0; n < 30; n += 1) await acceptOne(record, caller, batch);
    // In one transaction it is one time.
    const parts = await record.database.sql.begin(async (tx) => {
      const outbox = new BatchOutbox({ sql: tx as never });
      const partsOf = async (members: number, watched: readonly string[] = []) => {
        const parts: string[][] = [];
        for (let index = 0; index < members; index += 1)
          parts.push((await outbox.next({ index, members }, 100, BANDS, watched)).map(({ id }) => id));
        return parts;
      };
      const [all = []] = await partsOf(1);
      const now = await partsOf(3);
      expect(now.flat().sort()).toEqual([...all].sort());
      for (const part of now) expect(part.length).toBeGreaterThan(0);
      expect((await partsOf(3, all)).every((part) => part.length === all.length)).toBe(true);
      await tx`UPDATE lookups SET accepted_at = accepted_at - interval '2 s'`;
      return { now, later: await partsOf(3) };
    });
    expect(parts.later.map((part) => part.sort())).toEqual([parts.now[2], parts.now[0], parts.now[1]].map((part) => part?.sort()));
  });

  it('are found by index, whatever else has been accepted', async () => {
    const explained = await record.database.sql.begin(async (sql) => {
      await sql`SET LOCAL enable_seqscan = off`;
      return sql<
        { 'QUERY PLAN': string }[]
      >`EXPLAIN SELECT account_id FROM lookups WHERE state = 'accepted' AND mode = 'batch' ORDER BY account_id LIMIT 1`;
    });
    expect(explained.map((row) => row['QUERY PLAN']).join('\n')).toContain('lookups_batch_outbox_bands');
  });
});
