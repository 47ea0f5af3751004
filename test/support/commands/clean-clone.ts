/** A clean clone of this checkout's HEAD, and what runs in it. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PROJECT } from '../../../tools/embedded/program.js';
import { OFFLINE } from '../offline.js';

export interface Finished {
  /** null when it was ended by a signal; 0 when it was stopped as it is meant to be. */
  readonly code: number | null;
  /** Both outputs, without colours. */
  readonly output: string;
}

export interface Clone {
  readonly dir: string;
  /** What commands inherit; nobody outside of this machine is asked. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Runs a command line and waits for its end. @param timeoutMs after which the whole process group is killed */
  run(text: string, options?: RunOptions): Promise<Finished>;
  remove(): void;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Once the output holds this text, Ctrl-C is pressed: for what runs until it is stopped. */
  readonly stopAfter?: string;
}

const COMMAND_MS = 120_000;

/** Dependencies are hard links to those of this checkout: the same files, which nothing that is documented writes to. */
export function cloneHead(): Clone {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'footprint-clone-'));
  // Started as root, Postgres runs as another user, who must be able to pass.
  chmodSync(parent, 0o755);
  const dir = path.join(parent, 'footprint');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${PROJECT}`, dir], { stdio: ['ignore', 'ignore', 'pipe'] });
  linkDependencies(path.join(PROJECT, 'node_modules'), path.join(dir, 'node_modules'));
  const curlHome = path.join(parent, 'curl');
  mkdirSync(curlHome);
  // An error of the API is a failure of the command, and its body is shown.
  writeFileSync(path.join(curlHome, '.curlrc'), 'fail-with-body\n');
  const env = {
    ...inherited(),
    ...OFFLINE,
    PROBE_PROXY_URL: 'http://127.0.0.1:9',
    PORT: '0',
    CURL_HOME: curlHome,
    npm_config_update_notifier: 'false',
  };
  return {
    dir,
    env,
    run: (text, options = {}) => runShell(text, dir, { ...options, env: { ...env, ...options.env } }),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** Without what could be taken for a setting of the service, or for the test runner's. */
function inherited(): NodeJS.ProcessEnv {
  const ours = /^(?:DATABASE_URL|TEMPORAL_ADDRESS|FOOTPRINT_.*|NODE_ENV|NODE_OPTIONS|VITEST.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function linkDependencies(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    // Another file system, or files of another user.
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to], { stdio: 'ignore' });
  }
  // It is written in place when the installation is checked; the clone gets its own.
  rmSync(path.join(to, '.footprint-installed'), { force: true });
}

/** A process group of its own, so that everything a command started can be reached: as a terminal does it. */
export function startShell(text: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-c', text], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let raw = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (raw += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // The group is gone.
    }
  };
  return { child, exited, signal, output: () => stripVTControlCharacters(raw) };
}

async function runShell(text: string, cwd: string, { env = {}, timeoutMs = COMMAND_MS, stopAfter }: RunOptions): Promise<Finished> {
  const { child, exited, signal, output } = startShell(text, cwd, env);
  const timer = setTimeout(() => signal('SIGKILL'), timeoutMs);
  let pressed = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', () => {
      if (pressed || stopAfter === undefined || !output().includes(stopAfter)) return;
      pressed = true;
      signal('SIGINT');
    });
  }
  const code = await exited;
  clearTimeout(timer);
  // Nothing that a command started may outlive it.
  signal('SIGKILL');
  if (stopAfter === undefined) return { code, output: output() };
  return { code: pressed ? 0 : (code ?? 1) || 1, output: output() };
}
