/** PgBouncer in transaction mode before the tests' Postgres. */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import postgres from 'postgres';
import { startChild } from '../../tools/embedded/child.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import type { DatabaseUrls } from '../../tools/embedded/postgres-roles.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { debianProgram } from './debian.js';

const START_MS = 30_000;
const STOP_MS = 10_000;

export interface Pooler {
  /** Host and port. */
  readonly address: string;
  /** The URL of a database on its server, with the pooler in between. */
  through(url: string): string;
  stop(): Promise<void>;
}

export const throughPooler = (url: string, address: string): string => Object.assign(new URL(url), { host: address }).href;

/**
 * Starts one before a server, for the user of the service. It passes on no parameter of a start that PgBouncer does not track itself.
 *
 * @param options.poolSize sessions for each database, at most
 */
export async function startPooler({ url }: DatabaseUrls, { poolSize = 5 }: { poolSize?: number } = {}): Promise<Pooler> {
  const program = await debianProgram({ names: ['pgbouncer'], packages: ['pgbouncer'] });
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-pgbouncer-'));
  const { hostname, port: serverPort, username, password } = new URL(url);
  const port = await getPort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: path.join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 900,
    // Hundreds of databases share the server's sessions, and one is copied only while nobody is connected to it.
    server_idle_timeout: 1,
    // A session that began before the migrations gave the user its settings has none of them.
    server_lifetime: 5,
  };
  writeFileSync(settings.auth_file, `"${username}" "${password}"\n`, { mode: 0o600 });
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o600 });
  chmodSync(folder, 0o711);
  // It refuses root, as Postgres does.
  const user = postgresUser() ?? undefined;
  if (user) for (const owned of [file, settings.auth_file]) chownSync(owned, user.uid, user.gid);
  const child = await startChild(openStateDir(path.join(folder, 'home')), {
    name: 'pgbouncer',
    command: program,
    args: [file],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: '/',
    user,
  });
  const address = `127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await child.stop(['SIGTERM', 'SIGKILL'], STOP_MS);
    rmSync(folder, { recursive: true, force: true });
  };
  const sql = postgres(throughPooler(url, address), { max: 1, prepare: false, onnotice: () => undefined });
  const isUp = await waitUntil(async () => child.ended() !== null || (await sql`SELECT 1`.then(Boolean, () => false)), START_MS);
  await sql.end({ timeout: 1 });
  if (!isUp || child.ended() !== null) {
    const words = child.log.tail(10);
    await stop();
    throw new Error(`PgBouncer did not start: ${words}`);
  }
  return { address, through: (direct) => throughPooler(direct, address), stop };
}

/**
 * Settings with the pooler of the run before their database: `TEST_PGBOUNCER=1 npx vitest run …` starts one (test/support/global-setup.ts).
 * Others, and those of a database on another server, stay as they are.
 */
export function pooled<Settings extends Readonly<Record<string, string | undefined>>>(settings: Settings): Settings {
  const [server, address] = (process.env['TEST_PGBOUNCER'] ?? '').split('>');
  const url = settings['DATABASE_URL'];
  // Parameters of the URL are of a start, which a pooler refuses.
  if (address === undefined || !url || settings['DATABASE_DIRECT_URL'] || new URL(url).host !== server || url.includes('?'))
    return settings;
  return { ...settings, DATABASE_URL: throughPooler(url, address), DATABASE_DIRECT_URL: url };
}
