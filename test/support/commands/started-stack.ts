/** `npm start …` in a clone, for the commands that are shown after it. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type StateDir, openStateDir } from '../../../tools/embedded/state-dir.js';
import { databaseFolder } from '../../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../../tools/embedded/postgres-programs.js';
import { isSameProcess } from '../../../tools/embedded/process-table.mjs';
import { SIMULATOR_FOLDER } from '../../../tools/embedded/running-stack.js';
import { killAll } from '../../../tools/embedded/stale-processes.js';
import { waitUntil } from '../../../tools/embedded/wait-until.js';
import { parts } from '../../integration/embedded/running-dev.js';
import { type Clone, startShell } from './clean-clone.js';

export interface StartedStack {
  readonly apiUrl: string;
  readonly key: string;
  /** The lines that it shows to paste. */
  readonly shown: string;
  /** Ctrl-C. @returns what is wrong with how it ended, or null */
  stop(): Promise<string | null>;
}

const READY = 'Ctrl-C stops everything.';
const START_TIMEOUT_MS = 180_000;
const GONE_MS = 20_000;
/** There is no Internet in a test: a lookup that is waited for need not keep its platforms for long. */
const NO_WAY_OUT = { QUEUE_LIMIT_WAIT_MS: '2000' };

/** @throws when it does not come up; then nothing of it is left */
export async function startStackBy(text: string, clone: Clone): Promise<StartedStack> {
  const isSimulated = text.includes('--simulator');
  const { child, exited, signal, output } = startShell(text, clone.dir, { ...clone.env, ...(isSimulated ? {} : NO_WAY_OUT) });
  const home = openStateDir(path.join(clone.dir, '.footprint', isSimulated ? SIMULATOR_FOLDER : ''));
  await waitUntil(() => output().includes(READY) || child.exitCode !== null, START_TIMEOUT_MS);
  const apiUrl = /API {2,}(http:\S+)/.exec(output())?.[1];
  const key = /API key {2,}(\S+)/.exec(output())?.[1];
  if (!output().includes(READY) || !apiUrl || !key) {
    await end();
    throw new Error(`\`${text}\` showed no address and key, but:\n${output()}`);
  }
  const shown = (output().split('Try it:')[1] ?? '').split(READY)[0]?.trim() ?? '';
  return {
    apiUrl,
    key,
    shown,
    async stop() {
      signal('SIGINT');
      const stopped = await waitUntil(() => child.exitCode !== null || child.signalCode !== null, 60_000);
      const left = parts(home).filter(isSameProcess);
      await end();
      if (!stopped) return `\`${text}\` did not end after Ctrl-C`;
      if (left.length > 0) return `\`${text}\` left processes: ${left.map(({ pid }) => pid).join(', ')}`;
      return output().includes('Stopped.') ? null : `\`${text}\` did not say that it stopped`;
    },
  };

  async function end(): Promise<void> {
    const left = parts(home);
    signal('SIGKILL');
    await exited;
    endAll(home);
    await waitUntil(() => left.every((part) => !isSameProcess(part)), GONE_MS);
    // Where other users cannot enter the temporary folder, the database is kept elsewhere.
    rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
  }
}

function endAll(home: StateDir): void {
  if (existsSync(home.run)) killAll(home);
}
