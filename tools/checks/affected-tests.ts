import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinPosix } from 'node:path/posix';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';

const UNIT_TEST = /^test\/(?:unit|catalogue)\/.*\.test\.ts$/;
/** Files that tests read and do not import. */
const READ_BY: readonly (readonly [read: RegExp, test: RegExp])[] = [
  [/^catalogue\/.*\.json$/, /^test\/(?:catalogue\/(?:shipped|every-rule)|unit\/docs\/platform-counts)\./],
  [/^(?:docs\/|README|CONTRIBUTING)/, /^test\/(?:unit\/docs\/|catalogue\/contributing\.)/],
];

/** Who imports what, by the root: reading it takes seconds. */
const graphs = new Map<string, ReadonlyMap<string, readonly string[]>>();

/**
 * The unit tests that import what changed, also through other files: nearest first. vitest's own `--changed` compiles the whole tree
 * to find them, and runs them in the order of their names.
 *
 * @param root folder of the tree
 * @param changed paths relative to it
 * @param tests which paths are tests
 */
export function affectedTests(root: string, changed: readonly string[], tests: RegExp = UNIT_TEST): readonly string[] {
  const sources = sourceFiles(root);
  const importers = graphs.get(root) ?? importersIn(root, sources);
  graphs.set(root, importers);
  const readers = READ_BY.filter(([read]) => changed.some((path) => read.test(path))).map(([, test]) => test);
  const found = new Set([...changed, ...sources.filter((path) => readers.some((test) => test.test(path)))]);
  // A set is walked in the order of its additions, and what is added meanwhile too: breadth first.
  for (const file of found) for (const importer of importers.get(moduleOf(file)) ?? []) found.add(importer);
  return [...found].filter((path) => tests.test(path) && sources.includes(path));
}

function importersIn(root: string, sources: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const path of sources)
    for (const { fileName } of ts.preProcessFile(readFileSync(join(root, path), 'utf8'), true, false).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const module = moduleOf(joinPosix(dirname(path), fileName));
      importers.set(module, [...(importers.get(module) ?? []), path]);
    }
  return importers;
}

/** A `.ts` file is imported as `.js`. */
const moduleOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '');
