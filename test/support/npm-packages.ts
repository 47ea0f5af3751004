/** Programs of npm that this project does not depend on, each set of packages once in the user's cache. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../../tools/embedded/child.js';
import { exclusively } from '../../tools/embedded/exclusively.js';
import { cacheFolder, PLATFORM } from '../../tools/embedded/python-packages.js';

const INSTALL_MS = 300_000;

/**
 * Installs packages at their first use; all checkouts of this user share them.
 *
 * @param options.packages with their versions pinned, `name@1.2.3`; other versions need another `name`
 * @returns the folder that holds them
 * @throws Error that names them, when npm cannot install them
 */
export async function npmPackages({ name, packages }: { name: string; packages: readonly string[] }): Promise<string> {
  const home = path.join(cacheFolder('.footprint'), name);
  const [folder, ready] = [path.join(home, 'node_modules'), path.join(home, '.complete')];
  return exclusively(`${home}.lock`, async () => {
    if (existsSync(ready)) return folder;
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home);
    const install = ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...packages];
    const { ok, lastLines } = await runProgram('npm', install, { timeoutMs: INSTALL_MS, cwd: home });
    if (!ok) throw new Error(`npm could not install ${packages.join(', ')}: ${lastLines}`);
    writeFileSync(ready, '');
    return folder;
  });
}

/** Another Node than the one that runs this. @returns its program */
export async function nodeOf(version: string): Promise<string> {
  const name = `node-${PLATFORM}`;
  return path.join(await npmPackages({ name: `${name}-${version}`, packages: [`${name}@${version}`] }), name, 'bin/node');
}
