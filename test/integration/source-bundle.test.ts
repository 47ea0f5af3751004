import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import type { CatalogueEntry } from '../../src/engine/catalogue/read-entries.js';

interface Portion {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}
interface SourceBundle {
  bundleFile(root: string, program: string): string;
  makeBundle(root: string): Promise<{ outputs: Readonly<Record<string, Portion>> }>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { bundleFile, makeBundle } = (await import(path.join(ROOT, 'tools', 'launch', 'program.mjs'))) as SourceBundle;

function node(args: readonly string[], cwd: string): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }));
  });
}

describe('the command line in the bundle of the sources', () => {
  let outputs: Readonly<Record<string, Portion>>;
  beforeAll(async () => {
    ({ outputs } = await makeBundle(ROOT));
  });

  /** Packages that are loaded with a part, before anything of it runs. */
  function packagesOf(source: string): string[] {
    const found = new Set<string>();
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const { path: imported, kind, external } of outputs[name]?.imports ?? []) {
        if (kind !== 'import-statement' && kind !== 'require-call') continue;
        if (external === true) found.add(imported);
        else visit(imported);
      }
    };
    const part = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === source);
    if (part === undefined) throw new Error(`no part begins with ${source}`);
    visit(part);
    return [...found].filter((name) => !name.startsWith('node:')).sort();
  }

  it('help loads one package; a lookup loads no database driver, no tables of phone numbers and no schemas', () => {
    expect(packagesOf('src/main/cli.ts')).toEqual(['commander']);
    expect(packagesOf('src/cli/lookup-command.ts')).toEqual([
      'cli-progress',
      'cli-table3',
      'commander',
      'eventsource-parser',
      'openapi-fetch',
      'picocolors',
    ]);
  });

  it('API and worker load nothing of OpenTelemetry unless traces are on', () => {
    for (const program of ['api', 'worker'])
      expect(packagesOf(`src/main/${program}.ts`).filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
  });

  it('carries the shipped catalogue, read and checked', () => {
    const carried = JSON.parse(
      readFileSync(path.join(path.dirname(bundleFile(ROOT, 'api')), 'catalogue.json'), 'utf8'),
    ) as CatalogueEntry[];
    const { catalogue } = loadCatalogue({ root: path.join(ROOT, 'catalogue') });
    // Two entries make one platform where an import brings the usernames that a platform's own file lacks.
    const slugs = new Set(carried.map(({ platform }) => platform.slug));
    expect([...slugs].sort()).toEqual(catalogue.platforms.map(({ slug }) => slug).sort());
  });

  it('finds the files beside the sources, from any folder and without a build', async () => {
    const footprint = path.join(ROOT, 'tools', 'launch', 'footprint.mjs');
    expect(await node([footprint, '--help'], ROOT)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: footprint/) as string,
      stderr: '',
    });
    const { code, stdout } = await node([footprint, 'catalogue', 'check', '--json'], path.join(ROOT, 'docs'));
    expect([code, (JSON.parse(stdout) as { platforms: number }).platforms > 1_000]).toEqual([0, true]);
  });
});

describe('a program that is run from its sources', () => {
  let root: string;
  const cache = () => path.join(root, 'node_modules', '.cache');
  const write = (name: string, text: string) => writeFileSync(path.join(root, 'src', name), text);
  const hello = (...args: readonly string[]) => node([path.join(root, 'tools', 'launch', 'program.mjs'), 'hello', ...args], tmpdir());

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'footprint-sources-')));
    for (const folder of ['src/main', 'src/engine/catalogue', 'src/dashboard', 'node_modules'])
      mkdirSync(path.join(root, folder), { recursive: true });
    cpSync(path.join(ROOT, 'tools', 'launch'), path.join(root, 'tools', 'launch'), { recursive: true });
    for (const tool of ['esbuild', 'tsx']) symlinkSync(path.join(ROOT, 'node_modules', tool), path.join(root, 'node_modules', tool), 'dir');
    writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
    cpSync(path.join(ROOT, 'tsconfig.json'), path.join(root, 'tsconfig.json'));
    write('engine/catalogue/checked-catalogue.ts', 'export function writeCheckedEntries(): void {}\n');
    write('dashboard/index.html', '<!-- parts -->');
    write('dashboard/main.tsx', `import './main.css';\n`);
    write('dashboard/main.css', 'body { color: black }');
    write('dashboard/tsconfig.json', '{}');
    write('word.ts', `export const word: string = 'one';\n`);
    write('main/hello.ts', `import { word } from '../word.js';\nconsole.log(word, import.meta.url, ...process.argv.slice(2));\n`);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const output = (word: string, ...args: readonly string[]) =>
    `${[word, pathToFileURL(path.join(root, 'src/main/hello.ts')).href, ...args].join(' ')}\n`;

  it('is bundled once, keeps the URL of its source and gets its arguments', async () => {
    expect(await hello('--loud', 'x')).toEqual({ code: 0, stdout: output('one', '--loud', 'x'), stderr: '' });
    expect(existsSync(bundleFile(root, 'hello'))).toBe(true);
    // What runs the second time is that very file.
    writeFileSync(bundleFile(root, 'hello'), `console.log('from the bundle');\n`);
    expect((await hello()).stdout).toBe('from the bundle\n');
  });

  it('runs a changed source, never the bundle of what it was', async () => {
    expect((await hello()).stdout).toBe(output('one'));
    write('word.ts', `export const word: string = 'two';\n`);
    expect((await hello()).stdout).toBe(output('two'));
  });

  it('has the pages of the dashboard beside it, made from the sources as they are', async () => {
    const pageOf = () => readFileSync(path.join(path.dirname(bundleFile(root, 'hello')), 'dashboard', 'index.html'), 'utf8');
    await hello();
    const before = pageOf();
    write('dashboard/main.tsx', `import './main.css';\nconsole.log('changed');\n`);
    await hello();
    expect(before).toMatch(/^<link rel="stylesheet" href="\/dashboard\/assets\/main-\w+\.css">/);
    expect(pageOf()).not.toBe(before);
  });

  it('is bundled anew when a file of the catalogue changed: the bundle carries it', () => {
    mkdirSync(path.join(root, 'catalogue'));
    const before = bundleFile(root, 'hello');
    writeFileSync(path.join(root, 'catalogue', 'a.json'), '{}');
    expect(bundleFile(root, 'hello')).not.toBe(before);
  });

  it('is not bundled anew when the client was built: no program runs from what that writes', () => {
    mkdirSync(path.join(root, 'clients', 'typescript', 'dist'), { recursive: true });
    writeFileSync(path.join(root, 'clients', 'typescript', 'index.ts'), '');
    const before = bundleFile(root, 'hello');
    writeFileSync(path.join(root, 'clients', 'typescript', 'dist', 'index.js'), '');
    expect(bundleFile(root, 'hello')).toBe(before);
    rmSync(path.join(root, 'clients', 'typescript', 'dist'), { recursive: true });
    expect(bundleFile(root, 'hello')).toBe(before);
  });

  it('tells what does not compile, and does not run what did before', async () => {
    expect((await hello()).code).toBe(0);
    write('word.ts', 'export const word = ;\n');
    expect(await hello()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('word.ts:1') as string });
  });

  it('names the line of the source when it fails', async () => {
    write('word.ts', `interface Unused {}\n\nthrow new Error('no word');\nexport const word: string = 'three';\n`);
    expect((await hello()).stderr).toContain(`${path.join(root, 'src', 'word.ts')}:3`);
  });

  it('started many times at once on no bundle, runs each time and leaves one bundle', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => hello()));
    expect(all).toEqual(all.map(() => ({ code: 0, stdout: output('one'), stderr: '' })));
    expect(readdirSync(cache())).toEqual([path.basename(path.dirname(bundleFile(root, 'hello')))]);
  });

  it('runs through tsx where no bundle can be written', async () => {
    writeFileSync(cache(), 'no folder');
    expect(await hello('x')).toEqual({ code: 0, stdout: output('one', 'x'), stderr: '' });
    expect(existsSync(bundleFile(root, 'hello'))).toBe(false);
  });
});
