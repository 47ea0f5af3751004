import { describe, expect, it } from 'vitest';
import { checkFolderCycles } from '../../../tools/checks/folder-cycles.js';
import { plantTree } from '../../support/planted-tree.js';

describe('folders', () => {
  it('import each other nowhere in this tree', () => {
    expect(checkFolderCycles()).toEqual([]);
  });

  it('that import each other are found with their imports: side by side, one inside the other, and in a longer round', () => {
    const importing = (...paths: string[]): string => paths.map((path) => `import type { A } from '${path}';\n`).join('');
    const root = plantTree({
      'src/d/a/x.ts': `\n${importing('../b/x.js', './y.js')}`,
      'src/d/b/x.ts': importing('../a/x.js'),
      'src/db/x.ts': importing('./in/x.js', '../d/a/x.js'),
      'src/db/in/x.ts': importing('../y.js'),
      'workflows/x.ts': importing('../activities/x.js'),
      'activities/x.ts': importing('../src/engine/x.js'),
      'src/engine/x.ts': importing('../../workflows/x.js', '../d/a/x.js'),
      'src/c/routes.ts': importing('./v1/x.js'),
      'src/c/v1/x.ts': importing('../route.js'),
      'test/x.ts': importing('../scripts/x.js'),
      'scripts/x.ts': importing('../test/x.js'),
    });
    expect(checkFolderCycles(root)).toEqual([
      'src/c and src/c/v1 import each other\n  src/c/routes.ts:1 imports ./v1/x.js\n  src/c/v1/x.ts:1 imports ../route.js',
      'src/d/a and src/d/b import each other\n  src/d/a/x.ts:2 imports ../b/x.js\n  src/d/b/x.ts:1 imports ../a/x.js',
      'src/db and src/db/in import each other\n  src/db/x.ts:1 imports ./in/x.js\n  src/db/in/x.ts:1 imports ../y.js',
      'activities and src/engine and workflows import each other\n  activities/x.ts:1 imports ../src/engine/x.js\n' +
        '  src/engine/x.ts:1 imports ../../workflows/x.js\n  workflows/x.ts:1 imports ../activities/x.js',
    ]);
  });

  it('a whole layer of imports between two folders is not listed, only how many there are', () => {
    const down = Array.from({ length: 7 }, () => "import type { B } from '../b/x.js';\n").join('');
    const root = plantTree({ 'src/a/x.ts': down, 'src/b/x.ts': "import type { A } from '../a/x.js';\n" });
    const [found = ''] = checkFolderCycles(root);
    expect(found.split('\n').slice(5)).toEqual([
      '  src/a/x.ts:5 imports ../b/x.js',
      '  src/a imports 2 times more from src/b',
      '  src/b/x.ts:1 imports ../a/x.js',
    ]);
  });
});
