/**
 * Installs what is missing, then runs a program of the project.
 *   node scripts/with-dependencies.mjs src/bin/simulator.ts …            a program, from a bundle of its sources
 *   node scripts/with-dependencies.mjs scripts/check.ts …                another TypeScript entry, through tsx
 *   node scripts/with-dependencies.mjs vitest run …                      a tool of node_modules
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeComplaint } from './launch/node-version.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Entry file of each tool that is run by name: no shell and no .bin link is needed. */
const TOOLS = {
  vitest: 'node_modules/vitest/vitest.mjs',
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
};

/** Arguments of `node` that run a TypeScript entry from any folder. */
export function entryArgs(entry, args) {
  const program = /^src\/bin\/([^/]+)\.ts$/.exec(entry)?.[1];
  if (program) return [path.join(root, 'scripts', 'launch', 'run-program.mjs'), program, ...args];
  const loader = pathToFileURL(path.join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs'));
  return ['--import', loader.href, path.resolve(root, entry), ...args];
}

/**
 * @param {string[]} args arguments of `node`
 * @param {{ watched?: boolean, cwd?: string }} [options] see launch/run.mjs; `cwd` is the project's folder by default
 * @returns {Promise<number>} exit code
 */
export async function launch(args, options = {}) {
  if (!(await dependenciesReady())) return 1;
  const { runNode } = await import('./launch/run.mjs');
  return runNode(args, { cwd: root, ...options });
}

/** Installs what is missing. @returns {Promise<boolean>} false, after saying why, when the project cannot be run */
export async function dependenciesReady() {
  const complaint = nodeComplaint();
  if (complaint) {
    fail(complaint);
    return false;
  }
  const { ensureDependencies } = await import('./launch/dependencies.mjs');
  try {
    await ensureDependencies(root);
  } catch (error) {
    fail(error.message);
    return false;
  }
  return true;
}

function fail(sentence) {
  process.stderr.write(`\n  ✖ ${sentence}\n\n`);
  return 1;
}

async function main([name, ...rest]) {
  if (!name) return fail('Name a program: node scripts/with-dependencies.mjs <entry.ts | vitest | tsc | biome> [arguments]');
  const tool = TOOLS[name];
  return launch(tool ? [tool, ...rest] : entryArgs(name, rest));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
