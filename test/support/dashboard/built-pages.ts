/** The pages of the dashboard as they are built, once for all test files that need them. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { buildPages } from '../../../tools/launch/pages.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the pages are made of. */
const SOURCES = [
  'clients/typescript',
  'src/dashboard',
  'src/engine',
  'src/facts',
  'src/features',
  'src/kernel',
  'tools/launch/pages.mjs',
  'package-lock.json',
  'tsconfig.json',
];
const CACHE = path.join(ROOT, 'node_modules', '.cache');
const PREFIX = 'footprint-test-pages-';
const METAFILE = 'metafile.json';
/** Other runs may still use older ones. */
const KEEP_MS = 3_600_000;

/** @returns folder with the pages of the present sources: another process that makes the same at the same time does no harm */
export async function builtPages(): Promise<string> {
  const folder = path.join(CACHE, `${PREFIX}${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  const unfinished = path.join(CACHE, `${PREFIX}${randomBytes(6).toString('hex')}`);
  try {
    const metafile = await buildPages(ROOT, unfinished);
    writeFileSync(path.join(unfinished, METAFILE), JSON.stringify(metafile));
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

/** What went into each part of the pages, as esbuild tells it. */
export function metafileOf(folder: string): Metafile {
  return JSON.parse(readFileSync(path.join(folder, METAFILE), 'utf8')) as Metafile;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const add = (file: string) => {
    if (!statSync(file).isDirectory()) hash.update(`${file}\n`).update(readFileSync(file));
    else for (const name of readdirSync(file).sort()) if (name !== 'dist') add(path.join(file, name));
  };
  for (const source of SOURCES) add(path.join(ROOT, source));
  return hash.digest('hex').slice(0, 16);
}

function removeOld(current: string): void {
  for (const name of readdirSync(CACHE).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(CACHE, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (folder !== current && Date.now() - made > KEEP_MS) rmSync(folder, { recursive: true, force: true });
  }
}
