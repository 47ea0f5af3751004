/** The pages of the dashboard as they are built, once for all test files that need them. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { buildPages } from '../../../tools/launch/pages.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the pages are made of besides the files that the bundler names. The lock file stands for all of `node_modules`. */
const BESIDES = ['src/dashboard/index.html', 'src/dashboard/tsconfig.json', 'tools/launch/pages.mjs', 'package-lock.json', 'tsconfig.json'];
const CACHE = path.join(ROOT, 'node_modules', '.cache');
const PREFIX = 'footprint-test-pages-';
const METAFILE = 'metafile.json';
/** Other runs may still use older ones. */
const KEEP_MS = 3_600_000;

/** @returns folder with the pages of the present sources: another process that makes the same at the same time does no harm */
export async function builtPages(): Promise<string> {
  const known = builtBefore().find((folder) => folder === folderOf(metafileOf(folder)));
  if (known !== undefined) return known;
  const unfinished = path.join(CACHE, `${PREFIX}${randomBytes(6).toString('hex')}`);
  try {
    const metafile = await buildPages(ROOT, unfinished);
    const folder = folderOf(metafile);
    writeFileSync(path.join(unfinished, METAFILE), JSON.stringify(metafile));
    if (!existsSync(folder)) renameTo(folder, unfinished);
    removeOld(folder);
    return folder;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function renameTo(folder: string, unfinished: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process made it meanwhile
  }
}

const builtBefore = (): string[] =>
  readdirSync(CACHE)
    .filter((name) => name.startsWith(PREFIX) && existsSync(path.join(CACHE, name, METAFILE)))
    .map((name) => path.join(CACHE, name));

/** What went into each part of the pages, as esbuild tells it. */
export function metafileOf(folder: string): Metafile {
  return JSON.parse(readFileSync(path.join(folder, METAFILE), 'utf8')) as Metafile;
}

/** Where the pages of the present content of those files are. */
function folderOf({ inputs }: Metafile): string {
  const hash = createHash('sha256');
  const sources = Object.keys(inputs).filter((file) => !file.includes('node_modules/'));
  for (const source of [...sources.sort(), ...BESIDES]) {
    const file = path.join(ROOT, source);
    hash.update(`${source}\n`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return path.join(CACHE, `${PREFIX}${hash.digest('hex').slice(0, 16)}`);
}

function removeOld(current: string): void {
  for (const name of readdirSync(CACHE).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(CACHE, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (folder !== current && Date.now() - made > KEEP_MS) rmSync(folder, { recursive: true, force: true });
  }
}
