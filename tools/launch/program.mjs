/**
 * The programs of src/main as JavaScript, and the pages that they serve, made when their sources changed: through tsx each start of one
 * would compile and find hundreds of modules again, which takes seconds of CPU. Kept in node_modules/.cache.
 *   node tools/launch/program.mjs api …     runs one in this process
 */
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPages } from './pages.mjs';

/** All that the programs are made of. */
export const SOURCES = [
  'src',
  'tools',
  'catalogue',
  'activities',
  'workflows',
  'clients/typescript',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tools/launch/program.mjs',
  'tools/launch/pages.mjs',
];
/** Reads and checks the catalogue's files, once for all programs and their starts. */
const CHECKER = 'src/engine/catalogue/checked-catalogue.ts';
/** What a build of the client leaves beside its sources. */
const BUILT = 'dist';
const PREFIX = 'footprint-programs-';
/** Old bundles are kept this long: a program that runs from one still loads parts of it when they are needed. */
const KEEP_MS = 24 * 3_600_000;

/** Folder of the bundle of the present sources: a change of any of them gives another one. */
export function bundleFolder(root) {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) addTo(hash, path.join(root, source));
  return path.join(root, 'node_modules', '.cache', `${PREFIX}${hash.digest('hex').slice(0, 16)}`);
}

function addTo(hash, file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(file).sort()) if (name !== BUILT) addTo(hash, path.join(file, name));
  } else if (stats) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
}

/** Where the bundle of `src/main/<program>.ts` is, or belongs, as its sources are now. */
export function bundleFile(root, program) {
  return path.join(bundleFolder(root), `${program}.mjs`);
}

/**
 * Makes the bundle atomically. Dependencies stay where they are; what programs share and what a program loads later are parts of
 * their own.
 *
 * @param {string} root folder of package.json
 * @param {{ quick?: boolean, catalogue?: string }} [options] `quick` as for the pages; `catalogue`: folder of a bundle of the same catalogue
 * @returns what went into each part, as esbuild's metafile
 * @throws when the sources cannot be compiled, change meanwhile, or nothing can be written
 */
export async function makeBundle(root, { quick = false, catalogue } = {}) {
  const { build } = await import('esbuild');
  const folder = bundleFolder(root);
  const cache = path.dirname(folder);
  const unfinished = path.join(cache, `${PREFIX}unfinished-${randomBytes(6).toString('hex')}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    const pages = buildPages(root, path.join(unfinished, 'dashboard'), { quick });
    const programs = build({
      absWorkingDir: root,
      entryPoints: entryPoints(root),
      outdir: unfinished,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      sourcemap: 'linked',
      // Each start reads the source maps.
      sourcesContent: false,
      define: {
        CHECKED_CATALOGUE: JSON.stringify(path.join(folder, 'catalogue.json')),
        DASHBOARD_FOLDER: JSON.stringify(path.join(folder, 'dashboard')),
      },
      metafile: true,
      logLevel: 'silent',
      tsconfig: 'tsconfig.json',
      plugins: [KEEP_URLS],
    });
    // Both end before the folder is removed, whichever fails.
    await Promise.allSettled([programs, pages]);
    const { metafile } = await programs;
    await pages;
    const checked = path.join(unfinished, 'catalogue.json');
    const before = catalogue && path.join(catalogue, 'catalogue.json');
    if (before && existsSync(before)) copyFileSync(before, checked);
    else await writeCheckedCatalogue(root, unfinished, checked);
    if (bundleFolder(root) !== folder) throw new Error('The sources changed while they were bundled.');
    finish(unfinished, folder);
    removeOld(cache, folder);
    return metafile;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function writeCheckedCatalogue(root, bundle, file) {
  const { writeCheckedEntries } = await import(pathToFileURL(path.join(bundle, `${path.basename(CHECKER, '.ts')}.mjs`)).href);
  writeCheckedEntries(path.join(root, 'catalogue'), file);
}

function entryPoints(root) {
  const programs = readdirSync(path.join(root, 'src', 'main'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/main/${name}`);
  return [...programs, CHECKER].map((file) => ({ in: file, out: path.basename(file, '.ts') }));
}

/** A module keeps the URL of its source, so that it finds the files and packages beside it. */
const KEEP_URLS = {
  name: 'keep-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)), loader: 'ts' };
    });
  },
};

function finish(unfinished, folder) {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process made the same bundle first: it may be running already.
    if (!existsSync(folder)) throw error;
  }
}

function removeOld(cache, current) {
  for (const name of readdirSync(cache).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(cache, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (folder !== current && Date.now() - made > KEEP_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** The bundle of a program as its sources are now, made if need be; null when it cannot be, and then the sources are run as they are. */
export async function readyBundle(root, program) {
  const file = bundleFile(root, program);
  if (existsSync(file)) return file;
  try {
    await makeBundle(root);
  } catch {
    // A read-only or damaged installation cannot; compile errors are reported when the sources are run.
  }
  return existsSync(file) ? file : null;
}

/** Runs a bundle in this process: another one would take as long to start as a command itself. */
export async function runBundle(file) {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}

/** From its bundle; where none can be made (a folder that cannot be written to), from its sources through tsx. */
async function runProgram(root, [program, ...args]) {
  const source = path.join(root, 'src', 'main', `${program}.ts`);
  process.argv = [process.execPath, source, ...args];
  const bundle = await readyBundle(root, program);
  if (bundle) return runBundle(bundle);
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(source).href);
}

const here = fileURLToPath(import.meta.url);
if (process.argv[1] && realpathSync(process.argv[1]) === here)
  await runProgram(path.resolve(path.dirname(here), '..', '..'), process.argv.slice(2));
