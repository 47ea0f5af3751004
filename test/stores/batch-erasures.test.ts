import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { MAX_STORING_SECONDS } from '../../src/features/batches/batch.js';
import type { Subjects } from '../../src/kernel/identity/subjects.js';
import { createDatabase } from '../support/databases.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { storeBatch } from './support/batches.js';
import { erasing, username } from './support/erasing.js';
import { makeCaller, openRecordOn } from './support/record.js';

const CHECKS = { footprint: true, email: false, phone: false, ip: false, breaches: false, webMentions: false };
const url = await createDatabase();
const record = openRecordOn(url, 10);
afterAll(() => record.database.close());
const { sql } = record.database;
const { erase, left } = erasing(record);

const batchOf = (caller: Caller, people: readonly Subjects[]) => storeBatch(record, caller, people);
const statesOf = async (batchId: string) =>
  (await sql<{ state: string }[]>`SELECT state FROM batch_items WHERE batch_id = ${batchId} ORDER BY position`).map(({ state }) => state);
const start = () => record.batchProgress.acceptNext(['default'], 8);
const lookupsOf = async (batchId: string) =>
  (
    await sql<
      { id: string }[]
    >`SELECT lookup_id AS id FROM batch_items WHERE batch_id = ${batchId} AND lookup_id IS NOT NULL ORDER BY position`
  ).map(({ id }) => id);

describe('the erasure of an identity that batches name', () => {
  it('takes it from items that wait, in every spelling, and they never start; others do', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const batchId = await batchOf(caller, [
      { username: 'zephyr-one' },
      { username: 'Zephyr-One' },
      { email: 'x@example.com', 'username#2': 'zephyr-one' },
      { username: 'zephyr-two' },
    ]);
    const dry = await erase(username('zephyr-one'), caller.accountId, true);
    expect(dry.counts).toMatchObject({ batchItems: 3 });
    expect((await erase(username('zephyr-one'), caller.accountId)).counts).toMatchObject({ batchItems: 3 });
    expect(await statesOf(batchId)).toEqual(['erased', 'erased', 'erased', 'waiting']);
    expect(
      [...(await tableTraces(sql))].flatMap(([table, rows]) => formsFound(rows, 'zephyr-one').map((form) => ({ table, form }))),
    ).toEqual([]);
    await start();
    expect(await statesOf(batchId)).toEqual(['erased', 'erased', 'erased', 'started']);
  });

  it('reaches what starts while it searches, and leaves batches that are sent after it', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const sent = await batchOf(caller, [{ username: 'zephyr-three' }, { username: 'somebody' }]);
    const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity: username('zephyr-three'), isDryRun: false });
    await start();
    const later = await batchOf(caller, [{ username: 'zephyr-three' }]);
    const [started = '', other = ''] = await lookupsOf(sent);
    await sql`UPDATE lookups SET accepted_at = accepted_at + interval '1 second' WHERE id = ANY (${[started, other]})`;
    for (let step = 0; step < 50 && (await record.eraser.eraseNext({ erasureId: id })).next === 'again'; step += 1);
    expect([await left(started), await left(other)]).toEqual([0, 1]);
    expect(await statesOf(sent)).toEqual(['deleted', 'started']);
    expect(await statesOf(later)).toEqual(['waiting']);
  });

  it('waits for a batch that is being sent, and takes it from what that still adds', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const options = { band: 'default', checks: CHECKS, platforms: null, purpose: null, bypassCache: false } as const;
    const batchId = await record.batchIntake.begin(caller, options);
    const { id } = await record.erasures.create({
      accountId: caller.accountId,
      apiKeyId: null,
      identity: username('zephyr-five'),
      isDryRun: false,
    });
    expect(await record.eraser.eraseNext({ erasureId: id })).toMatchObject({ next: 'again', isAwaiting: false });
    const content = {
      query: 'zephyr-five',
      queryType: 'username',
      subjects: { username: 'zephyr-five' },
      rawIdentities: null,
      claimedName: null,
    } as const;
    await record.batchIntake.add(batchId, caller.accountId, [{ position: 0, ref: 'zephyr-five', content }]);
    expect(await record.eraser.eraseNext({ erasureId: id })).toMatchObject({ next: 'again' });
    await record.batchIntake.complete(batchId, caller, { itemCount: 1, token: null });
    for (let step = 0; step < 50 && (await record.eraser.eraseNext({ erasureId: id })).next === 'again'; step += 1);
    expect(await statesOf(batchId)).toEqual(['erased']);
  });

  it('does not wait for what a killed process left of one, which can never be completed', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const options = { band: 'default', checks: CHECKS, platforms: null, purpose: null, bypassCache: false } as const;
    const batchId = await record.batchIntake.begin(caller, options);
    await sql`UPDATE batches SET created_at = now() - make_interval(secs => ${MAX_STORING_SECONDS}) WHERE id = ${batchId}`;
    expect((await erase(username('zephyr-six'), caller.accountId)).state).toBe('done');
    await expect(record.batchIntake.complete(batchId, caller, { itemCount: 1, token: null })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('is of its account alone', async () => {
    const [one, two] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const [mine, theirs] = [await batchOf(one, [{ username: 'zephyr-four' }]), await batchOf(two, [{ username: 'zephyr-four' }])];
    await erase(username('zephyr-four'), one.accountId);
    expect([await statesOf(mine), await statesOf(theirs)]).toEqual([['erased'], ['waiting']]);
    await erase(username('zephyr-four'), null);
    expect(await statesOf(theirs)).toEqual(['erased']);
  });
});
