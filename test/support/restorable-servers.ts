/** Postgres and Temporal of one's own, of which either can be put back to what it was, while the other keeps what came after. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../tools/embedded/postgres.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { startTemporal } from '../../tools/embedded/temporal.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { createMigratedOn, createOn, newName, urlsOf } from './databases.js';

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
    database: (): Promise<string> => createMigratedOn(database, newName()),
    /** @returns the service's URL of a database */
    urlOf: (name: string): string => urlsOf(database, name).url,
    /** Keeps a copy; nobody may be connected to the database. @returns makes that state the present one; the database's name then */
    async backUp(what: Restored, name: string): Promise<() => Promise<string>> {
      const copy = newName();
      if (what === 'postgres') {
        await createOn(database, copy, name);
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
