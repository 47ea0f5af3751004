/** Who may do what in the database: the service has the rows, the owner of the tables everything else, Temporal nothing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../src/kernel/secrets/ids.js';
import { insertAuditRows } from '../../src/features/audit/store/audit-log.js';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { ensureRoles } from '../../tools/embedded/postgres-roles.js';
import { PROJECT } from '../../tools/embedded/program.js';
import { asAdmin, asOwner, createDatabase, createEmptyDatabase, urlsOfDatabase } from '../support/databases.js';
import { openTestRecords } from './support/record.js';

const { url, record } = await openTestRecords(2);
const { sql } = record.database;
const refused = { code: '42501' };

const entry = () => ({
  id: newId('audit'),
  accountId: newId('account'),
  actor: { type: 'key', id: newId('apiKey') } as const,
  action: 'getLookup',
  targets: [],
  network: '192.0.2.1',
  outcome: 'ok',
  purpose: null,
});

/** What a role may do with each table, as letters of Postgres' own lists of rights. */
async function rightsOf(role: string, database = url): Promise<Record<string, string[]>> {
  const rows = await asOwner(
    database,
    (owner) => owner<{ name: string; rights: string[] }[]>`
      SELECT relname AS name, ARRAY(
        SELECT r FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS r
        WHERE has_table_privilege(${role}, oid, r)) AS rights
      FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

describe('the role of the service', () => {
  it.each([
    'CREATE TABLE mine (id int)',
    'CREATE TEMPORARY TABLE mine (id int)',
    'CREATE SCHEMA mine',
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'CREATE INDEX mine ON lookups (id)',
    'CREATE TRIGGER mine BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse()',
    'ALTER TABLE lookups ADD COLUMN mine int',
    'DROP TABLE lookups CASCADE',
    'TRUNCATE lookups CASCADE',
    "UPDATE audit_log SET outcome = 'changed'",
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'UPDATE audit_chain SET entries = 0',
    'DELETE FROM audit_chain',
    'TRUNCATE audit_chain',
    "INSERT INTO audit_log (id, at, actor_type, action, targets, outcome) VALUES ('aud_1', now(), 'key', 'x', '{}', 'ok') ON CONFLICT (id) DO UPDATE SET outcome = 'y'",
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'DROP TRIGGER audit_log_append_only ON audit_log',
    'ALTER TABLE audit_log ALTER COLUMN written_at DROP DEFAULT',
    "CREATE OR REPLACE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    'ALTER FUNCTION delete_expired_audit(integer) RESET ALL',
    'SET session_replication_role = replica',
    'SET ROLE footprint_owner',
    'ALTER ROLE footprint_service SUPERUSER',
    'SELECT * FROM drizzle.__drizzle_migrations',
  ])('is refused %s', async (statement) => {
    await expect(sql.unsafe(statement)).rejects.toMatchObject(refused);
  });

  it('has the rows of every table, adds to the audit log and its chain without changing them, and can pass nothing on', async () => {
    const rights = await rightsOf('footprint_service');
    const { audit_log: log, audit_chain: chain, ...others } = rights;
    expect([log, chain]).toEqual([
      ['SELECT', 'INSERT'],
      ['SELECT', 'INSERT'],
    ]);
    expect(Object.keys(others).length).toBeGreaterThan(30);
    for (const [table, each] of Object.entries(others)) expect(each, table).toEqual(['SELECT', 'INSERT', 'UPDATE', 'DELETE']);
    await sql.unsafe('GRANT ALL ON audit_log, lookups TO PUBLIC');
    expect(await rightsOf('footprint_service')).toEqual(rights);
  });

  it('deletes audit entries through a function of the owner, which takes those of two years ago and no younger ones', async () => {
    const entries = { old: entry(), other: entry(), young: entry() };
    const written = (value: string) =>
      asOwner(url, (owner) => owner.unsafe(`ALTER TABLE audit_log ALTER COLUMN written_at SET DEFAULT ${value}`));
    for (const [days, row] of [
      [733, entries.old],
      [732, entries.other],
      [729, entries.young],
    ] as const) {
      await written(`now() - interval '${days} days'`);
      await insertAuditRows(sql, [row]);
    }
    await written('clock_timestamp()');
    const removed = async (most: number) => (await sql<{ count: number }[]>`SELECT delete_expired_audit(${most}) AS count`)[0]?.count;
    expect([await removed(1), await removed(1_000), await removed(1_000)]).toEqual([1, 1, 0]);
    const ids = Object.values(entries).map(({ id }) => id);
    expect(await sql`SELECT id FROM audit_log WHERE id = ANY (${ids})`).toEqual([{ id: entries.young.id }]);
    const [others] = await sql<
      { may: boolean }[]
    >`SELECT has_function_privilege('public', 'delete_expired_audit(integer)', 'EXECUTE') AS may`;
    expect(others?.may).toBe(false);
  });
});

describe('deploy/roles.sql', () => {
  it('hands a database that one user owned to the owner, keeps everybody else out, and may be repeated', async () => {
    const urls = urlsOfDatabase(await createEmptyDatabase());
    await migrateDatabase(urls.adminUrl);
    for (let run = 0; run < 2; run += 1) {
      await ensureRoles(urls);
      await migrateDatabase(urls.ownerUrl, { serviceRole: 'footprint_service' });
    }
    const owners = await asAdmin(
      urls.url,
      (admin) => admin`
        SELECT DISTINCT pg_get_userbyid(owner) AS name FROM (
          SELECT relowner AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace)
          UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace
          UNION SELECT nspowner FROM pg_namespace WHERE nspname = 'drizzle'
          UNION SELECT datdba FROM pg_database WHERE datname = current_database()) AS objects`,
    );
    expect(owners).toEqual([{ name: 'footprint_owner' }]);
    expect(await rightsOf('footprint_service', urls.url)).toEqual(await rightsOf('footprint_service'));
    const service = postgres(urls.url, { max: 1 });
    onTestFinished(() => service.end());
    await expect(service`CREATE TEMPORARY TABLE mine (id int)`).rejects.toMatchObject(refused);
  });

  it('gives Temporal a role with databases of its own, into which nobody else comes, and which comes into no other', async () => {
    const [ours, theirs] = [urlsOfDatabase(await createDatabase()), urlsOfDatabase(await createEmptyDatabase())];
    const statements = readFileSync(path.join(PROJECT, 'deploy', 'roles.sql'), 'utf8');
    await ensureRoles(ours);
    const admin = postgres(theirs.adminUrl, {
      max: 1,
      onnotice: () => undefined,
      connection: { 'footprint.temporal_password': 'of-this-test', 'footprint.owner': 'footprint_temporal', 'footprint.service': '' },
    });
    onTestFinished(() => admin.end());
    await admin.unsafe(statements);
    const temporal = (of: string) => {
      const as = postgres(Object.assign(new URL(of), { username: 'footprint_temporal', password: 'of-this-test' }).href, { max: 1 });
      onTestFinished(() => as.end());
      return as;
    };
    await temporal(theirs.url)`CREATE TABLE executions (id int)`;
    await expect(temporal(ours.url)`SELECT 1`).rejects.toMatchObject(refused);
    const service = postgres(theirs.url, { max: 1 });
    onTestFinished(() => service.end());
    await expect(service`SELECT 1`).rejects.toMatchObject(refused);
  });
});
