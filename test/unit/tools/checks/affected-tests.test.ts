import { expect, test } from 'vitest';
import { affectedTests } from '../../../../tools/checks/affected-tests.js';
import { plantTree } from '../../../support/planted-tree.js';

const tree = () =>
  plantTree({
    'src/a.ts': 'export const a = 1;\n',
    'src/a.json': '{}\n',
    'src/b.tsx': `import type { a } from './a.js';\nimport data from './a.json' with { type: 'json' };\nexport const b = (): typeof a => data;\n`,
    'src/loads.ts': `export const load = () => import('./b.js');\n`,
    'test/unit/a.test.ts': `import '../../src/a.js';\n`,
    'test/unit/b.test.ts': `import '../../src/b.js';\n`,
    'test/unit/loads.test.ts': `import '../../src/loads.js';\n`,
    'test/unit/none.test.ts': 'export {};\n',
    'test/http/a.test.ts': `import '../../src/a.js';\n`,
    'test/catalogue/shipped.test.ts': 'export {};\n',
    'test/catalogue/imported.test.ts': 'export {};\n',
  });

test('unit tests that import a changed file, also as a type, as JSON or later, come nearest first; no test that needs a database does', () => {
  expect(affectedTests(tree(), ['src/a.ts'])).toEqual(['test/unit/a.test.ts', 'test/unit/b.test.ts', 'test/unit/loads.test.ts']);
  expect(affectedTests(tree(), ['src/a.json'])).toEqual(['test/unit/b.test.ts', 'test/unit/loads.test.ts']);
});

test('a changed test runs itself, a deleted one does not, and nothing runs for what no test imports', () => {
  expect(affectedTests(tree(), ['test/unit/none.test.ts', 'test/unit/gone.test.ts', 'Dockerfile'])).toEqual(['test/unit/none.test.ts']);
});

test('importers of a deleted file are tested', () => {
  const root = plantTree({ 'test/unit/a.test.ts': `import '../../src/gone.js';\n` });
  expect(affectedTests(root, ['src/gone.ts'])).toEqual(['test/unit/a.test.ts']);
});

test('a platform is tested by what reads the catalogue as files', () => {
  expect(affectedTests(tree(), ['catalogue/curated/example.json'])).toEqual(['test/catalogue/shipped.test.ts']);
});
