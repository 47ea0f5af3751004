import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', '.git', 'dist', '.footprint', 'coverage', 'test-results']);

/**
 * Paths of all files of the project, relative to its root, with `/`: what git tracks or would track, or everything below
 * the root where there is no git (an unpacked archive).
 */
export function projectFiles(root: string): string[] {
  const listed = trackedFiles(root) ?? walk(root, '');
  // A file that an uncommitted change deletes is still in git's index.
  return listed.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false).sort();
}

function trackedFiles(root: string): string[] | null {
  if (statSync(join(root, '.git'), { throwIfNoEntry: false }) === undefined) return null;
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(list.toString().split('\0').filter(Boolean))];
  } catch {
    return null;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}

/** Paths of the source files among them. Declarations (`.d.ts`) are left out: tools write them. */
export function sourceFiles(root: string): string[] {
  return projectFiles(root).filter((path) => /\.(?:ts|tsx|mts|mjs|js|cjs)$/.test(path) && !path.endsWith('.d.ts'));
}

/** Paths of the modules of the product that run on a server: all but its pages. */
export const productFiles = (root: string): string[] =>
  sourceFiles(root).filter((path) => /^(?:src\/(?!dashboard\/)|activities\/|workflows\/).*\.ts$/.test(path));
