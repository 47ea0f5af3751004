/** `npm run dev`: makes the programs anew when their sources change, and replaces the parts of the stack that run them. */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from './program.js';

/** Milliseconds: an editor writes a file in several steps, and a checkout many files. */
const SETTLED_MS = 50;

/**
 * Calls `changed` after changes below the paths, one call at a time, with the changed paths since the call before. Folders are watched each
 * by itself: so a file that an editor replaces is seen on every platform and version of Node.
 *
 * @param roots files and folders
 * @param changed its errors are the caller's to report: it must not throw
 * @returns ends the watch
 */
export function watchPaths(roots: readonly string[], changed: (paths: readonly string[]) => Promise<void>): () => void {
  const watchers = new Map<string, FSWatcher>();
  const found = new Set<string>();
  let isBusy = false;
  let isEnded = false;
  watchFolders();
  return () => {
    isEnded = true;
    for (const watcher of watchers.values()) watcher.close();
  };

  function watchFolders(): void {
    for (const folder of roots.flatMap(foldersOf)) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => void noted(path.join(folder, name ?? '')));
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    }
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  async function noted(file: string): Promise<void> {
    // What is beside a watched file is not below a watched path.
    if (!roots.some((root) => file === root || file.startsWith(root + path.sep))) return;
    found.add(file);
    if (isBusy) return;
    isBusy = true;
    while (found.size > 0 && !isEnded) {
      await sleep(SETTLED_MS);
      for (const folder of watchers.keys()) if (!isFolder(folder)) forget(folder);
      watchFolders();
      const paths = [...found];
      found.clear();
      await changed(paths);
    }
    isBusy = false;
  }
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder itself and all below it; for a file the one that it is in. */
function foldersOf(root: string): string[] {
  if (!isFolder(root)) return [path.dirname(root)];
  const below = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [root, ...below.map(({ parentPath, name }) => path.join(parentPath, name))];
}

/** tools/launch/program.mjs, which is no part of a bundle. */
interface Bundler {
  readonly SOURCES: readonly string[];
  bundleFolder(root: string): string;
  makeBundle(root: string, options: { quick: boolean; catalogue?: string | undefined }): Promise<unknown>;
}

/** What a part is made of beside the rest, as patterns of paths below the project; the API is made of everything. */
const ONLY_API = /^(?:src\/dashboard|clients|src\/.*\/(?:http|routes))\//;
const SIMULATOR = /^(?:tools\/simulator|catalogue)\//;
/** What decides whether an entry of the catalogue is accepted. */
const CATALOGUE = /^(?:catalogue|src\/(?:engine|kernel))\//;

/** @param paths of changed files, below the project @returns names of the parts to replace, the first ones first */
export function partsOf(paths: readonly string[]): string[] {
  const worker = paths.some((file) => !ONLY_API.test(file) && !file.startsWith('tools/')) ? ['worker'] : [];
  return [...(paths.some((file) => SIMULATOR.test(file)) ? ['simulator'] : []), 'api', ...worker];
}

export interface WatchReport {
  /** The sources do not compile: everything runs on as it was. */
  readonly failed: (reason: string) => void;
  readonly made: (paths: readonly string[], ms: number) => void;
}

/** @param replace ends a part and starts it again @returns ends the watch */
export async function watchProject(replace: (part: string) => Promise<void>, report: WatchReport): Promise<() => void> {
  // Loaded once more: the module that runs this program is not evaluated before the program ends.
  const bundler = (await import(`${pathToFileURL(path.join(PROJECT, 'tools', 'launch', 'program.mjs')).href}?watch`)) as Bundler;
  let current = bundler.bundleFolder(PROJECT);
  const pending = new Set<string>();
  const roots = bundler.SOURCES.map((source) => path.join(PROJECT, source));
  return watchPaths(roots, async (found) => {
    const begun = performance.now();
    const next = bundler.bundleFolder(PROJECT);
    if (next === current) return;
    for (const file of found) pending.add(path.relative(PROJECT, file).replaceAll(path.sep, '/'));
    const paths = [...pending];
    try {
      await bundler.makeBundle(PROJECT, { quick: true, catalogue: paths.some((file) => CATALOGUE.test(file)) ? undefined : current });
    } catch (error) {
      return report.failed(error instanceof Error ? error.message : String(error));
    }
    current = next;
    pending.clear();
    report.made(paths, performance.now() - begun);
    for (const part of partsOf(paths)) await replace(part);
  });
}
