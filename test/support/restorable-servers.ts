/** Postgres and Temporal of one's own, of which either can be put back to what it was, while the other keeps what came after. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrateDatabase } from '../../src/db/migrate.js';
import { startPostgres } from '../../tools/embedded/postgres.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { startTemporal } from '../../tools/embedded/temporal.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';

export const RESTORED = ['postgres', 'temporal'] as const;
export type Restored = (typeof RESTORED)[number];

export async function openRestorableServers() {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-restorable-'));
  const home = openStateDir(join(folder, 'home'));
  const [database, server] = await Promise.all([
    startPostgres({ home, durable: false }),
    startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES }),
  ]);
  let temporal = server;
  let backups = 0;

  const namesOf = (name: string) => ({
    service: Object.assign(new URL(database.url), { pathname: `/${name}` }).href,
    owner: Object.assign(new URL(database.ownerUrl), { pathname: `/${name}` }).href,
  });
  async function asAdmin(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
    const sql = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
    await work(sql).finally(() => sql.end());
  }
  const create = (name: string, template?: string): Promise<void> =>
    asAdmin((sql) =>
      sql.unsafe(`CREATE DATABASE ${name} OWNER ${new URL(database.ownerUrl).username}${template ? ` TEMPLATE ${template}` : ''}`),
    );
  const file = join(home.dir, 'temporal.db');
  /** What Temporal keeps is one file once it has stopped. */
  async function whileTemporalIsAway(work: () => void): Promise<void> {
    await temporal.stop();
    work();
    temporal = await startTemporal({ home, keepPort: true });
  }

  return {
    temporalAddress: server.address,
    /** A new database with the schema. @returns its name */
    async database(): Promise<string> {
      const name = `origin_${(backups += 1)}`;
      await create(name);
      await migrateDatabase(namesOf(name).owner, { serviceRole: new URL(database.url).username });
      return name;
    },
    /** @returns the service's URL of a database */
    urlOf: (name: string): string => namesOf(name).service,
    /** Keeps a copy; nobody may be connected to the database. @returns makes that state the present one; the database's name then */
    async backUp(what: Restored, name: string): Promise<() => Promise<string>> {
      const copy = `backup_${(backups += 1)}`;
      if (what === 'postgres') {
        await create(copy, name);
        return async () => copy;
      }
      const saved = join(folder, copy);
      await whileTemporalIsAway(() => copyFileSync(file, saved));
      return async () => {
        await whileTemporalIsAway(() => {
          for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
          copyFileSync(saved, file);
        });
        return name;
      };
    },
    async close(): Promise<void> {
      await Promise.all([temporal.stop(), database.stop()]);
      rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RestorableServers = Awaited<ReturnType<typeof openRestorableServers>>;
