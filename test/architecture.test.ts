import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { checkCitedPaths } from '../tools/checks/cited-paths.js';
import { checkContractSections } from '../tools/checks/contract-sections.js';
import { checkFolderCycles } from '../tools/checks/folder-cycles.js';
import { checkImportFence } from '../tools/checks/import-fence.js';
import { checkRestricted } from '../tools/checks/restricted.js';
import { plantTree } from './support/planted-tree.js';

/** A logger that keeps its messages and prints nothing. */
function keepingLogger(): Logger & { readonly messages: string[] } {
  const messages: string[] = [];
  const keep = (message: string): void => void messages.push(message);
  return { messages, log: (_level, message) => keep(message), trace: keep, debug: keep, info: keep, warn: keep, error: keep };
}

/** That it holds in this tree is a check of its own (`npm run check`). */
describe('the import fence', () => {
  it('of changed files alone looks at sources, and finds their violations', async () => {
    const root = plantTree({
      'workflows/README.md': '# Workflows\n',
      'workflows/bad.ts': `import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n`,
      'src/engine/bad.ts': `import 'koa';\n`,
    });
    expect(await checkImportFence(root, ['workflows/README.md', 'docs/a.md', 'src/engine/gone.ts'])).toEqual([]);
    const [report = ''] = await checkImportFence(root, ['workflows/README.md', 'workflows/bad.ts']);
    expect(report).toContain('workflows-without-node');
    expect(report).not.toContain('src/engine/bad.ts');
  });

  /** Each: what is planted, the rule that must find it, and the file it must blame. */
  const violations: readonly [string, Record<string, string>, string, string][] = [
    [
      'a workflow that reads a file',
      { 'workflows/bad.ts': `import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n` },
      'workflows-without-node',
      'workflows/bad.ts',
    ],
    [
      'a workflow that knows only the type of a Node module',
      { 'workflows/bad.ts': `import type { Stats } from 'node:fs';\nexport type X = Stats;\n` },
      'workflows-without-node',
      'workflows/bad.ts',
    ],
    [
      'a workflow that calls an activity in place',
      { 'workflows/bad.ts': `import { a } from '../activities/a.js';\nexport const x = a;\n`, 'activities/a.ts': 'export const a = 1;\n' },
      'workflows-imports-only',
      'workflows/bad.ts',
    ],
    [
      'a noun that imports a client',
      {
        'src/features/lookups/bad.ts': `import { a } from './smtp/a.js';\nexport const x = a;\n`,
        'src/features/lookups/smtp/a.ts': 'export const a = 1;\n',
      },
      'nouns-imports-only',
      'src/features/lookups/bad.ts',
    ],
    [
      'a noun that imports a type of a client',
      {
        'src/features/lookups/bad.ts': `import type { A } from './smtp/a.js';\nexport type X = A;\n`,
        'src/features/lookups/smtp/a.ts': 'export type A = 1;\n',
      },
      'nouns-types-only',
      'src/features/lookups/bad.ts',
    ],
    [
      'a noun that imports a library',
      { 'src/features/lookups/bad.ts': `import { z } from 'zod';\nexport const x = z;\n` },
      'nouns-imports-only',
      'src/features/lookups/bad.ts',
    ],
    [
      'a noun that uses a Node module',
      { 'src/features/lookups/bad.ts': `import { createHash } from 'node:crypto';\nexport const x = createHash;\n` },
      'nouns-without-node',
      'src/features/lookups/bad.ts',
    ],
    ['an engine that is a server', { 'src/engine/bad.ts': `import 'koa';\n` }, 'engine-imports-only', 'src/engine/bad.ts'],
    [
      'a use case that asks the database itself',
      {
        'src/features/lookups/use-cases/bad.ts': `import { a } from '../store/a.js';\nexport const x = a;\n`,
        'src/features/lookups/store/a.ts': 'export const a = 1;\n',
      },
      'use-cases-imports-only',
      'src/features/lookups/use-cases/bad.ts',
    ],
    [
      'a route that goes past the use cases',
      {
        'src/features/lookups/routes/bad.ts': `import { a } from '../store/a.js';\nexport const x = a;\n`,
        'src/features/lookups/store/a.ts': 'export const a = 1;\n',
      },
      'routes-imports-only',
      'src/features/lookups/routes/bad.ts',
    ],
    [
      'a route that writes SQL',
      { 'src/features/lookups/routes/bad.ts': `import postgres from 'postgres';\nexport const x = postgres;\n` },
      'sql-in-stores-only',
      'src/features/lookups/routes/bad.ts',
    ],
    [
      'a client that starts workflows',
      { 'src/features/lookups/smtp/bad.ts': `import { Client } from '@temporalio/client';\nexport const x = Client;\n` },
      'temporal-in-its-layers-only',
      'src/features/lookups/smtp/bad.ts',
    ],
    [
      'an activity that makes its own client',
      {
        'activities/bad.ts': `import { a } from '../src/features/lookups/smtp/a.js';\nexport const x = a;\n`,
        'src/features/lookups/smtp/a.ts': 'export const a = 1;\n',
      },
      'activities-imports-only',
      'activities/bad.ts',
    ],
    [
      'production code that leans on a test',
      {
        'src/features/lookups/smtp/bad.ts': `import { a } from '../../../../test/a.js';\nexport const x = a;\n`,
        'test/a.ts': 'export const a = 1;\n',
      },
      'nothing-from-tests-or-workshop',
      'src/features/lookups/smtp/bad.ts',
    ],
    [
      'production code that needs a package of development',
      { 'src/features/lookups/smtp/bad.ts': `import fc from 'fast-check';\nexport const x = fc;\n` },
      'declared-packages',
      'src/features/lookups/smtp/bad.ts',
    ],
    [
      'two files that import each other',
      {
        'src/features/lookups/a.ts': `import { b } from './b.js';\nexport const a = () => b;\n`,
        'src/features/lookups/b.ts': `import { a } from './a.js';\nexport const b = () => a;\n`,
      },
      'no-cycles',
      'src/features/lookups/a.ts',
    ],
    [
      'an import of nothing',
      { 'src/features/lookups/routes/bad.ts': `import { a } from './gone.js';\nexport const x = a;\n` },
      'resolvable',
      'src/features/lookups/routes/bad.ts',
    ],
  ];

  it('finds every planted violation, and nothing in what is allowed', async () => {
    // One tree for all of them, each in a corner of its own: starting the tool is what costs time.
    const files: Record<string, string> = {
      'workflows/good.ts': `import { proxyActivities } from '@temporalio/workflow';\nimport type { A } from '../activities/good.js';\nimport { d } from '../src/features/lookups/good.js';\nexport const x = [proxyActivities<A>, d];\n`,
      'activities/good.ts': `import { heartbeat } from '@temporalio/activity';\nimport type { Next } from '@temporalio/worker';\nimport { d } from '../src/features/lookups/good.js';\nexport type A = Next<never, never>;\nexport const y = [heartbeat, d];\n`,
      'src/features/lookups/good.ts': 'export const d = 1;\n',
      'src/features/lookups/store/good.ts': `import postgres from 'postgres';\nimport { d } from '../good.js';\nexport const x = [postgres, d];\n`,
    };
    const expected: { name: string; rule: string; blamed: string }[] = [];
    violations.forEach(([name, planted, rule, blamed], index) => {
      const moved = (path: string) => path.replace(/([^/]+)$/, `case-${index}-$1`);
      for (const [path, text] of Object.entries(planted)) {
        files[moved(path)] = text.replace(/(from '\.{1,2}\/(?:.*\/)?)([^/']+')/g, `$1case-${index}-$2`);
      }
      expected.push({ name, rule, blamed: moved(blamed) });
    });
    const report = (await checkImportFence(plantTree(files))).join('\n').split('\n');
    const missed = expected.filter(({ rule, blamed }) => !report.some((line) => line.includes(` ${rule}: `) && line.includes(blamed)));
    expect(missed).toEqual([]);
    expect(report.filter((line) => /(?:: |→ )(?:src|workflows|activities)\/(?:\w+\/)?good\.ts →/.test(line))).toEqual([]);
  });
});

describe('the workflow bundle', () => {
  it('cannot be built with a workflow that reads files, also not through another file', async () => {
    const root = plantTree({
      'workflows/index.ts': `export { bad } from './bad.js';\n`,
      'workflows/bad.ts': `import { read } from '../src/features/lookups/reads.js';\nexport async function bad() { return read(); }\n`,
      'src/features/lookups/reads.ts': `import { readFileSync } from 'node:fs';\nexport const read = () => readFileSync('/etc/hostname', 'utf8');\n`,
    });
    const logger = keepingLogger();
    await expect(bundleWorkflowCode({ workflowsPath: join(root, 'workflows/index.ts'), logger })).rejects.toThrow(
      'Webpack finished with errors',
    );
    expect(logger.messages.join('\n')).toMatch(/src\/features\/lookups\/reads\.ts[\s\S]*node:fs/);
  });
});

describe('house rules', () => {
  it('every path that a document names exists', () => {
    expect(checkCitedPaths()).toEqual([]);
  });

  it('a path that a document names wrongly is found, in backticks and in links', () => {
    const root = plantTree({
      'README.md':
        'See `src/here.ts`, `src/gone.ts`, `src/*.ts`, `src/{here,away}.ts`, [this](docs/a.md#top), [that](docs/none.md), `GET /v1/x`.\n',
      'docs/a.md': 'Back to [the start](../README.md), `here.ts`, `nowhere.ts`, `test/<operation>/x.test.ts`.\n',
      'src/here.ts': 'export {};\n',
    });
    expect(checkCitedPaths(root)).toEqual([
      'README.md: names docs/none.md, which does not exist',
      'README.md: names src/gone.ts, which does not exist',
      'README.md: names src/{here,away}.ts, which does not exist',
      'docs/a.md: names nowhere.ts, which does not exist',
      'docs/a.md: names test/<operation>/x.test.ts, which does not exist',
    ]);
  });

  it('every section of the contract that a comment cites exists, and one that does not is found', () => {
    expect(checkContractSections()).toEqual([]);
    const root = plantTree({
      'docs/contract.md': '# The contract\n## 1. Results\n1. One.\n2. Two.\n\n## 2. Requests\nText.\n',
      'src/a.ts':
        '/** Right: docs/contract.md, 1, and docs/contract.md, 1.2 and 2. Wrong: docs/contract.md,\n * 1.3, and docs/contract.md, 2.1. */\n',
    });
    expect(checkContractSections(root)).toEqual([
      'src/a.ts: cites docs/contract.md, 1.3, which does not exist',
      'src/a.ts: cites docs/contract.md, 2.1, which does not exist',
    ]);
  });

  it('folders and areas that import each other are found', () => {
    expect(checkFolderCycles()).toEqual([]);
    const root = plantTree({
      'src/engine/a/x.ts': `import '../b/y.js';\n`,
      'src/engine/b/y.ts': `import '../a/z.js';\n`,
      'src/engine/a/z.ts': `import '../../facts/f.js';\n`,
      'src/facts/f.ts': `import type { X } from '../engine/b/y.js';\nexport type Y = X;\n`,
      'src/features/one/store/s.ts': `import '../../other/n.js';\n`,
      'src/features/other/n.ts': `import '../one/m.js';\n`,
      'src/features/one/m.ts': `export const m = 1;\n`,
    });
    expect(checkFolderCycles(root)).toEqual([
      'the folders src/engine/a and src/engine/b import each other',
      'the features one and other import each other',
      'the areas src/engine and src/facts import each other',
    ]);
  });

  it('no file names a package registry, or holds what only others may', () => {
    expect(checkRestricted()).toEqual([]);
  });

  it('a listed host is found below it too, and not beside it; a restricted call outside of its file', () => {
    const digest = createHash('sha256').update('registry.example').digest('hex');
    const root = plantTree({
      'a.md': 'https://files.registry.example/x\nhttps://Registry.Example\n',
      'b.md': 'https://notregistry.example https://registry.example.com registry example\n',
      'src/c.ts': `// ${['biome', 'ignore'].join('-')} lint: no\n`,
      'src/d.ts': `await sql.${'be'}gin(async () => undefined);\n`,
      'src/kernel/db/transaction.ts': `await sql.${'be'}gin(async () => undefined);\n`,
    });
    expect(checkRestricted(root, [digest])).toEqual([
      'a.md:1: names the host of a package registry',
      'a.md:2: names the host of a package registry',
      'src/c.ts:1: switches a rule off',
      'src/d.ts:1: begins a transaction without `transaction` (src/kernel/db/transaction.ts)',
    ]);
  });
});
