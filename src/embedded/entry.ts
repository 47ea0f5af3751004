/** How a program of src/bin is run: as source through tsx, or, where it was built, as JavaScript. */
import { createRequire } from 'node:module';
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
  const bin = path.join(path.dirname(HERE), '..', 'bin', `${name}${BUILT ? '.js' : '.ts'}`);
  const guard = pathToFileURL(path.join(PROJECT, 'src', 'embedded', 'exit-with-parent.mjs')).href;
  const loader = BUILT ? [] : ['--import', pathToFileURL(createRequire(HERE).resolve('tsx')).href];
  return ['--import', guard, ...loader, bin, ...args];
}
