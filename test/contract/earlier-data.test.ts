/** A database of an earlier version opens with this one, and nothing in it is believed that may have been simulated. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.js';
import { createEmptyDatabase } from '../support/databases.js';
import { makeCaller, openRecordOn } from './support/record.js';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Brings a database to the schema that was there before the migration of that name. */
async function migrateUpTo(url: string, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footprint-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(at).toBeGreaterThan(0);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(drizzle(sql), { migrationsFolder: folder });
  await sql.end();
}

it('facts, controls, pauses and statistics without an egress are gone; lookups keep their results', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'egress_identity');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1');
    INSERT INTO lookups (id, account_id, api_key_id, kind, band, delivery, query, query_type, subjects, checks, state)
      VALUES ('lkp_1', 'acc_1', 'key_1', 'lookup', 'deep', 'async', 'ada-example', 'username', '{"username": "ada-example"}', '{}', 'finished');
    INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at) VALUES ('lkp_1', 'a', 'username', 1, 'registered', 'public_api', now());
    INSERT INTO platform_facts (account_id, identity, platform, state, method, checked_at)
      VALUES ('acc_1', encode(sha256('username:ada-example'), 'hex'), 'a', 'registered', 'public_api', now());
    INSERT INTO platform_controls (platform, subject, outcome, checked_at) VALUES ('a', 'username', '{"state": "failed", "matched": "x"}', now());
    INSERT INTO platform_cooldowns (platform, until, reason) VALUES ('a', now() + interval '1 hour', 'rate_limited');
    INSERT INTO platform_records (platform, subject, answered, omitted, asked_at) VALUES ('a', 'username', 9, 0, now())`);
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  expect(await record.facts.reusable({ accountId: 'acc_1', subjects: { username: 'ada-example' } })).toEqual([]);
  expect(await record.controlStore.newest(['a'])).toEqual(new Map());
  expect(await record.cooldowns.coolingPlatforms()).toEqual(new Map());
  expect(await record.standings.current()).toEqual(new Map());
  expect((await record.reader.snapshot('lkp_1'))?.outcomes).toMatchObject([{ platform: 'a', state: 'registered', egress: null }]);
});

it('accounts that share an e-mail address go on working; the next one under it is refused', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'one_account_per_email');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1'), ('pool_2', 'account:acc_2'), ('pool_3', 'account:acc_3');
    INSERT INTO accounts (id, email, plan, pool_id, created_at) VALUES
      ('acc_2', 'Owner@example.com', 'growth', 'pool_2', '2030-01-02'), ('acc_1', 'owner@example.com', 'growth', 'pool_1', '2030-01-01'),
      ('acc_3', 'other@example.com', 'growth', 'pool_3', '2030-01-03');
    INSERT INTO api_keys (id, account_id, digest, last_four, scopes) VALUES
      ('key_1', 'acc_1', '\\x01', 'aaaa', '{lookups}'), ('key_2', 'acc_2', '\\x02', 'bbbb', '{lookups}')`);
  await before.end();
  await migrateDatabase(url);

  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  expect(await record.accounts.findCaller(Buffer.from([1]))).toMatchObject({ accountId: 'acc_1' });
  expect(await record.accounts.findCaller(Buffer.from([2]))).toMatchObject({ accountId: 'acc_2' });
  expect(await record.database.sql`SELECT id, email_key FROM accounts ORDER BY id`).toEqual([
    { id: 'acc_1', email_key: 'owner@example.com' },
    { id: 'acc_2', email_key: null },
    { id: 'acc_3', email_key: 'other@example.com' },
  ]);
  for (const email of ['OWNER@example.com', 'other@example.com']) {
    const again = record.accounts.create({ email, plan: 'growth', poolKey: null, quotaOverride: null, balanceMillicents: 0 });
    await expect(again).rejects.toMatchObject({ code: 'account_exists' });
  }
});

it('an account keeps its lookups for as long as before; one that is made afterwards keeps them for ninety days', async () => {
  const url = await createEmptyDatabase();
  await migrateUpTo(url, 'account_retention');
  const before = postgres(url, { max: 1 });
  await before.unsafe(`
    INSERT INTO quota_pools (id, key) VALUES ('pool_1', 'account:acc_1');
    INSERT INTO accounts (id, email, plan, pool_id) VALUES ('acc_1', 'owner@example.com', 'growth', 'pool_1')`);
  await before.end();
  await migrateDatabase(url);
  const record = openRecordOn(url, 2);
  onTestFinished(() => record.database.close());
  const { accountId } = await makeCaller(record, 'growth');
  const periodOf = async (id: string) => (await record.accountRetention.preview(90, id)).map(({ retentionDays }) => retentionDays);
  expect([await periodOf('acc_1'), await periodOf(accountId)]).toEqual([[null], [90]]);
});
