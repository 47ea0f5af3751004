/** Migrating beside a running service: nothing waits long for it, it waits for nobody for ever, and it may be done twice at once. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { migrateDatabase, UnreleasedDatabase } from '../../src/kernel/db/migrate.js';
import { createEmptyDatabase, urlsOfDatabase, waitingForLocks } from '../support/databases.js';

const TABLE = 'CREATE TABLE things (id int PRIMARY KEY, name text)';
const COLUMN = 'ALTER TABLE things ADD COLUMN colour text';
const INDEX = 'CREATE INDEX CONCURRENTLY "things_name" ON "things" ("name")';

let url: string;
let sql: postgres.Sql;
beforeEach(async () => {
  url = await createEmptyDatabase();
  const opened = postgres(url, { max: 4, onnotice: () => undefined });
  sql = opened;
  onTestFinished(() => opened.end({ timeout: 1 }));
});

/** A folder of migrations as drizzle writes it. */
async function folderOf(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footprint-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'meta'));
  for (const [n, text] of files.entries()) await writeFile(join(folder, `${n}.sql`), text);
  const entries = files.map((_, idx) => ({ idx, when: 1_000 + idx, tag: String(idx), breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  return folder;
}
const applied = async () =>
  (await sql<{ hash: string }[]>`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`).map(({ hash }) => hash);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const indexes = () => sql<{ valid: boolean }[]>`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('things_name')`;

/** Reads a table in a transaction that stays open until it is told to end. */
async function readerOf(table: string): Promise<() => Promise<void>> {
  const reader = await sql.reserve();
  await reader`BEGIN`;
  await reader.unsafe(`SELECT count(*) FROM ${table}`);
  return async () => {
    await reader`COMMIT`;
    reader.release();
  };
}

it('a table that is in use is waited for briefly, so that what comes later is not held up, and asked for again until it is free', async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE) });
  const end = await readerOf('things');
  let busy = 0;
  const migrated = migrateDatabase(url, {
    folder: await folderOf(TABLE, COLUMN),
    lockTimeoutMs: 100,
    onBusy: (attempt) => {
      busy = attempt;
      if (attempt === 2) void end();
    },
  });
  await migrated;
  expect(busy).toBeGreaterThanOrEqual(2);
  expect(await applied()).toEqual([TABLE, COLUMN].map(hashOf));
});

it("a table that stays in use is given up with the database's words, and nothing of that file is done", async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE) });
  const end = await readerOf('things');
  const both = `CREATE TABLE others (id int)\n--> statement-breakpoint\n${COLUMN}`;
  await expect(migrateDatabase(url, { folder: await folderOf(TABLE, both), lockTimeoutMs: 50, maxAttempts: 2 })).rejects.toThrow(
    'lock timeout',
  );
  await end();
  expect(await applied()).toEqual([hashOf(TABLE)]);
  expect((await sql`SELECT to_regclass('others') AS others`)[0]).toEqual({ others: null });
});

it('an index CONCURRENTLY is built while the table is written to, and what a killed run left of it is built anew', async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE) });
  await sql`INSERT INTO things SELECT n, 'same' FROM generate_series(1, 100) AS n`;
  await expect(sql.unsafe('CREATE UNIQUE INDEX CONCURRENTLY "things_name" ON "things" ("name")')).rejects.toThrow(
    'could not create unique index',
  );
  expect(await indexes()).toMatchObject([{ valid: false }]);
  const writer = await sql.reserve();
  await writer`BEGIN`;
  await writer`INSERT INTO things VALUES (1000, 'under way')`;
  const migrated = migrateDatabase(url, { folder: await folderOf(TABLE, INDEX) });
  await expect.poll(() => waitingForLocks(sql, 'footprint-migrate'), { timeout: 90_000 }).toBe(1);
  await sql`INSERT INTO things VALUES (1001, 'beside it')`;
  await writer`COMMIT`;
  writer.release();
  await migrated;
  expect(await indexes()).toMatchObject([{ valid: true }]);
  expect(await applied()).toEqual([TABLE, INDEX].map(hashOf));
});

it('several that migrate at once take turns, also while one builds an index CONCURRENTLY: each file is applied once', async () => {
  const folder = await folderOf(TABLE, INDEX, COLUMN);
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url, { folder })));
  expect(await applied()).toEqual([TABLE, INDEX, COLUMN].map(hashOf));
});

it('one that is killed in the midst leaves whole files, and the next goes on', async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE) });
  const end = await readerOf('things');
  const folder = await folderOf(TABLE, 'CREATE TABLE others (id int)', COLUMN);
  const kill = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'footprint-migrate' AND datname = current_database()`;
  await expect(migrateDatabase(url, { folder, lockTimeoutMs: 50, onBusy: () => void kill().catch(() => undefined) })).rejects.toThrow(
    'connection to the database was lost',
  );
  expect(await applied()).toHaveLength(2);
  await end();
  await migrateDatabase(url, { folder });
  expect(await applied()).toHaveLength(3);
});

it('a database that a build before the first release migrated is refused with what to do, and nothing is done to it', async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE, COLUMN) });
  const refused = migrateDatabase(url);
  await expect(refused).rejects.toThrow(UnreleasedDatabase);
  await expect(refused).rejects.toThrow('docs/runbook.md, "From a build before 0.1.0"');
  expect(await applied()).toEqual([TABLE, COLUMN].map(hashOf));
  expect((await sql`SELECT to_regclass('accounts') AS accounts`)[0]).toEqual({ accounts: null });
  expect(await readFile('docs/runbook.md', 'utf8')).toContain('\n## From a build before 0.1.0\n');
});

it('a release goes on with a database that a later one has migrated', async () => {
  await migrateDatabase(url, { folder: await folderOf(TABLE, COLUMN) });
  await migrateDatabase(url, { folder: await folderOf(TABLE) });
  expect(await applied()).toEqual([TABLE, COLUMN].map(hashOf));
});

it('the rights of the service follow every migration; where it is the owner itself, it keeps its own', async () => {
  const serviceRole = new URL(urlsOfDatabase(url).url).username;
  const may = async (role: string, table: string) =>
    (await sql<{ may: boolean }[]>`SELECT has_table_privilege(${role}, ${table}, 'UPDATE') AS may`)[0]?.may;
  const log = 'CREATE TABLE audit_log (id int)';
  await migrateDatabase(url, { folder: await folderOf(TABLE), serviceRole });
  await migrateDatabase(url, { folder: await folderOf(TABLE, log), serviceRole });
  expect([await may(serviceRole, 'things'), await may(serviceRole, 'audit_log')]).toEqual([true, false]);
  const owner = new URL(url).username;
  await migrateDatabase(url, { folder: await folderOf(TABLE, log), serviceRole: owner });
  expect(await may(owner, 'audit_log')).toBe(true);
});
