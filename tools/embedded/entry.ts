/** How a program of src/bin is run: from a bundle of its sources or, in a build, as the JavaScript in dist/. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
const BUILT = path.extname(HERE) === '.js';

/** Folder of package.json. */
export const PROJECT = path.resolve(path.dirname(HERE), BUILT ? '../../..' : '../..');

/**
 * @param name e.g. `api` for src/bin/api.ts
 * @returns arguments of `node`
 */
export function entryArguments(name: string, args: readonly string[] = []): string[] {
  const guard = pathToFileURL(path.join(PROJECT, 'tools', 'embedded', 'exit-with-parent.mjs')).href;
  const program = BUILT
    ? [path.join(path.dirname(HERE), '..', '..', 'src', 'bin', `${name}.js`)]
    : [path.join(PROJECT, 'scripts', 'launch', 'run-program.mjs'), name];
  return ['--import', guard, ...program, ...args];
}
