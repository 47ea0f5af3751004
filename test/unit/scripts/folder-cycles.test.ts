import { describe, expect, it } from 'vitest';
import { checkFolderCycles } from '../../../scripts/check/folder-cycles.js';
import { plantTree } from '../../support/planted-tree.js';

describe('folders', () => {
  it('import each other nowhere in this tree', () => {
    expect(checkFolderCycles()).toEqual([]);
  });

  it('that import each other are found with their imports: side by side, one inside the other, and in a longer round', () => {
    const importing = (...paths: string[]): string => paths.map((path) => `import type { A } from '${path}';\n`).join('');
    const root = plantTree({
      'src/domain/a/x.ts': `\n${importing('../b/x.js', './y.js')}`,
      'src/domain/b/x.ts': importing('../a/x.js'),
      'src/db/x.ts': importing('./in/x.js', '../domain/a/x.js'),
      'src/db/in/x.ts': importing('../y.js'),
      'workflows/x.ts': importing('../activities/x.js'),
      'activities/x.ts': importing('../src/engine/x.js'),
      'src/engine/x.ts': importing('../../workflows/x.js', '../domain/a/x.js'),
      'src/api/routes.ts': importing('./v1/x.js'),
      'src/api/v1/x.ts': importing('../route.js'),
      'test/x.ts': importing('../scripts/x.js'),
      'scripts/x.ts': importing('../test/x.js'),
    });
    expect(checkFolderCycles(root)).toEqual([
      'src/api and src/api/v1 import each other\n  src/api/routes.ts:1 imports ./v1/x.js\n  src/api/v1/x.ts:1 imports ../route.js',
      'src/db and src/db/in import each other\n  src/db/x.ts:1 imports ./in/x.js\n  src/db/in/x.ts:1 imports ../y.js',
      'src/domain/a and src/domain/b import each other\n  src/domain/a/x.ts:2 imports ../b/x.js\n  src/domain/b/x.ts:1 imports ../a/x.js',
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
