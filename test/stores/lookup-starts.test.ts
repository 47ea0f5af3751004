import { MockActivityEnvironment } from '@temporalio/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReconcileActivities } from '../../activities/lookups/reconcile.js';
import { RESTART_DELAYS_SECONDS } from '../../src/features/lookups/lookup.js';
import { acceptOne, makeCaller, openTestRecords } from './support/record.js';

const { record } = await openTestRecords();
const { sql } = record.database;
const HOUR = 3_600;

/** Seconds until the reconciler may start it again, as tens, so that a slow machine reads the same; 0: at once. */
async function waitsFor(id: string): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT coalesce(round(extract(epoch FROM restart_at - now()) / 10) * 10, 0)::int AS seconds FROM lookups WHERE id = ${id}`;
  return row?.seconds ?? Number.NaN;
}

async function accept(state: 'accepted' | 'running'): Promise<string> {
  const id = await acceptOne(record, await makeCaller(record, 'higher_volume'));
  await sql`UPDATE lookups SET state = ${state}, accepted_at = now() - interval '1 minute' WHERE id = ${id}`;
  return id;
}

const found = async (id: string, state: 'accepted' | 'running') =>
  (await record.reader.unfinished(state, 10, { limit: 500, after: null })).some((each) => each.id === id);

it.each(['accepted', 'running'] as const)(
  'a lookup that is %s waits after each start, twice as long each time, then for an hour',
  async (state) => {
    const id = await accept(state);
    const waited: number[] = [];
    for (let starts = 2; starts <= 6; starts += 1) {
      expect(await found(id, state)).toBe(true);
      expect(await record.lookupStarts.count(id)).toBe(starts);
      waited.push(await waitsFor(id));
      expect(await found(id, state)).toBe(false);
      await sql`UPDATE lookups SET restart_at = now() - interval '1 second' WHERE id = ${id}`;
    }
    expect(waited).toEqual([30, 60, 120, HOUR, HOUR]);
  },
);

it('no more than five starts fall into any hour, however soon each of them ends', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 12, maxLength: 40 }), (ends) => {
      const times = [0];
      for (const [index, end] of ends.entries()) {
        // The second start follows the first at once; each later one waits, and is due some time after.
        const delay = index === 0 ? 0 : (RESTART_DELAYS_SECONDS[index - 1] ?? HOUR);
        times.push((times.at(-1) ?? 0) + Math.max(delay, end));
      }
      for (const time of times) expect(times.filter((each) => each >= time && each < time + HOUR).length).toBeLessThanOrEqual(5);
    }),
  );
});

it('a finished lookup, and one that is gone, is not counted', async () => {
  const id = await accept('running');
  await record.writer.finish(id);
  const before = await sql`SELECT * FROM lookups WHERE id = ${id}`;
  expect(await record.lookupStarts.count(id)).toBeNull();
  expect(await record.lookupStarts.count('lkp_nobody')).toBeNull();
  expect(await sql`SELECT * FROM lookups WHERE id = ${id}`).toEqual(before);
});

it('the reconciler counts what it really started, and reports a lookup at its fifth start and each later one', async () => {
  await sql`UPDATE lookups SET state = 'finished' WHERE state = 'running'`;
  const id = await accept('running');
  const reported: [string, number][] = [];
  let isUnderWay = true;
  const activities = createReconcileActivities({
    stalled: record.reader,
    starter: { start: async () => !isUnderWay },
    lookupStarts: record.lookupStarts,
    onSuspicion: (...report) => void reported.push(report),
  });
  const round = () => new MockActivityEnvironment().run(activities.reconcileRunningLookups);
  for (let n = 0; n < 3; n += 1) await round();
  expect(await waitsFor(id)).toBe(0);
  isUnderWay = false;
  for (let n = 0; n < 6; n += 1) {
    expect(await round()).toEqual({ started: 1 });
    expect(await round()).toEqual({ started: 0 });
    await sql`UPDATE lookups SET restart_at = now() - interval '1 second' WHERE id = ${id}`;
  }
  expect(reported).toEqual([5, 6, 7].map((starts) => [id, starts]));
});
