/** An embedded Postgres server, listening on the loopback only. */
import { chownSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { type Child, type Running, startChild } from './child.js';
import { freePort, isFree, LOOPBACK } from './ports.js';
import {
  clearCluster,
  clusterMajor,
  databaseFolder,
  ensureCluster,
  PASSWORD_FILES,
  POSTGRES_GRACE_MS,
  POSTGRES_STOP,
  postgresEnvironment,
  SUPERUSER,
} from './postgres-data.js';
import { type Candidate, findPostgres, postgresUser, reachablePrograms } from './postgres-programs.js';
import { type DatabaseUrls, databaseUrls, ensureRoles } from './postgres-roles.js';
import { StartupError } from './startup-error.js';
import { getOrCreateSecret, readJsonObject, type StateDir, writeFileAtomic } from './state-dir.js';
import { waitUntil } from './wait-until.js';

export interface PostgresServer extends Running, DatabaseUrls {
  readonly port: number;
  /** Version and origin of the programs, as text. */
  readonly source: string;
}

export interface PostgresOptions {
  readonly home: StateDir;
  /** Fixed port; otherwise the one of the last start when it is free, else any. */
  readonly port?: number | undefined;
  /** False: it does not wait for the disk, and a power cut may lose everything; for temporary databases. Default true. */
  readonly durable?: boolean;
  /** Where its programs are looked for; default: everywhere. */
  readonly candidates?: readonly Candidate[];
}

/** Milliseconds: recovery after a crash under load replays the log first, which is slow on a slow disk. */
const START_TIMEOUT_MS = 120_000;
const ATTEMPTS = 5;

/**
 * Starts the server of FOOTPRINT_HOME, waits until it accepts queries, and makes its roles. Recovers from a kill -9: an old server on
 * the same data is stopped, an incomplete cluster is created again.
 * @throws StartupError with one sentence, and the server's last lines as detail
 */
export async function startPostgres({ home, port, durable = true, candidates }: PostgresOptions): Promise<PostgresServer> {
  const user = postgresUser();
  const folder = databaseFolder(home, user);
  await clearCluster(folder);
  const programs = reachablePrograms(findPostgres(clusterMajor(folder), candidates), user);
  const password = getOrCreateSecret(home, PASSWORD_FILES[SUPERUSER]);
  ensureCluster({ folder, programs, user, password });
  const data = path.join(folder, 'data');
  if (user) chownSync(data, user.uid, user.gid);

  const note = path.join(home.dir, 'postgres-port.json');
  const last = readJsonObject(note)?.port;
  let tried = port ?? (await freePort([typeof last === 'number' ? last : undefined]));
  for (let attempt = 1; ; attempt += 1) {
    const urls = databaseUrls(home, tried);
    const child = await startChild(home, {
      name: 'postgres',
      command: programs.postgres,
      args: ['-D', data, ...settings(tried, durable)],
      env: postgresEnvironment(),
      cwd: folder,
      user: user ?? undefined,
    });
    const stop = () => child.stop(POSTGRES_STOP, POSTGRES_GRACE_MS);
    if (await acceptsQueries(child, urls.adminUrl)) {
      await ensureRoles(urls);
      writeFileAtomic(note, JSON.stringify({ port: tried }));
      return {
        name: 'postgres',
        ...urls,
        port: tried,
        source: `${programs.version}, ${programs.source}`,
        pid: child.pid,
        exited: child.exited,
        stop,
      };
    }
    await stop();
    const output = child.log.tail(12);
    if (attempt >= ATTEMPTS || !isTransient(output)) {
      throw new StartupError(`Postgres did not start: see ${child.log.file}, or set DATABASE_URL to use another one.`, output);
    }
    await clearCluster(folder);
    if (port === undefined && !(await isFree(tried))) tried = await freePort();
  }
}

/** Explicit settings, so that the server's own defaults cannot weaken a guarantee or log who was looked up. */
function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: LOOPBACK,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: 'on',
    full_page_writes: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    // A failed statement, its values and the error that quotes them may name a person; the caller gets all of it.
    // `log` leaves out errors and keeps messages about the server itself.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Transient reasons: backends of a killed server that are still ending, or a port that was taken at the last moment. */
function isTransient(output: string): boolean {
  return /pre-existing shared memory block|lock file "[^"]*" already exists|could not bind|Address already in use|could not create any TCP\/IP sockets/.test(
    output,
  );
}

async function acceptsQueries(child: Child, url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined, fetch_types: false });
  try {
    const ready = await waitUntil(async () => {
      if (child.ended()) return true;
      return sql`select 1`.then(
        () => true,
        () => false,
      );
    }, START_TIMEOUT_MS);
    return ready && child.ended() === null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
