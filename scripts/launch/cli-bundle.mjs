/**
 * The command line in one piece, made when its sources changed: through tsx it takes seconds to start, from the bundle a fraction
 * of one. Kept in node_modules/.cache, three folders below the project as dist/src/* is, so that files beside it are found alike.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** All that the command line is made of. */
const SOURCES = ['src', 'activities', 'workflows', 'clients/typescript', 'package.json', 'package-lock.json', 'scripts/launch/cli-bundle.mjs'];
const PREFIX = 'footprint-cli-';
/** A bundle may be running: its parts are loaded when they are needed. */
const KEEP_MS = 24 * 3_600_000;

/** Where the bundle of the present sources is, or belongs: a change of any of them gives another path. */
export function bundleFile(root) {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) addTo(hash, path.join(root, source));
  return path.join(root, 'node_modules', '.cache', `${PREFIX}${hash.digest('hex').slice(0, 16)}`, 'cli.mjs');
}

function addTo(hash, file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name));
  else if (stats) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
}

/**
 * Makes the bundle. Dependencies stay where they are, and each command is a part of its own.
 *
 * @param {string} root folder of package.json
 * @param {string} file what `bundleFile` said
 * @returns what went into each part, as esbuild's metafile
 */
export async function makeBundle(root, file) {
  const { build } = await import('esbuild');
  const folder = path.dirname(file);
  const cache = path.dirname(folder);
  const unfinished = path.join(cache, `.${PREFIX}${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    const { metafile } = await build({
      absWorkingDir: root, entryPoints: { cli: 'src/bin/cli.ts' }, outdir: unfinished, outExtension: { '.js': '.mjs' },
      bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', sourcemap: 'linked',
      metafile: true, logLevel: 'silent', tsconfig: 'tsconfig.json',
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    removeOld(cache, folder);
    return metafile;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function removeOld(cache, current) {
  for (const name of readdirSync(cache).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(cache, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (folder !== current && Date.now() - made > KEEP_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** The bundle of the present sources, made if need be; null when it cannot be, and then the sources are run as they are. */
export async function readyBundle(root) {
  const file = bundleFile(root);
  if (existsSync(file)) return file;
  try {
    await makeBundle(root, file);
  } catch {
    // Another process may have made it meanwhile; a read-only or damaged installation cannot.
  }
  return existsSync(file) ? file : null;
}
