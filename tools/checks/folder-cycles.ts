import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderCycles, type FolderImports, folderImports } from '../../scripts/size/folder-cycles.js';
import { sourceFiles } from './project-files.js';
import { PROJECT_ROOT, type Findings } from './tool.js';

/** Imports that are shown of one folder from another: where there are more, they are likely not the ones to cut. */
const MAX_SHOWN = 5;

/** Folders of the product that import each other, directly or through others: neither can be understood, or moved, without the other. */
export function checkFolderCycles(root: string = PROJECT_ROOT): Findings {
  const imports = folderImports(sourceFiles(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));
  const { pairs, knots } = folderCycles(imports);
  // A pair lies in a knot; a knot without one is a longer round.
  const rounds = knots.filter((knot) => !pairs.some((pair) => pair.every((folder) => knot.includes(folder))));
  return [...pairs, ...rounds].map((folders) => `${folders.join(' and ')} import each other\n${tiesOf(folders, imports)}`);
}

/** The imports among folders, one a line. */
function tiesOf(folders: readonly string[], imports: FolderImports): string {
  const ties = folders.flatMap((from) =>
    folders.flatMap((to) => {
      const lines = imports.get(from)?.get(to) ?? [];
      const more = lines.length - MAX_SHOWN;
      return more > 0 ? [...lines.slice(0, MAX_SHOWN), `${from} imports ${more} times more from ${to}`] : lines;
    }),
  );
  return ties.map((tie) => `  ${tie}`).join('\n');
}
