/**
 * Installs what is missing, then runs a program of the project.
 *   node tools/launch/with-dependencies.mjs src/main/simulator.ts …            a program, from a bundle of its sources
 *   node tools/launch/with-dependencies.mjs tools/checks/check.ts …                another TypeScript entry, through tsx
 *   node tools/launch/with-dependencies.mjs vitest run …                      a tool of node_modules
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The oldest Node that runs the project. */
const NEEDED = [20, 18];
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Entry file of each tool that is run by name: no shell and no .bin link is needed. */
const TOOLS = {
  vitest: 'node_modules/vitest/vitest.mjs',
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
};

/** Arguments of `node` that run a TypeScript entry from any folder. */
export function entryArgs(entry, args) {
  const program = /^src\/main\/([^/]+)\.ts$/.exec(entry)?.[1];
  if (program) return [path.join(root, 'tools', 'launch', 'program.mjs'), program, ...args];
  const loader = pathToFileURL(path.join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs'));
  return ['--import', loader.href, path.resolve(root, entry), ...args];
}

/**
 * Installs what is missing, then runs one program in the foreground and ends as it ends.
 * @param {string[]} args arguments of `node`
 * @param {{ watched?: boolean, cwd?: string }} [options] `cwd` is the project's folder by default; `watched`: the program has an IPC
 *   channel, whose end shows it that this process has ended, and then stops by itself
 * @returns {Promise<number>} the program's exit code; 128 + n after signal n
 */
export async function launch(args, { watched = false, cwd = root } = {}) {
  if (!(await dependenciesReady())) return 1;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: watched ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit' });
    // In a terminal Ctrl-C reaches the program as well; the second copy is harmless, the programs drop near repeats.
    const handlers = FORWARDED.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Installs what is missing. @returns {Promise<boolean>} false, after saying why, when the project cannot be run */
export async function dependenciesReady() {
  const complaint = nodeComplaint();
  if (complaint) {
    fail(complaint);
    return false;
  }
  const { ensureDependencies } = await import('./dependencies.mjs');
  try {
    await ensureDependencies(root);
  } catch (error) {
    fail(error.message);
    return false;
  }
  return true;
}

/** @returns {string | null} what to do, or null when this Node will do */
export function nodeComplaint(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return `Footprint needs Node ${NEEDED.join('.')} or newer and this is ${version}: install it from nodejs.org and try again.`;
}

function fail(sentence) {
  process.stderr.write(`\n  ✖ ${sentence}\n\n`);
  return 1;
}

async function main([name, ...rest]) {
  if (!name) return fail('Name a program: node tools/launch/with-dependencies.mjs <entry.ts | vitest | tsc | biome> [arguments]');
  const tool = TOOLS[name];
  if (!(await dependenciesReady())) return 1;
  // Programs run without types.
  if (!name.startsWith('src/main/')) await (await import('./generated.mjs')).makeGenerated(root);
  return launch(tool ? [tool, ...rest] : entryArgs(name, rest));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
