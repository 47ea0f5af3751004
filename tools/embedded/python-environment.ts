/** Python tools with which tests and benches compare, each in its own virtual environment in the user's cache. */
import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { runProgram } from './run-program.js';

const INSTALL_MS = 300_000;

/**
 * Creates an environment at its first use; all checkouts of this user share it.
 *
 * @param options.packages with their versions pinned, `name==1.2.3`; other versions need another `name`
 * @returns the environment's `bin` folder
 * @throws Error that says what to install, when Python or a package is not available
 */
export async function pythonEnvironment(options: { name: string; packages: readonly string[] }): Promise<string> {
  const home = path.join(cacheFolder('.footprint'), options.name);
  const bin = path.join(home, 'bin');
  const ready = path.join(home, '.complete');
  if (existsSync(ready)) return bin;
  const python = path.join(bin, 'python');
  // Scripts of an environment contain its path, so it is created in place, and marked when it is complete.
  rmSync(home, { recursive: true, force: true });
  await runOrThrow('python3', ['-m', 'venv', home], 'Python 3 with its venv module is needed');
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options.packages];
  await runOrThrow(python, install, `pip could not install ${options.packages.join(', ')}`);
  await runOrThrow(python, ['-c', `open(${JSON.stringify(`${ready}.new`)}, 'w').close()`], 'the environment does not run');
  await rename(`${ready}.new`, ready);
  return bin;
}

async function runOrThrow(command: string, args: readonly string[], what: string): Promise<void> {
  const result = await runProgram(command, args, { timeoutMs: INSTALL_MS });
  if (!result.ok) throw new Error(`${what}: ${result.lastLines}`);
}
