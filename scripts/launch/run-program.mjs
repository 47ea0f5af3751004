/**
 * Runs a program of src/bin in this process: `node scripts/launch/run-program.mjs api …`. From a bundle of the sources, which is made
 * when they changed; where none can be made (a folder that cannot be written to), the sources themselves through tsx.
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readyBundle, runBundle } from './source-bundle.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const [node, , program, ...args] = process.argv;
const source = path.join(root, 'src', 'bin', `${program}.ts`);
process.argv = [node, source, ...args];

const bundle = await readyBundle(root, program);
if (bundle) await runBundle(bundle);
else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(source).href);
}
