/** pg_dump, pg_restore and psql: of Postgres' own packages, because each of them knows servers of its own version and older ones only. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { allCandidates } from './postgres-programs.js';

export interface PostgresClients {
  readonly pgDump: string;
  readonly pgRestore: string;
  readonly psql: string;
  readonly major: number;
}

/**
 * The programs for a server: of its own version, else of the next newer one. What a newer one writes may be more than the server knows.
 *
 * @param major of the server
 * @returns null when there are none
 */
export function findPostgresClients(major: number, folders = allCandidates().map(({ folder }) => folder)): PostgresClients | null {
  const found = [...new Set(folders)].flatMap((folder) => inspect(folder) ?? []).filter((clients) => clients.major >= major);
  return found.sort((a, b) => a.major - b.major)[0] ?? null;
}

function inspect(folder: string): PostgresClients | null {
  const [pgDump = '', pgRestore = '', psql = ''] = ['pg_dump', 'pg_restore', 'psql'].map((name) => path.join(folder, name));
  if (![pgDump, pgRestore, psql].every((file) => existsSync(file))) return null;
  try {
    const output = execFileSync(pgDump, ['--version'], { encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] });
    const version = /PostgreSQL\)\s+(\d+)/.exec(output)?.[1];
    return version ? { pgDump, pgRestore, psql, major: Number(version) } : null;
  } catch {
    return null;
  }
}
