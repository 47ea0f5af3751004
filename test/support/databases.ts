/** Databases on the server that a whole test run shares, and who may do what there. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import type { DatabaseUrls } from '../../tools/embedded/postgres-roles.js';
import { stackAddresses } from './stack.js';

const TEMPLATE = 'test_template';

/** A database of a server, as each of its users. */
export function urlsOf(server: DatabaseUrls, name: string): DatabaseUrls {
  const of = (serverUrl: string): string => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  return { url: of(server.url), ownerUrl: of(server.ownerUrl), adminUrl: of(server.adminUrl) };
}

/** A database of a server. @param template the one that it is a copy of, to which nobody is connected; by default it is empty */
export async function createOn(server: DatabaseUrls, name: string, template?: string): Promise<DatabaseUrls> {
  const urls = urlsOf(server, name);
  const admin = postgres(server.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const owner = new URL(server.ownerUrl).username;
    // A pooler keeps sessions of those who are gone.
    if (template && process.env['TEST_PGBOUNCER'])
      await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${template}`;
    await admin.unsafe(`CREATE DATABASE ${name} OWNER ${owner}${template ? ` TEMPLATE ${template}` : ''}`);
    // As deploy/roles.sql does it: a copy has the rights on tables, and not those on the database.
    await admin.unsafe(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  } finally {
    await admin.end();
  }
  return urls;
}

/** Connections to the database of a client that wait for a lock. @param application their name, as a pattern of LIKE */
export async function waitingForLocks(sql: postgres.Sql | postgres.TransactionSql, application = '%'): Promise<number> {
  const waiting = await sql`
    SELECT 1 FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database() AND application_name LIKE ${application}`;
  return waiting.count;
}

/** A database of a server with the schema. @returns its name */
export async function createMigratedOn(server: DatabaseUrls, name: string): Promise<string> {
  const { url, ownerUrl } = await createOn(server, name);
  await migrateDatabase(ownerUrl, { serviceRole: new URL(url).username });
  return name;
}

/** Makes the database with the schema that `createDatabase` copies. @returns its name */
export const makeTemplate = (server: DatabaseUrls): Promise<string> => createMigratedOn(server, TEMPLATE);

export const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** A database of one test file's own, without any tables, on the shared server. @returns its owner's URL */
export async function createEmptyDatabase(): Promise<string> {
  return (await createOn(stackAddresses().postgres, newName())).ownerUrl;
}

/** The same with the schema: a copy, which takes a fraction of what the migrations take. @returns the service's URL */
export async function createDatabase(): Promise<string> {
  const { postgres: server, templateDatabase } = stackAddresses();
  return (await createOn(server, newName(), templateDatabase)).url;
}

/** A copy of a database to which nobody is connected, as a backup that is restored elsewhere. @returns the service's URL */
export async function copyDatabase(url: string): Promise<string> {
  return (await createOn(stackAddresses().postgres, newName(), new URL(url).pathname.slice(1))).url;
}

type DatabaseOf = string | Pick<postgres.Sql, 'options'>;
const nameOf = (database: DatabaseOf): string =>
  typeof database === 'string' ? new URL(database).pathname.slice(1) : database.options.database;

/** All URLs of a database. @param database one of them, or a connection to it */
export const urlsOfDatabase = (database: DatabaseOf): DatabaseUrls => urlsOf(stackAddresses().postgres, nameOf(database));

/** Connects as the owner of the tables, who may do what the service may not. To be ended. */
export const connectAsOwner = (database: DatabaseOf): postgres.Sql => connect(urlsOfDatabase(database).ownerUrl);

const connect = (url: string): postgres.Sql => postgres(url, { max: 1, onnotice: () => undefined });

async function withConnection<T>(sql: postgres.Sql, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Does what the service may not, as the owner of the tables. */
export const asOwner = <T>(database: DatabaseOf, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  withConnection(connectAsOwner(database), work);

/** Does what only a superuser may. */
export const asAdmin = <T>(database: DatabaseOf, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  withConnection(connect(urlsOfDatabase(database).adminUrl), work);

/** Empties tables, and those that refer to them. */
export const truncate = (database: DatabaseOf, ...tables: string[]) =>
  asOwner(database, (sql) => sql.unsafe(`TRUNCATE ${tables.join(', ')} CASCADE`));
