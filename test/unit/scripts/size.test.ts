import { expect, it } from 'vitest';
import { assertionChanges } from '../../../scripts/size/assertions.js';
import { cutsSince } from '../../../scripts/size/cuts.js';
import { folderCycles, folderImports } from '../../../scripts/size/folder-cycles.js';
import { foldersOf, measure, sizeTable } from '../../../scripts/size/measure.js';

const file = (path: string, lines: readonly string[]) => ({ path, text: lines.map((line) => `${line}\n`).join('') });
const importing = (...paths: string[]) => paths.map((path) => `import type { A } from '${path}';`);

const FILES = [
  file('src/api/a.ts', ['1', '2', '3']),
  file('src/api/b.tsx', ['1']),
  file('src/db/c.ts', ['1', '2']),
  file('src/db/made.d.ts', ['1', '2', '3', '4']),
  file('workflows/d.ts', ['1']),
  file('test/e.test.ts', ['1', '2', '3', '4', '5']),
];

it('counts files and lines by hand and generated ones, by area', () => {
  const sizes = measure(FILES);
  expect(sizes.map(({ area, files, lines, generatedLines }) => [area, files, lines, generatedLines])).toEqual([
    ['product', 4, 7, 4],
    ['src/api', 2, 4, 0],
    ['src/db', 1, 2, 4],
    ['workflows', 1, 1, 0],
    ['test', 1, 5, 0],
  ]);
  expect(sizes[0]).toMatchObject({ median: 2, longest: '3 src/api/a.ts' });
});

it('shows each number with its difference from another commit, and areas that are gone', () => {
  const before = [...measure(FILES.slice(1)), ...measure([file('src/old/x.ts', ['1', '2'])]).slice(1)];
  const table = sizeTable(measure(FILES), before);
  expect(table).toMatch(/product +\| 4 \(\+1\) +\| 7 \(\+3\) +\| 4 \(\+0\)/);
  expect(table).toMatch(/src\/old +\| 0 \(-1\) +\| 0 \(-2\)/);
});

it('takes TypeScript of the project, and nothing else', () => {
  expect(foldersOf(['src/a.ts', 'src/a.json', 'docs/a.md', 'bin/a.mjs', 'test/a.tsx', 'vitest.config.ts'])).toEqual([
    'src/a.ts',
    'test/a.tsx',
  ]);
});

it('finds folders that import each other, longer rounds, and also one inside the other', () => {
  const imports = folderImports([
    file('src/a/x.ts', importing('../b/x.js', './y.js', 'zod')),
    file('src/b/x.ts', importing('../a/x.js')),
    file('src/c/x.ts', ["export { A } from '../d/x.js';"]),
    file('src/d/x.ts', ["export const a = import('../e/x.js');"]),
    file('src/e/x.ts', importing('../c/x.js', '../a/x.js')),
    file('src/a/in/x.ts', importing('../x.js')),
    file('src/a/z.ts', importing('./in/x.js')),
    file('test/a.ts', importing('../src/a/x.js')),
  ]);
  expect(imports.get('src/c')?.get('src/d')).toEqual(['src/c/x.ts:1 imports ../d/x.js']);
  expect(imports.get('src/e')?.get('src/a')).toEqual(['src/e/x.ts:2 imports ../a/x.js']);
  expect(folderCycles(imports)).toEqual({
    pairs: [
      ['src/a', 'src/a/in'],
      ['src/a', 'src/b'],
    ],
    knots: [
      ['src/a', 'src/a/in', 'src/b'],
      ['src/c', 'src/d', 'src/e'],
    ],
  });
});

it('shows which test files have fewer assertions, and which tests are gone, moved files compared with what they were', () => {
  const before = [
    file('test/a.test.ts', ["it('one', () => {", '  expect(1).toBe(1);', '  expect.soft(2).toBe(2);', '});']),
    file('test/old/b.test.ts', ["it.each([1])('two', () => fc.assert(1));", "describe('three', () => {});"]),
    file('test/c.test.ts', ["it('four', () => expect.poll(() => 1).toBe(1));"]),
  ];
  const now = [
    file('test/a.test.ts', ["it('one', () => {", '  expect(1).toBe(1);', '});']),
    file('test/new/b.test.ts', ["it.each([1])('two', () => fc.assert(1));", "describe('three', () => {});"]),
  ];
  expect(assertionChanges(before, now)).toEqual({
    total: [4, 2],
    fewer: [
      { path: 'test/a.test.ts', before: 2, now: 1 },
      { path: 'test/c.test.ts', before: 1, now: 0 },
    ],
    gone: [{ path: 'test/c.test.ts', title: 'four' }],
  });
});

it('tells what was deleted from what was moved, within the product and out of it', () => {
  const before = [
    file('src/a.ts', ["import { x } from './x.js';", 'moved', 'deleted', '}', '}']),
    file('src/b.ts', ['away', 'deleted too', 'and this']),
    file('scripts/c.ts', ['of no interest']),
  ];
  const after = [
    file('src/features/a.ts', ["import { x } from '../x.js';", '  moved', '}', 'new', 'moved']),
    file('tools/b.ts', ['away', 'tools']),
  ];
  expect(cutsSince(before, after)).toEqual({
    deleted: 4,
    added: 2,
    movedAway: 1,
    largest: [
      { path: 'src/a.ts', deleted: 2 },
      { path: 'src/b.ts', deleted: 2 },
    ],
  });
});
