/** The chain over the audit log: it matches whatever was done by the service, and names the day of what was done by hand. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/secrets/ids.js';
import { insertAuditRows } from '../../src/features/audit/store/audit-log.js';
import { openTestRecords } from './support/record.js';
import { connectAsOwner } from '../support/databases.js';

const { record, other } = await openTestRecords(4);
const { sql } = record.database;
const owner = connectAsOwner(sql);
afterAll(() => owner.end());
const [ADA, BOB] = [newId('account'), newId('account')].sort() as [string, string];
const rowOf = (accountId: string | null, action = 'getLookup') => ({
  id: newId('audit'),
  at: new Date('2030-01-02T03:04:05.678Z'),
  accountId,
  actor: { type: 'key', id: newId('apiKey') } as const,
  action,
  targets: ['lkp_1', 'lkp_2'],
  network: '192.0.2.1',
  outcome: 'ok',
  purpose: null,
});
/** A day is finished an hour after it: until then today is the day before. */
const dayOf = async (ago: number): Promise<string> =>
  (
    await sql<
      { day: string }[]
    >`SELECT to_char((now() - interval '1 hour') AT TIME ZONE 'UTC' - make_interval(days => ${ago}), 'YYYY-MM-DD') AS day`
  )[0]?.day ?? '';

/** Entries written so many days ago, at noon. */
async function written(ago: number, ...accounts: (string | null)[]): Promise<void> {
  const noon = `${await dayOf(ago)}T12:00:00Z`;
  await owner.unsafe(`ALTER TABLE audit_log ALTER COLUMN written_at SET DEFAULT '${noon}'`);
  await insertAuditRows(
    sql,
    accounts.map((accountId) => rowOf(accountId)),
  );
  await owner`ALTER TABLE audit_log ALTER COLUMN written_at SET DEFAULT clock_timestamp()`;
}

/** As whoever owns the tables. */
async function byHand(work: () => Promise<unknown>): Promise<void> {
  const tables = ['audit_log', 'audit_chain'];
  for (const table of tables) await owner`ALTER TABLE ${owner(table)} DISABLE TRIGGER USER`;
  await work();
  for (const table of tables) await owner`ALTER TABLE ${owner(table)} ENABLE TRIGGER USER`;
}

const verified = (accountId: string | null = null) => record.auditChain.verify(accountId);
const mismatch = async (accountId: string | null = null) => (await verified(accountId)).mismatch;

describe('the chain over the audit log', () => {
  beforeEach(async () => {
    await byHand(() => owner`TRUNCATE audit_log, audit_chain`);
    await written(4, ADA, BOB, ADA);
    await written(3, null);
    await written(2, ADA, null);
    await insertAuditRows(sql, [rowOf(ADA), rowOf(null)]);
  });

  it('matches an untouched log, whose finished days are chained once, by several processes at once', async () => {
    // Links of the accounts, and one of the service for each of four days.
    const added = await Promise.all([record, other].map(({ auditChain }) => auditChain.chainFinished()));
    expect(added.reduce((sum, each) => sum + each)).toBe(3 + 4);
    expect(await record.auditChain.chainFinished()).toBe(0);
    expect(await verified()).toEqual({ days: 4, entries: 6, digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string, mismatch: null });
    expect(await verified(ADA)).toMatchObject({ entries: 3, mismatch: null });
    expect((await verified(ADA)).digest).not.toBe((await verified(BOB)).digest);
  });

  it('is the same, computed day by day or at once', async () => {
    await record.auditChain.chainFinished();
    const { digest } = await verified();
    const first = await dayOf(4);
    await byHand(() => owner`DELETE FROM audit_chain WHERE day > ${first}::date`);
    await record.auditChain.chainFinished();
    expect((await verified()).digest).toBe(digest);
  });

  it.each<[string, (day: string) => Promise<unknown>]>([
    ['changed', (day) => owner`UPDATE audit_log SET network = '192.0.2.2' WHERE written_at::date = ${day}::date AND account_id = ${ADA}`],
    ['deleted', (day) => owner`DELETE FROM audit_log WHERE written_at::date = ${day}::date AND account_id = ${ADA}`],
    [
      'moved to today',
      (day) => owner`UPDATE audit_log SET written_at = now() WHERE written_at::date = ${day}::date AND account_id = ${ADA}`,
    ],
    ['inserted', () => written(4, ADA)],
  ])('an entry of a finished day that was %s is named by its account and day', async (_, tamper) => {
    await record.auditChain.chainFinished();
    const day = await dayOf(4);
    await byHand(() => tamper(day));
    expect(await mismatch()).toMatchObject({ accountId: ADA, day });
    expect(await mismatch(ADA)).toMatchObject({ accountId: ADA });
    expect(await mismatch(BOB)).toBeNull();
  });

  it('entries and links that are gone together are missing from the chain of the service', async () => {
    await record.auditChain.chainFinished();
    await byHand(async () => {
      await owner`DELETE FROM audit_log WHERE account_id = ${BOB}`;
      await owner`DELETE FROM audit_chain WHERE account_id = ${BOB}`;
    });
    expect(await mismatch()).toEqual({ accountId: null, day: await dayOf(4), chained: 0, found: 0 });
  });

  it('an entry that is gone together with the link of its day is missing from the next link of the account', async () => {
    await record.auditChain.chainFinished();
    const day = await dayOf(4);
    await byHand(async () => {
      await owner`DELETE FROM audit_log WHERE account_id = ${ADA} AND written_at::date = ${day}::date`;
      await owner`DELETE FROM audit_chain WHERE account_id = ${ADA} AND day = ${day}::date`;
    });
    expect(await mismatch(ADA)).toMatchObject({ accountId: ADA, day: await dayOf(2) });
    expect(await mismatch()).toMatchObject({ accountId: null, day });
  });

  it('entries of no account, and of days before the first or of an account without any, are named too', async () => {
    await record.auditChain.chainFinished();
    await byHand(() => owner`UPDATE audit_log SET outcome = 'ok!' WHERE account_id IS NULL AND written_at < now() - interval '60 hours'`);
    expect(await mismatch()).toMatchObject({ accountId: null, day: await dayOf(3) });
    await byHand(() => owner`UPDATE audit_log SET outcome = 'ok' WHERE account_id IS NULL`);
    expect(await mismatch()).toBeNull();
    const unknown = newId('account');
    await written(9, unknown);
    expect(await mismatch()).toEqual({ accountId: unknown, day: await dayOf(9), chained: null, found: 1 });
    expect(await mismatch(unknown)).toMatchObject({ day: await dayOf(9) });
  });

  it('what is written today may come late, and belongs to today, whatever it says of itself', async () => {
    await record.auditChain.chainFinished();
    await insertAuditRows(sql, [{ ...rowOf(ADA), at: new Date(Date.now() - 3 * 86_400_000) }]);
    expect(await mismatch()).toBeNull();
    expect(await record.auditChain.chainFinished()).toBe(0);
  });

  it('a day is chained when the last transaction that adds to it has ended', async () => {
    let chained: Promise<number> | undefined;
    const noon = `${await dayOf(1)}T12:00:00Z`;
    await sql.begin(async (tx) => {
      await tx`
        INSERT INTO audit_log (id, at, account_id, actor_type, action, targets, outcome, written_at)
        VALUES (${newId('audit')}, now(), ${BOB}, 'key', 'getLookup', '{}', 'ok', ${noon}::timestamptz)`;
      chained = other.auditChain.chainFinished();
      const looked = () => sql`
        SELECT 1 FROM pg_stat_activity
        WHERE query LIKE '%pg_locks%virtualtransaction = ANY%' AND datname = current_database() AND pid <> pg_backend_pid()`;
      await expect.poll(async () => (await looked()).length).toBe(1);
    });
    await chained;
    expect(await verified(BOB)).toMatchObject({ entries: 2, mismatch: null });
    expect(await mismatch()).toBeNull();
  });

  it('retention deletes whole days and keeps the newest link of each account, and what is left matches', async () => {
    await byHand(() => owner`TRUNCATE audit_log, audit_chain`);
    for (const ago of [740, 739]) await written(ago, ADA, null);
    await written(738, BOB);
    await written(10, ADA, BOB);
    await record.auditChain.chainFinished();
    const before = await verified();
    await record.retention.deleteExpired();
    expect(await sql`SELECT account_id FROM audit_log ORDER BY account_id`).toEqual([{ account_id: ADA }, { account_id: BOB }]);
    const kept =
      await sql`SELECT account_id, day::text FROM audit_chain WHERE day < now() - interval '700 days' AND account_id <> '' ORDER BY 1, 2`;
    expect(kept).toEqual([
      { account_id: ADA, day: await dayOf(739) },
      { account_id: BOB, day: await dayOf(738) },
    ]);
    expect(await verified()).toEqual(before);
    expect(before).toMatchObject({ entries: 2, mismatch: null });
    await byHand(() => owner`UPDATE audit_log SET action = 'x' WHERE account_id = ${BOB}`);
    expect(await mismatch()).toMatchObject({ accountId: BOB, day: await dayOf(10) });
  });

  it('links cannot be changed, deleted or emptied', async () => {
    await record.auditChain.chainFinished();
    const refused = { code: '42501' };
    for (const by of [sql, owner]) {
      await expect(by`UPDATE audit_chain SET entries = 0`).rejects.toMatchObject(refused);
      await expect(by`DELETE FROM audit_chain`).rejects.toMatchObject(refused);
      await expect(by`TRUNCATE audit_chain`).rejects.toMatchObject(refused);
    }
  });

  it('without any finished day there is nothing to verify', async () => {
    await byHand(() => owner`TRUNCATE audit_log, audit_chain`);
    expect(await record.auditChain.chainFinished()).toBe(0);
    expect(await verified()).toEqual({ days: 0, entries: 0, digest: null, mismatch: null });
  });
});
