/** The deletion of an account and its export, on Postgres, without Temporal. */
import { presentV2 } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { randomBytes } from 'node:crypto';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { writeEvent } from '../../src/features/webhooks/store/event-writer.js';
import * as schema from '../../src/features/schema.js';
import { disputeResult } from '../../src/features/disputes/use-cases/dispute-result.js';
import { ServiceError } from '../../src/kernel/values/errors.js';
import { SHORTEST_GRACE_SECONDS } from '../../src/features/privacy/account-export.js';
import { cancelDeletion, exportAccount, requestDeletion } from '../../src/features/privacy/use-cases/export-account.js';
import { reapplyErasures } from '../../src/features/privacy/use-cases/erasures.js';
import type { DeletedAccountEntry } from '../../src/features/privacy/erasure.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { tableTraces } from '../support/traces.js';
import { addEndpointTo, occurrence } from '../support/webhooks/endpoints.js';
import { storeBatch } from './support/batches.js';
import { acceptOne, makeCaller, openRecordOn, outcome } from './support/record.js';

const url = await createDatabase();
const secretsKey = randomBytes(32).toString('hex');
const record = openRecordOn(url, 10, undefined, secretsKey);
afterAll(() => record.database.close());
const { sql } = record.database;

/** Tables in which a deleted account is still named, all of them by ids. docs/privacy.md */
const KEPT = ['accounts', 'audit_chain', 'audit_log', 'balance_top_ups', 'erasures', 'quota_pools', 'usage_alerts', 'usage_ledger'];

const unique = () => randomBytes(6).toString('hex');
const marker = () => `zephyr-${unique()}`;

/** An account with something in every table; each text of it holds the mark. */
async function fullAccount(mark: string) {
  const caller = await makeCaller(record, 'higher_volume');
  const { accountId } = caller;
  await sql`UPDATE accounts SET email = ${`${mark}@example.com`}, email_key = ${`${mark}@example.com`}, name = ${mark}, purposes = ${[mark]} WHERE id = ${accountId}`;
  await addEndpointTo(record, accountId);
  await record.eventFeed.read(accountId, { limit: 1 });
  const lookupId = await acceptOne(record, caller, requestOf({ query: mark, subjects: { username: mark } }));
  await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
  await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), linkedAccounts: [{ platform: 'x', handle: mark }] })]);
  await record.writer.finish(lookupId);
  await disputeResult(
    { ...record, catalogue: { platforms: [], get: () => undefined } },
    { caller, lookupId, platform: 'example', note: mark },
  );
  await record.outcomes.record(caller, [{ lookupId, outcome: 'fraud' }]);
  await record.outcomes.use(caller, { version: mark, weights: { tor_exit: 20 } });
  await sql.begin((tx) => writeEvent(tx, occurrence(accountId, { dedupKey: `lookup/${lookupId}` })));
  await storeBatch(record, caller, [{ username: mark }]);
  const open = await acceptOne(record, caller, requestOf({ query: mark, subjects: { username: mark } }));
  const userId = `usr_${mark}`;
  await sql`INSERT INTO users (id, email) VALUES (${userId}, ${`${mark}@example.com`})`;
  await sql`INSERT INTO members (id, account_id, user_id, role) VALUES (${`mem_${mark}`}, ${accountId}, ${userId}, 'owner')`;
  await sql`
    INSERT INTO sessions (id, user_id, digest, user_agent, network, expires_at)
    VALUES (${`ses_${mark}`}, ${userId}, ${Buffer.from(mark)}, ${mark}, '192.0.2.0', now() + interval '1 day')`;
  await sql`
    INSERT INTO invitations (id, account_id, email, role, digest, invited_by, expires_at)
    VALUES (${`inv_${mark}`}, ${accountId}, ${`${mark}@example.org`}, 'member', ${Buffer.from(`inv ${mark}`)}, 'operator', now() + interval '1 day')`;
  await sql`
    INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html)
    VALUES (${`mail_${unique()}`}, ${accountId}, ${mark}, 'endpoint_failing', ${`${mark}@example.com`}, ${mark}, ${mark}, ${mark})`;
  await sql`
    INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html)
    VALUES (${`mail_${unique()}`}, NULL, ${`2${mark}`}, 'sign_in_code', ${`${mark}@example.com`}, ${mark}, ${mark}, ${mark})`;
  await sql`INSERT INTO idempotency_keys (account_id, key, fingerprint, acceptances) VALUES (${accountId}, ${mark}, ${mark}, '[]')`;
  await record.suppressions.add({ accountId, identity: { kind: 'username', value: mark }, proof: mark, addedBy: 'operator' });
  return { caller, accountId, lookupId, open, userId };
}

const request = (accountId: string, isImmediate = true) =>
  requestDeletion({ accountDeletions: record.accountDeletions }, { accountId, confirm: accountId, requestedBy: null, isImmediate });
const makeDue = (id: string) => sql`UPDATE erasures SET due_at = now() - interval '1 second' WHERE id = ${id}`;

/** All steps, as the workflow orders them; stops after a number of calls, as a killed worker does. */
async function carryOut(id: string): Promise<void> {
  await record.eraser.ledgerEntry(id);
  for (let next = 'again'; next === 'again'; ) next = (await record.eraser.eraseNext({ erasureId: id })).next;
  await record.eraser.eraseRest({ erasureId: id });
  await record.eraser.executionsRemoved(id, await record.eraser.executions(id, 1_000));
  await record.eraser.finish(id);
}

/** In which tables a text is found. */
async function tablesWith(text: string): Promise<string[]> {
  return [...(await tableTraces(sql))].flatMap(([table, rows]) => (rows.includes(text) ? [table] : [])).sort();
}

const bills = async () => ({
  ledger: await sql`SELECT * FROM usage_ledger ORDER BY lookup_id`,
  periods: await sql`SELECT * FROM usage_periods ORDER BY pool_id, period_start`,
});

async function linesOf(accountId: string) {
  const lines: Record<string, unknown>[] = [];
  const names = { get: () => undefined };
  for await (const line of await exportAccount(
    {
      accountExport: record.accountExport,
      reader: record.reader,
      presentLookup: (known) => presentV2(known, names),
      now: () => new Date(),
    },
    accountId,
  ))
    lines.push(JSON.parse(JSON.stringify(line)) as Record<string, unknown>);
  return lines;
}

describe('the deletion of an account, on Postgres', () => {
  it('leaves nothing of the account but bills and ids, nothing of people who are in no other, and other accounts as they were', async () => {
    const [mark, other] = [marker(), marker()];
    const mine = await fullAccount(mark);
    const theirs = await fullAccount(other);
    const before = await bills();
    const owned: string[] = Object.values(schema).flatMap((table) =>
      is(table, PgTable) && 'accountId' in getTableColumns(table) ? [getTableName(table)] : [],
    );
    const untested = owned.filter((table) => !KEPT.includes(table));
    expect((await tablesWith(mine.accountId)).filter((table: string) => untested.includes(table))).toEqual(untested.sort());
    expect(await tablesWith(mark)).toContain('linked_accounts');
    const { id } = await request(mine.accountId);
    await makeDue(id);
    await carryOut(id);
    expect(await tablesWith(mark)).toEqual([]);
    expect((await tablesWith(mine.accountId)).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect(await bills()).toEqual(before);
    const { state, counts, finishedAt } = (await record.accountDeletions.find(mine.accountId)) ?? expect.fail('no receipt');
    expect({ state, isFinished: finishedAt !== null }).toEqual({ state: 'done', isFinished: true });
    expect(counts).toMatchObject({
      lookups: 2,
      linkedAccounts: 1,
      endpoints: 1,
      events: 1,
      deliveries: 1,
      emails: 2,
      members: 1,
      users: 1,
      invitations: 1,
    });
    expect(counts).toMatchObject({ suppressions: 1, executions: 6 });
    expect((await linesOf(theirs.accountId)).filter(({ type }) => type === 'lookup')).toHaveLength(2);
    await expect(linesOf(mine.accountId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps people who are members of another account, with their sessions', async () => {
    const mark = marker();
    const mine = await fullAccount(mark);
    const { accountId: second } = await makeCaller(record, 'growth');
    await sql`INSERT INTO members (id, account_id, user_id, role) VALUES (${`mem_2${mark}`}, ${second}, ${mine.userId}, 'owner')`;
    const { id } = await request(mine.accountId);
    await makeDue(id);
    await carryOut(id);
    expect(await tablesWith(mine.userId)).toEqual(['members', 'sessions', 'users']);
  });

  it('closes the account at once: nothing is accepted or billed any more, even by a request that was under way', async () => {
    const { caller, accountId } = await fullAccount(marker());
    const before = await bills();
    await request(accountId, false);
    await expect(acceptOne(record, caller, requestOf({ query: 'ada-example' }))).rejects.toMatchObject({ code: 'account_closed' });
    expect(await bills()).toEqual(before);
  });

  it('does not begin before it is due, and can be taken back until then, not later', async () => {
    const mark = marker();
    const { accountId, caller } = await fullAccount(mark);
    const { id, dueAt, createdAt } = await request(accountId, false);
    expect(dueAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000);
    expect((await request(accountId)).id).toBe(id);
    expect((await record.erasures.unfinished(0)).map((each) => each.id)).not.toContain(id);
    await carryOut(id);
    expect((await tablesWith(mark)).length).toBeGreaterThan(5);
    expect(await cancelDeletion(record, accountId)).toBe(id);
    await acceptOne(record, caller, requestOf({ query: 'ada-example' }));
    const again = await request(accountId);
    expect(again.dueAt.getTime() - again.createdAt.getTime()).toBe(SHORTEST_GRACE_SECONDS * 1_000);
    await makeDue(again.id);
    expect((await record.erasures.unfinished(0)).map((each) => each.id)).toContain(again.id);
    await record.eraser.eraseNext({ erasureId: again.id });
    await expect(cancelDeletion(record, accountId)).rejects.toThrow(ServiceError);
    await carryOut(again.id);
  });

  it('is refused unless the account is named', async () => {
    const { accountId } = await makeCaller(record, 'growth');
    for (const confirm of ['', 'yes', `${accountId}x`])
      await expect(requestDeletion(record, { accountId, confirm, requestedBy: null })).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(requestDeletion(record, { accountId: 'acc_none', confirm: 'acc_none', requestedBy: null })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps bills for ten years, and then deletes those of deleted accounts only', async () => {
    const [mine, theirs] = [await fullAccount(marker()), await fullAccount(marker())];
    const { id } = await request(mine.accountId);
    await makeDue(id);
    await carryOut(id);
    const count = async () =>
      Promise.all(
        [mine, theirs].map(async ({ accountId }) => (await sql`SELECT 1 FROM usage_ledger WHERE account_id = ${accountId}`).count),
      );
    await sql`UPDATE usage_ledger SET created_at = now() - interval '9 years 360 days'`;
    await record.retention.deleteExpired();
    expect(await count()).toEqual([2, 2]);
    await sql`UPDATE usage_ledger SET created_at = now() - interval '10 years 1 day'`;
    await record.retention.deleteExpired();
    expect(await count()).toEqual([0, 2]);
  });

  it('is carried out again from the ledger by a database that was restored from before it', async () => {
    const mark = marker();
    const { accountId } = await fullAccount(mark);
    const before = await bills();
    const at = new Date().toISOString();
    const entry: DeletedAccountEntry = { type: 'account', erasureId: `ers_${mark}`, accountId, at };
    const ledger = { append: async () => undefined, entries: async () => [entry] };
    const received: number[] = [];
    const ctx = { ...record, erasureLedger: ledger, onReapply: (count: number) => received.push(count), onSuppressions: () => undefined };
    await reapplyErasures(ctx);
    expect(received).toEqual([1]);
    expect((await tablesWith(mark)).filter((table) => table !== 'erasures' && table !== 'erasure_executions')).toEqual([]);
    expect((await tablesWith(accountId)).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect(await bills()).toEqual(before);
    await reapplyErasures(ctx);
    expect(received).toEqual([1]);
  });
});

describe('the export of an account', () => {
  it('shows everything of the account in a line each, ends with their numbers, and nothing of others, no secret and no digest', async () => {
    const [mark, other] = [marker(), marker()];
    const { accountId, lookupId } = await fullAccount(mark);
    await fullAccount(other);
    const lines = await linesOf(accountId);
    const text = JSON.stringify(lines);
    expect(lines[0]).toMatchObject({ type: 'export', format: 1, accountId });
    expect(lines.at(-1)).toMatchObject({
      type: 'end',
      counts: { lookup: 2, member: 1, endpoint: 1, session: 1, email: 1, suppression: 1 },
    });
    const linkedAccounts = [expect.objectContaining({ platform: 'x', handle: mark })];
    const answer = expect.objectContaining({ lookupId, linkedAccounts });
    expect(lines).toContainEqual(expect.objectContaining({ type: 'lookup', id: lookupId, answer }));
    expect(text).not.toContain(other);
    const hidden = Object.values(schema).flatMap((table) =>
      is(table, PgTable)
        ? Object.entries(getTableColumns(table)).flatMap(([name, { name: column }]) =>
            /digest|sealed/i.test(name) ? [[getTableName(table), column] as const] : [],
          )
        : [],
    );
    for (const [table, column] of hidden) {
      const rows = await sql<{ value: unknown }[]>`SELECT ${sql(column)} AS value FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL`;
      for (const { value } of rows) {
        const shown = Buffer.isBuffer(value) ? [value.toString('base64'), value.toString('hex')] : [String(value)];
        if (shown[0] !== accountId) expect(shown.filter((each) => text.includes(each))).toEqual([]);
      }
    }
  });

  it('reads in pages: each row comes once, however many there are', async () => {
    const { accountId } = await fullAccount(marker());
    await sql`
      INSERT INTO usage_ledger (lookup_id, account_id, pool_id, period_start, amount, unit, api_key_id, module, created_at)
      SELECT 'lkp_page_' || n, ${accountId}, 'pool', now(), 1, 'lookups', 'key_1', 'footprint', date_trunc('second', now()) FROM generate_series(1, 1203) n`;
    const ids = (await linesOf(accountId)).flatMap(({ type, lookupId }) => (type === 'ledgerEntry' ? [lookupId] : []));
    expect(ids).toHaveLength(1205);
    expect(new Set(ids).size).toBe(1205);
  });
});
