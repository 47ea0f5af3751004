/**
 * Installs what package-lock.json requires, with Node built-ins only, so that every command works from a clean clone. A correct
 * installation is left alone; one that is missing, stale or incomplete is made anew.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shareLock, tryLock } from '../embedded/process-lock.mjs';
import { patchDriver } from './patch-driver.mjs';

const MARKER = path.join('node_modules', '.footprint-installed');
/** npm writes this list last, so an interrupted installation has none or an old one. */
const NPM_RECORD = path.join('node_modules', '.package-lock.json');

/**
 * @param {string} root folder of package.json
 * @returns {Promise<'ready' | 'installed'>} throws an Error with one sentence when npm fails
 */
export async function ensureDependencies(root) {
  const state = await install(root);
  // npm does this as `postinstall`, unless scripts are switched off; a checkout of other sources, never.
  await patchDriver(root);
  return state;
}

async function install(root) {
  if (isReady(root)) return 'ready';
  const lock = path.join(root, '.footprint', 'install.lock');
  mkdirSync(path.dirname(lock), { recursive: true });
  if (tryLock(lock)) {
    process.stderr.write('  Another process is installing, waiting for it …\n');
    while (tryLock(lock)) await sleep(200);
  }
  try {
    if (isReady(root)) return 'ready';
    await runNpmCi(root, lock);
    const gap = firstGap(root);
    if (gap) throw new Error(`npm reported success, but ${gap}. Delete node_modules and try again.`);
    writeFileSync(path.join(root, MARKER), wanted(root));
    return 'installed';
  } finally {
    rmSync(lock, { force: true });
  }
}

/** True when the marker (or npm's own record of a hand-made installation) agrees with the lock and nothing is missing. */
export function isReady(root) {
  if (firstGap(root)) return false;
  const marker = readOr(path.join(root, MARKER), '');
  if (marker === wanted(root)) return true;
  if (marker && marker.split('\n')[1] !== runtime()) return false;
  if (!recordMatchesLock(root)) return false;
  writeFileSync(path.join(root, MARKER), wanted(root));
  return true;
}

const runtime = () => `node ${process.versions.modules} ${process.platform} ${process.arch}`;

/** Two lines: digest of the lock, and what compiled packages depend on. */
function wanted(root) {
  const digest = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  return `${digest}\n${runtime()}\n`;
}

function lockedPackages(file) {
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([where]) => where !== '');
}

/** A required package that is not there, in words; null when all are. Optional ones depend on the machine. */
function firstGap(root) {
  for (const [where, entry] of lockedPackages(path.join(root, 'package-lock.json'))) {
    if (entry.optional || entry.devOptional || entry.link) continue;
    if (!existsSync(path.join(root, where, 'package.json'))) return `${where} is missing`;
  }
  return null;
}

function recordMatchesLock(root) {
  const record = path.join(root, NPM_RECORD);
  if (!existsSync(record)) return false;
  const installed = new Map(lockedPackages(record).map(([where, entry]) => [where, entry.version]));
  return lockedPackages(path.join(root, 'package-lock.json')).every(
    ([where, entry]) => installed.get(where) === entry.version || (entry.optional && !installed.has(where)),
  );
}

/** @param {string} root @param {string} lock is held until npm has ended, whatever ends this process */
async function runNpmCi(root, lock) {
  // A marker must never outlive the folder that it describes.
  rmSync(path.join(root, MARKER), { force: true });
  process.stderr.write('  Installing dependencies …\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under npx, npm_execpath names another tool's file; npm's own is called npm-cli.js.
  const [command, before] = npm && path.basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
  const code = await new Promise((resolve, reject) => {
    // What npm says goes to stderr: stdout is the program's.
    const child = spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
    if (child.pid) shareLock(lock, child.pid);
    child.on('error', (error) => reject(new Error(`npm cannot be started (${error.code}): install npm 10 or newer.`)));
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  if (code !== 0) throw new Error(`npm ci failed (${code}), so dependencies are not installed: its reason is above.`);
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
