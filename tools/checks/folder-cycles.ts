import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinPosix } from 'node:path/posix';
import ts from 'typescript';
import { sourceFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

const CODE = /^(?:src|workflows|activities|tools|clients)\//;
/** The first two parts of a path below `src`, else the first. */
export const areaOf = (folder: string): string =>
  folder
    .split('/')
    .slice(0, folder.startsWith('src/') ? 2 : 1)
    .join('/');

/** The feature that a folder belongs to. */
const featureOf = (folder: string): string | undefined => /^src\/features\/([^/]+)/.exec(folder)?.[1];

/** Pairs of features that import each other. */
export const tiedFeatures = (imports: readonly (readonly [from: string, to: string])[]): string[] =>
  mutual(
    imports.flatMap(([from, to]) => {
      const [one, other] = [featureOf(from), featureOf(to)];
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    }),
  );

/** Each import between modules of the tree, by the folders of both. Imports of types count. */
export function importedFolders(root: string): (readonly [from: string, to: string])[] {
  return sourceFiles(root)
    .filter((path) => CODE.test(path))
    .flatMap((path) =>
      ts
        .preProcessFile(readFileSync(join(root, path), 'utf8'), true, false)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => [dirname(path), dirname(joinPosix(dirname(path), fileName))] as const)
        .filter(([, to]) => CODE.test(`${to}/`)),
    );
}

/**
 * Folders and features of the product that import each other, and areas of the whole tree that do: neither can be understood, or moved, without the
 * other.
 */
export function checkFolderCycles(root: string = PROJECT_ROOT): Findings {
  const imports = importedFolders(root);
  const isProduct = (folder: string): boolean => /^(?:src|workflows|activities)(?:\/|$)/.test(folder);
  const folders = mutual(imports.filter((edge) => edge.every(isProduct)));
  const areas = mutual(imports.map(([from, to]) => [areaOf(from), areaOf(to)] as const));
  return [
    ...folders.map((pair) => `the folders ${pair} import each other`),
    ...tiedFeatures(imports).map((pair) => `the features ${pair} import each other`),
    ...areas.map((pair) => `the areas ${pair} import each other`),
  ];
}

/** Pairs that are connected both ways, `a and b`. */
export function mutual(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const known = new Set(edges.filter(([from, to]) => from !== to).map(([from, to]) => `${from} and ${to}`));
  return [...known].filter((pair) => {
    const [one = '', other = ''] = pair.split(' and ');
    return one < other && known.has(`${other} and ${one}`);
  });
}
