import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { entryArguments } from '../../../tools/embedded/program.js';
import { type StateDir, openStateDir, readJsonObject } from '../../../tools/embedded/state-dir.js';
import { isSameProcess, parseIdentity, type ProcessIdentity } from '../../../tools/embedded/process-table.mjs';
import { killAll } from '../../../tools/embedded/stale-processes.js';
import { waitUntil } from '../../../tools/embedded/wait-until.js';

export interface Dev {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  /** All that it wrote so far, without colours: FORCE_COLOR may be set where tests run. */
  output(): string;
  /** Waits until the output holds the text. @throws when it ended or 120 s passed before */
  stated(text: string): Promise<void>;
}

/** Where `npm start -- --simulator` keeps its state. */
export function simulatorHome(home: StateDir): StateDir {
  return openStateDir(path.join(home.dir, 'simulator'));
}

/** Where `npm run demo` does. */
export function demoHome(home: StateDir): StateDir {
  return openStateDir(path.join(home.dir, 'demo'));
}

/** Runs src/main/dev.ts on that home; it and its parts are ended after the test whatever happens. */
export function startDev(home: StateDir, env: NodeJS.ProcessEnv = {}, options: readonly string[] = []): Dev {
  // Without the guard that entryArguments adds: a supervisor has no parent to watch here.
  const args = entryArguments('dev', options)
    .filter((arg) => !arg.endsWith('exit-with-parent.mjs'))
    .slice(1);
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    env: { ...inherited, FOOTPRINT_HOME: home.dir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const verdict = () => stripVTControlCharacters(output);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    const used = options.includes('--simulator') ? simulatorHome(home) : options.includes('--demo') ? demoHome(home) : home;
    const left = parts(used);
    if (existsSync(used.run)) killAll(used);
    await waitUntil(() => left.every((part) => !isSameProcess(part)), 90_000);
  });
  return {
    process: child,
    exited,
    output: verdict,
    async stated(text) {
      await waitUntil(() => verdict().includes(text) || child.exitCode !== null, 120_000);
      if (!verdict().includes(text)) throw new Error(`it did not say "${text}", but:\n${verdict()}`);
    },
  };
}

/** What is recorded as running on that home. */
export function parts(home: StateDir): ProcessIdentity[] {
  if (!existsSync(home.run)) return [];
  return readdirSync(home.run).flatMap((file) => {
    const identity = file === 'supervisor.json' ? null : parseIdentity(readJsonObject(path.join(home.run, file)));
    return identity ? [identity] : [];
  });
}

export function part(home: StateDir, name: string): ProcessIdentity {
  const identity = parseIdentity(readJsonObject(path.join(home.run, `${name}.json`)));
  if (!identity) throw new Error(`${name} is not recorded`);
  return identity;
}
