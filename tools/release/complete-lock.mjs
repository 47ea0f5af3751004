/**
 * Completes package-lock.json with the optional packages of other platforms that were not visible when the lock was made.
 *
 * npm leaves out of the lock what the current registry does not hold (for example a mirror without all platforms), and then
 * `npm ci` refuses that lock everywhere. Each entry is derived from its parent: an exact version, and the platform in its name. Its
 * integrity is queried from the registry: without one, anything could be installed in its place. A version that the registry does
 * not hold for every platform cannot be locked; take the previous one. Run it after `npm install`; it changes nothing when nothing
 * is missing.
 *   node tools/release/complete-lock.mjs [--check] [file]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = ['android', 'aix', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];
const LIBRARIES = { musl: 'musl', gnu: 'glibc', gnueabihf: 'glibc' };

/**
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, object>} entries to add, by their path in the lock; empty when the lock is complete
 */
export function missingEntries({ packages }) {
  const missing = {};
  for (const [where, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isThere(packages, where, name)) continue;
      const platform = platformIn(name);
      const version = /^[\^~]?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1];
      if (!platform || !version) continue;
      missing[`node_modules/${name}`] = { version, ...(parent.dev ? { dev: true } : {}), optional: true, ...platform };
    }
  }
  return missing;
}

/** Node's resolution: the package's folder first, then each one above it. */
function isThere(packages, where, name) {
  for (let folder = where; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
  }
  return Boolean(packages[`node_modules/${name}`]);
}

/** `@swc/core-linux-arm-gnueabihf` -> os, cpu, libc; null when the name does not say os and cpu. */
function platformIn(name) {
  const words = name.split('/').at(-1).split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.map((word) => LIBRARIES[word]).find(Boolean);
  if (!os || !cpu) return null;
  return { os: [os], cpu: [cpu], ...(libc && os === 'linux' ? { libc: [libc] } : {}) };
}

/** @throws when the registry does not hold the version */
function integrityOf(where, { version }) {
  const name = where.replace('node_modules/', '');
  return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim();
}

function main(args) {
  const check = args.includes('--check');
  const given = args.find((arg) => !arg.startsWith('--'));
  const file = given ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock);
  const names = Object.keys(missing);
  if (names.length === 0) return 0;
  if (check) {
    process.stderr.write(`${names.length} optional packages are missing from the lock: run node tools/release/complete-lock.mjs\n`);
    return 1;
  }
  const whole = Object.entries(missing).map(([where, entry]) => [
    where,
    { version: entry.version, integrity: integrityOf(where, entry), ...entry },
  ]);
  const [root, ...others] = Object.entries({ ...lock.packages, ...Object.fromEntries(whole) });
  others.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...others]) }, null, 2)}\n`);
  process.stdout.write(`added ${names.length}: ${names.map((name) => name.replace('node_modules/', '')).join(', ')}\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
