import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../../src/embedded/cache-folder.js';
import { runProgram } from '../../src/embedded/run-program.js';

/** Pinned: a newer one may find more, and then a run says so on the day we take it, not on any other. */
export const SCHEMATHESIS_VERSION = '4.32.5';

/**
 * Schemathesis in a virtual environment of its own, made at its first use and kept for every checkout of this user.
 *
 * @returns the environment's Python
 * @throws Error that says what to install, when Python or its packages cannot be had
 */
export async function schemathesisPython(): Promise<string> {
  const home = path.join(cacheFolder('.footprint'), `schemathesis-${SCHEMATHESIS_VERSION}`);
  const python = path.join(home, 'bin', 'python');
  const ready = path.join(home, '.complete');
  if (existsSync(ready)) return python;
  // Scripts of an environment name its folder, so it is made in place, and marked when it is whole.
  rmSync(home, { recursive: true, force: true });
  await must('python3', ['-m', 'venv', home], 'Python 3 with its venv module is needed');
  await must(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${SCHEMATHESIS_VERSION}`], 'pip could not install schemathesis');
  await must(python, ['-c', `open(${JSON.stringify(`${ready}.new`)}, 'w').close()`], 'the environment does not run');
  await rename(`${ready}.new`, ready);
  return python;
}

async function must(command: string, args: readonly string[], what: string): Promise<void> {
  const result = await runProgram(command, args, { timeoutMs: 300_000 });
  if (!result.ok) throw new Error(`${what}: ${result.said}`);
}
