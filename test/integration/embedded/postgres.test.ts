import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStateDir, type StateDir } from '../../../tools/embedded/state-dir.js';
import { type PostgresServer, startPostgres } from '../../../tools/embedded/postgres.js';
import { databaseFolder } from '../../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../../tools/embedded/postgres-programs.js';
import { identify, isSameProcess } from '../../../tools/embedded/process-table.mjs';
import { temporaryHome } from './temporary-home.js';

async function started(home: StateDir): Promise<PostgresServer> {
  const server = await startPostgres({ home });
  onTestFinished(() => server.stop());
  return server;
}

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

describe('embedded Postgres', () => {
  test('keeps its port, its passwords and its rows from one start to the next', async () => {
    const home = temporaryHome();
    const first = await started(home);
    await query(first.ownerUrl, (sql) => sql`CREATE TABLE kept AS SELECT 7 AS n`);
    await first.stop();
    const second = await started(home);
    expect([second.url, second.ownerUrl, second.adminUrl]).toEqual([first.url, first.ownerUrl, first.adminUrl]);
    await expect(query(second.url, (sql) => sql`SELECT n FROM kept`)).rejects.toMatchObject({ code: '42501' });
    expect(await query(second.ownerUrl, (sql) => sql`SELECT n FROM kept`)).toMatchObject([{ n: 7 }]);
    expect(statSync(path.join(home.dir, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  test('listens on the loopback only, asks for the password, and writes every commit to disk', async () => {
    const server = await started(temporaryHome());
    const rows = await query(
      server.adminUrl,
      (sql) => sql`
      SELECT current_setting('listen_addresses') AS listen, current_setting('fsync') AS fsync,
             current_setting('synchronous_commit') AS commit, current_setting('unix_socket_directories') AS sockets`,
    );
    expect(rows[0]).toEqual({ listen: '127.0.0.1', fsync: 'on', commit: 'on', sockets: '' });
    const wrong = server.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
    await expect(query(wrong, (sql) => sql`SELECT 1`)).rejects.toMatchObject({ code: '28P01' });
  });

  test('a failed statement leaves no value in the log', async () => {
    const home = temporaryHome();
    const server = await started(home);
    await query(server.ownerUrl, async (sql) => {
      await sql`CREATE TABLE people (name text PRIMARY KEY)`;
      await sql`INSERT INTO people VALUES ('robin.sample')`;
      await expect(sql`INSERT INTO people VALUES ('robin.sample')`).rejects.toMatchObject({ code: '23505' });
      await expect(sql.unsafe("SELECT 'robin.sample'::int")).rejects.toMatchObject({ code: '22P02' });
    });
    const log = readFileSync(path.join(home.log, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is ready');
    expect(log).not.toContain('robin');
  });

  test.each([1, 2, 3])('kill -9 under inserts loses no row that was acknowledged (round %i)', async (round) => {
    const home = temporaryHome();
    const first = await started(home);
    await query(first.ownerUrl, (sql) => sql`CREATE TABLE inserted (n int PRIMARY KEY)`);
    const sql = postgres(first.ownerUrl, { max: 8, connect_timeout: 1 });
    const acknowledged: number[] = [];
    let failed = false;
    let killed = false;
    const insert = async (from: number) => {
      for (let n = from; !failed; n += 8) {
        try {
          await sql`INSERT INTO inserted VALUES (${n})`;
          acknowledged.push(n);
        } catch {
          failed = true;
        }
        // Once: other lanes meet the same count when the server is gone already.
        if (acknowledged.length === round * 150 && !killed) killed = process.kill(first.pid, 'SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, lane) => insert(lane)));
    await sql.end({ timeout: 0 });
    await first.exited;
    const second = await started(home);
    const rows = await query(second.ownerUrl, (again) => again<{ n: number }[]>`SELECT n FROM inserted`);
    const stored = new Set(rows.map((row) => row.n));
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(round * 150);
  });

  test('a server that a killed supervisor left behind is stopped in good order first', async () => {
    const home = temporaryHome();
    const first = await started(home);
    const orphan = identify(first.pid);
    await query(first.ownerUrl, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS n`);
    // Whatever is recorded about it: the record may be lost too.
    const second = await started(home);
    expect(orphan && isSameProcess(orphan)).toBe(false);
    expect(await query(second.ownerUrl, (sql) => sql`SELECT n FROM kept`)).toHaveLength(1);
    expect(readFileSync(path.join(home.log, 'postgres.log'), 'utf8')).toContain('fast shutdown');
  });

  test('a half-made cluster is made anew', async () => {
    const home = temporaryHome();
    const folder = databaseFolder(home, postgresUser());
    mkdirSync(path.join(folder, 'init-abc123', 'data', 'base'), { recursive: true });
    await started(home);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  test('a stale lock that names a living stranger is put aside, and the stranger lives on', async () => {
    const home = temporaryHome();
    const first = await started(home);
    await first.stop();
    const user = postgresUser();
    const unauthenticated = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    onTestFinished(() => void unauthenticated.kill('SIGKILL'));
    const lock = path.join(databaseFolder(home, user), 'data', 'postmaster.pid');
    writeFileSync(lock, `${unauthenticated.pid}\n/nowhere\n1\n1\n\n127.0.0.1\n`, { mode: 0o600 });
    if (user) chownSync(lock, user.uid, user.gid);
    await started(home);
    expect(identify(unauthenticated.pid ?? 0)).not.toBeNull();
  });

  test('another port is chosen when the last one is taken meanwhile', async () => {
    const home = temporaryHome();
    const first = await started(home);
    await first.stop();
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(first.port, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const second = await started(home);
    expect(second.port).not.toBe(first.port);
  });

  test('a home that other users cannot enter works, and a later start finds the same database', async () => {
    const home = temporaryHome({ closed: true });
    const first = await started(home);
    await query(first.ownerUrl, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS n`);
    await first.stop();
    const second = await started(home);
    expect(await query(second.ownerUrl, (sql) => sql`SELECT n FROM kept`)).toHaveLength(1);
    const outside = existsSync(path.join(home.dir, 'database.json'));
    expect(outside).toBe(postgresUser() !== null);
  });

  test('a closed home that is deleted and made anew begins with an empty database', async () => {
    const home = temporaryHome({ closed: true });
    const first = await started(home);
    await query(first.ownerUrl, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS n`);
    await first.stop();
    const left = databaseFolder(home, postgresUser());
    onTestFinished(() => rmSync(left, { recursive: true, force: true }));
    rmSync(home.dir, { recursive: true });
    const second = await started(openStateDir(home.dir));
    await expect(query(second.ownerUrl, (sql) => sql`SELECT n FROM kept`)).rejects.toMatchObject({ code: '42P01' });
  });
});
