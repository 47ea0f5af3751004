import { expect, it } from 'vitest';
import { checkNormaliseCalls } from '../../../tools/checks/normalise-calls.js';
import { plantTree } from '../../support/planted-tree.js';

it("nothing but the helper uses the texts' own Unicode normalisation, however it is reached", () => {
  expect(checkNormaliseCalls()).toEqual([]);
  const name = 'normalize';
  const uses = [
    `x.${name}('NFC')`,
    `x?.${name}()`,
    `x.${name}?.()`,
    `x['${name}']('NFKC')`,
    `x[\`${name}\`]()`,
    `x['normal' + ('i' + 'ze')]()`,
    `x.normal\\u0069ze()`,
    `String.prototype.${name}.call(x)`,
    `Reflect.get(x, '${name}')`,
    `(({ ${name} }) => ${name})(x)`,
    `(({ ${name}: y }) => y)(x)`,
  ];
  const folders = ['src/api', 'workflows', 'activities', 'clients/typescript', 'scripts', 'tools/simulator'];
  const root = plantTree({
    ...Object.fromEntries(folders.map((folder) => [`${folder}/a.ts`, `export const a = (x: string) => x.${name}();\n`])),
    'src/b.ts': uses.map((use) => `${use};\n`).join(''),
    'src/c.tsx': `export const c = (x: string) =>\n  x\n    .${name}('NFD');\n`,
    'src/kernel/values/normalise.ts': `export const normalise = (x: string) => x.${name}();\n`,
    'src/good.ts': `import { ${name} } from 'node:path';\n// x.${name}()\nexport const x = ${name}('./${name}.js');\n`,
    'test/a.ts': `'a'.${name}();\n`,
  });
  const positions = [...folders.map((folder) => `${folder}/a.ts:1`), ...uses.map((_, index) => `src/b.ts:${index + 1}`), 'src/c.tsx:2'];
  expect(
    checkNormaliseCalls(root)
      .map((finding) => finding.split(': ')[0])
      .sort(),
  ).toEqual(positions.sort());
});
