import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { isProduct, type SourceFile } from './measure.js';

type Pair = readonly [string, string];
/** For each folder those that its files import from, with these imports: `src/a/x.ts:3 imports ../b/y.js`. */
export type FolderImports = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

export interface FolderCycles {
  /** Folders that import each other, beside each other or one inside the other. */
  readonly pairs: readonly Pair[];
  /** Sets of such folders of which each reaches all others by imports; the largest first. */
  readonly knots: readonly (readonly string[])[];
}

/** Cycles among folders. */
export function folderCycles(all: FolderImports): FolderCycles {
  const pairs = [...all.keys()].sort().flatMap((one) =>
    [...(all.get(one)?.keys() ?? [])]
      .filter((other) => one < other && all.get(other)?.has(one))
      .sort()
      .map((other): Pair => [one, other]),
  );
  return { pairs, knots: knotsOf(all) };
}

/** Imports among the folders of the product. Those of types count: they tie folders as well. A folder is the one that a file lies in. */
export function folderImports(files: readonly SourceFile[]): FolderImports {
  const imports = new Map<string, Map<string, string[]>>();
  for (const { path, text } of files.filter((file) => isProduct(file.path))) {
    const from = dirname(path);
    for (const { fileName, pos } of ts.preProcessFile(text, true, false).importedFiles) {
      const to = dirname(join(from, fileName));
      if (!fileName.startsWith('.') || to === from || !isProduct(to)) continue;
      const others = imports.get(from) ?? new Map<string, string[]>();
      const line = text.slice(0, pos).split('\n').length;
      imports.set(from, others.set(to, [...(others.get(to) ?? []), `${path}:${line} imports ${fileName}`]));
    }
  }
  return imports;
}

function knotsOf(edges: FolderImports): string[][] {
  const folders = [...edges.keys()].sort();
  const reached = new Map(folders.map((folder) => [folder, reachableFrom(folder, edges)]));
  const hasPath = (from: string, to: string): boolean => reached.get(from)?.has(to) ?? false;
  const left = new Set(folders.filter((folder) => hasPath(folder, folder)));
  const knots: string[][] = [];
  for (const folder of left) {
    const knot = [...left].filter((other) => hasPath(folder, other) && hasPath(other, folder));
    for (const each of knot) left.delete(each);
    knots.push(knot);
  }
  return knots.sort((a, b) => b.length - a.length);
}

function reachableFrom(folder: string, edges: FolderImports): Set<string> {
  const found = new Set<string>();
  const waiting = [...(edges.get(folder)?.keys() ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(edges.get(next)?.keys() ?? []));
  }
  return found;
}
