/** Where a test runs a program that others have written: a temporary folder, and the processes that were started there. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/embedded/ports.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';

const START_MS = 120_000;

export type SoftwareHome = ReturnType<typeof softwareHome>;

interface Running {
  readonly env?: Readonly<Record<string, string>>;
}

/** @param name of the program, for the folder's name */
export function softwareHome(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `footprint-${name}-`));
  // For servers that give up the rights of root.
  chmodSync(folder, 0o755);
  const servers = new Set<ChildProcess>();
  return {
    folder,

    /** @returns the file */
    write(file: string, text: string): string {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    },

    /** Runs a program to its end. @returns what it printed @throws when it fails */
    run(
      program: string,
      args: readonly string[],
      { env = {}, input = '', cwd = folder }: Running & { input?: string; cwd?: string } = {},
    ): string {
      return execFileSync(program, args, { cwd, env: { ...process.env, ...env }, input, stdio: 'pipe', encoding: 'utf8' });
    },

    /** Starts a server. @returns how to end it, once it is ready @throws when it ends before, or is not ready in time */
    async start(
      program: string,
      args: readonly string[],
      { env = {}, isReady }: Running & { isReady: () => Promise<boolean> },
    ): Promise<() => Promise<void>> {
      const server = spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
      await once(server, 'spawn');
      servers.add(server);
      const isUp = await waitUntil(async () => hasEnded(server) || (await isReady()), START_MS);
      if (!isUp || hasEnded(server)) throw new Error(`${name}: ${program} did not start`);
      return () => end(server);
    },

    /** Ends its servers, and removes the folder. */
    async close(): Promise<void> {
      await Promise.all([...servers].map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** What it started itself are processes of its group. */
async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  process.kill(-(server.pid as number), 'SIGKILL');
  await ended;
}

/** Whether a server answers there, whatever it says. */
export async function answers(url: string): Promise<boolean> {
  // Read to its end: an answer that nobody reads may end the process with its connection (an assertion of undici).
  return fetch(url, { redirect: 'manual' })
    .then((answer) => answer.text())
    .then(
      () => true,
      () => false,
    );
}

/**
 * A program behind PHP's own server, to which every address leads to one script.
 *
 * @param router text of the script
 * @returns the server's port
 */
export async function servePhp(home: SoftwareHome, php: string, router: string, env: Readonly<Record<string, string>>): Promise<number> {
  const port = await freePort();
  const args = ['-S', `127.0.0.1:${port}`, home.write('router.php', router)];
  await home.start(php, args, {
    env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
    isReady: () => answers(`http://127.0.0.1:${port}/`),
  });
  return port;
}
