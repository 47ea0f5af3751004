/**
 * `npm run size [-- --base REF]`: how large each area is, and which folders import each other. With a base also before, and in which test
 * files there are fewer assertions.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFiles } from '../tools/checks/project-files.js';
import { PROJECT_ROOT } from '../tools/checks/tool.js';
import { foldersOf, measure, type SourceFile, sizeTable } from './size/measure.js';
import { assertionChanges } from './size/assertions.js';
import { cutsSince } from './size/cuts.js';
import { folderCycles, folderImports } from './size/folder-cycles.js';

const { base } = parseArgs({ options: { base: { type: 'string' } } }).values;
const git = (args: readonly string[], input?: string): string =>
  execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1 << 30, ...(input === undefined ? {} : { input }) });

/** Files of the working tree, changes that are not committed included. */
function filesNow(): SourceFile[] {
  return foldersOf(projectFiles(PROJECT_ROOT)).map((path) => ({ path, text: readFileSync(join(PROJECT_ROOT, path), 'utf8') }));
}

/** Files of a commit, read in one go. */
function filesOf(ref: string): SourceFile[] {
  const paths = foldersOf(git(['ls-tree', '-r', '--name-only', '-z', ref]).split('\0'));
  const blobs = execFileSync('git', ['cat-file', '--batch'], {
    cwd: PROJECT_ROOT,
    input: paths.map((path) => `${ref}:${path}\n`).join(''),
    maxBuffer: 1 << 30,
  });
  let at = 0;
  return paths.map((path) => {
    const end = blobs.indexOf('\n', at);
    const size = Number(blobs.toString('utf8', at, end).split(' ').at(-1));
    at = end + 1 + size + 1;
    return { path, text: blobs.toString('utf8', end + 1, end + 1 + size) };
  });
}

const after = filesNow();
const before = base === undefined ? null : filesOf(base);
process.stdout.write(`${sizeTable(measure(after), before && measure(before))}\n\n`);
const { pairs, knots } = folderCycles(folderImports(after));
const earlier = before && folderCycles(folderImports(before));
const was = (count: number | undefined): string => (count === undefined ? '' : ` (before: ${count})`);
const lines = [
  `Folders of the product that import each other: ${pairs.length} pairs${was(earlier?.pairs.length)}`,
  ...pairs.map(([one, other]) => `  ${one} ↔ ${other}`),
  `Knots, in which each folder reaches all others: ${knots.length}${was(earlier?.knots.length)}`,
  ...knots.map((knot) => `  ${knot.length} folders: ${knot.join(', ')}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
if (before) {
  const { deleted, added, movedAway, largest } = cutsSince(before, after);
  const cuts = [
    `Lines of the product without imports, apart from moves: ${deleted.toLocaleString('en')} deleted, ${added.toLocaleString('en')} added, ` +
      `${movedAway.toLocaleString('en')} moved out of it. The most deleted:`,
    ...largest.map((cut) => `  ${cut.deleted.toLocaleString('en')} ${cut.path}`),
  ];
  process.stdout.write(`\n${cuts.join('\n')}\n`);
  const { total, fewer, gone } = assertionChanges(before, after);
  const assertions = [
    `Assertions in tests: ${total[1].toLocaleString('en')} (before: ${total[0].toLocaleString('en')}). Files with fewer: ${fewer.length}`,
    ...fewer.map((file) => `  ${file.path}: ${file.before} → ${file.now}`),
    `Tests whose name is in no file any more: ${gone.length}`,
    ...gone.map(({ path, title }) => `  ${path}: ${title}`),
  ];
  process.stdout.write(`\n${assertions.join('\n')}\n`);
}
