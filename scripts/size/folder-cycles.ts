import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { isProduct, type SourceFile } from './measure.js';

type Pair = readonly [string, string];
type Edges = ReadonlyMap<string, ReadonlySet<string>>;

export interface FolderCycles {
  /** Folders beside each other that import each other. */
  readonly pairs: readonly Pair[];
  /** Sets of such folders of which each reaches all others by imports; the largest first. */
  readonly knots: readonly (readonly string[])[];
  /** Folders that import, and are imported by, one inside them. */
  readonly nested: readonly Pair[];
}

/** Cycles among the folders of the product. Imports of types count: they tie folders as well. A folder is the one that a file lies in. */
export function folderCycles(files: readonly SourceFile[]): FolderCycles {
  const all = importsOf(files);
  const mutual = [...all.keys()].sort().flatMap((one) =>
    [...(all.get(one) ?? [])]
      .filter((other) => one < other && all.get(other)?.has(one))
      .sort()
      .map((other): Pair => [one, other]),
  );
  const isNested = ([one, other]: Pair): boolean => other.startsWith(`${one}/`) || one.startsWith(`${other}/`);
  const beside = new Map([...all].map(([from, to]) => [from, new Set([...to].filter((each) => !isNested([from, each])))]));
  return { pairs: mutual.filter((pair) => !isNested(pair)), knots: knotsOf(beside), nested: mutual.filter(isNested) };
}

/** The folders that files of each folder import from. */
function importsOf(files: readonly SourceFile[]): Edges {
  const edges = new Map<string, Set<string>>();
  for (const { path, text } of files.filter((file) => isProduct(file.path))) {
    const from = dirname(path);
    for (const { fileName } of ts.preProcessFile(text, true, false).importedFiles) {
      const to = dirname(join(from, fileName));
      if (!fileName.startsWith('.') || to === from || !isProduct(to)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

function knotsOf(edges: Edges): string[][] {
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

function reachableFrom(folder: string, edges: Edges): Set<string> {
  const found = new Set<string>();
  const waiting = [...(edges.get(folder) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(edges.get(next) ?? []));
  }
  return found;
}
