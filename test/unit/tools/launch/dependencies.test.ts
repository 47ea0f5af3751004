import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { identify } from '../../../../tools/embedded/process-table.mjs';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A pretended npm that "installs" what the lock names, counts its runs and can be told to fail. */
const NPM = `
const fs = require('node:fs'); const path = require('node:path');
fs.appendFileSync('npm-runs', 'x');
if (fs.existsSync('npm-fails')) { console.error('npm error code ENOSPACE'); console.error('npm error the disk is full'); process.exit(1); }
fs.rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
for (const where of Object.keys(packages).filter(Boolean)) {
  fs.mkdirSync(where, { recursive: true });
  fs.writeFileSync(path.join(where, 'package.json'), '{}');
}
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'footprint-deps-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['tools/launch', 'tools/embedded', 'tools/clients/client-types.mjs'])
    cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'npm-cli.js'), NPM);
  writeFileSync(path.join(root, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(path.join(root, 'program.js'), 'console.log("ran", ...process.argv.slice(2)); process.exit(Number(process.env.CODE ?? 0))');
  lock({ alpha: '1.0.0', beta: '2.0.0' });
});

function lock(versions: Record<string, string>): void {
  const packages = Object.fromEntries(Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]));
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
}

/** @param onError called with all that it has written to stderr so far */
function start(
  env: NodeJS.ProcessEnv = {},
  onError = (_: string): void => undefined,
): Promise<{ code: number | null; out: string; err: string }> {
  const module = JSON.stringify(path.join(root, 'tools', 'launch', 'with-dependencies.mjs'));
  const script = `import(${module}).then(({ launch }) => launch(['program.js', 'a b'])).then((code) => { process.exitCode = code; })`;
  const child = spawn(process.execPath, ['-e', script], {
    cwd: root,
    env: { ...process.env, npm_execpath: path.join(root, 'npm-cli.js'), ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => {
    err += chunk;
    onError(err);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

const installs = () => (existsSync(path.join(root, 'npm-runs')) ? readFileSync(path.join(root, 'npm-runs'), 'utf8').length : 0);

test('what is generated is made when it is not there or its sources have changed, and else left alone', async () => {
  const { makeGenerated } = (await import(path.join(ROOT, 'tools', 'launch', 'generated.mjs'))) as {
    makeGenerated(root: string): Promise<void>;
  };
  const types = path.join(root, 'clients/typescript/schema.d.ts');
  const folders = ['docs', path.dirname(path.relative(root, types)), 'node_modules/openapi-typescript'];
  for (const folder of folders) mkdirSync(path.join(root, folder), { recursive: true });
  const describeApi = (title: string, schema: string) =>
    writeFileSync(
      path.join(root, 'docs/openapi.json'),
      JSON.stringify({
        openapi: '3.1.0',
        info: { title, version: '1' },
        paths: {},
        components: { schemas: { [schema]: { type: 'string' } } },
      }),
    );
  // As in an image: the generator is not there.
  describeApi('one', 'First');
  await makeGenerated(root);
  expect(existsSync(types)).toBe(false);
  writeFileSync(path.join(root, 'node_modules/openapi-typescript/package.json'), '{"version":"1.0.0"}');
  await Promise.all([makeGenerated(root), makeGenerated(root)]);
  expect(readFileSync(types, 'utf8')).toContain('First: string');
  const longAgo = new Date(0);
  utimesSync(types, longAgo, longAgo);
  await makeGenerated(root);
  expect(statSync(types).mtimeMs).toBe(0);
  describeApi('two', 'Second');
  await makeGenerated(root);
  expect(readFileSync(types, 'utf8')).toContain('Second: string');
  expect(readdirSync(path.dirname(types))).toEqual(['schema.d.ts']);
});

test('types of pages are made of the sources of the service, and stay as they are while one of these does not compile', async () => {
  const { makeGenerated } = (await import(path.join(ROOT, 'tools', 'launch', 'generated.mjs'))) as {
    makeGenerated(root: string): Promise<void>;
  };
  for (const folder of ['src/main', 'src/dashboard/client', 'tools/docs', 'node_modules/openapi-typescript'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/openapi-typescript/package.json'), '{}');
  writeFileSync(path.join(root, 'tools/docs/page-types.ts'), "export { pageTypes } from '../../src/main/routes.js';");
  const route = (text: string) => writeFileSync(path.join(root, 'src/main/routes.ts'), `export const pageTypes = async () => ${text};`);
  const types = path.join(root, 'src/dashboard/client/page-operations.d.ts');
  route("'one'");
  await makeGenerated(root);
  expect(readFileSync(types, 'utf8')).toMatch(/\none$/);
  utimesSync(types, new Date(0), new Date(0));
  writeFileSync(path.join(root, 'src/dashboard/client/page.ts'), '');
  await makeGenerated(root);
  expect(statSync(types).mtimeMs).toBe(0);
  route('(');
  await makeGenerated(root);
  expect(readFileSync(types, 'utf8')).toMatch(/\none$/);
  route("'two'");
  await makeGenerated(root);
  expect(readFileSync(types, 'utf8')).toMatch(/\ntwo$/);
  expect(readdirSync(path.join(root, 'node_modules/.cache'))).toEqual([]);
});

describe('starting from a clean clone', () => {
  test('installs once, then runs the program with its arguments and its exit code', async () => {
    expect(await start()).toMatchObject({ code: 0, out: 'ran a b\n' });
    expect(await start({ CODE: '3' })).toMatchObject({ code: 3, err: '' });
    expect(installs()).toBe(1);
  });

  test('says on stderr that it installs, and leaves stdout to the program', async () => {
    expect(await start()).toMatchObject({ out: 'ran a b\n', err: '  Installing dependencies …\n' });
  });

  test('installs again when the lock changed', async () => {
    await start();
    lock({ alpha: '1.0.1', beta: '2.0.0' });
    await start();
    expect(installs()).toBe(2);
  });

  test('installs again when an installation was broken off or a package was removed', async () => {
    mkdirSync(path.join(root, 'node_modules', 'alpha'), { recursive: true });
    await start();
    expect(installs()).toBe(1);
    rmSync(path.join(root, 'node_modules', 'beta'), { recursive: true });
    await start();
    expect(installs()).toBe(2);
    rmSync(path.join(root, 'node_modules', '.package-lock.json'));
    rmSync(path.join(root, 'node_modules', '.footprint-installed'));
    await start();
    expect(installs()).toBe(3);
  });

  test('takes an installation made by hand as it is', async () => {
    await start();
    rmSync(path.join(root, 'node_modules', '.footprint-installed'));
    await start();
    expect(installs()).toBe(1);
  });

  test('two starts at once install once', async () => {
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(installs()).toBe(1);
  });

  test('takes over the lock of an installation that was killed', async () => {
    const file = path.join(root, '.footprint', 'install.lock');
    mkdirSync(path.dirname(file));
    writeFileSync(file, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    expect(await start()).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });

  test('waits for the npm of a launcher that was killed', async () => {
    const npm = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    onTestFinished(() => void npm.kill('SIGKILL'));
    const file = path.join(root, '.footprint', 'install.lock');
    mkdirSync(path.dirname(file));
    writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, started: 'x', child: identify(npm.pid ?? 0) }));
    const before: number[] = [];
    const done = await start({}, (err) => {
      if (!err.includes('Another process is installing, waiting for it')) return;
      before.push(installs());
      npm.kill('SIGKILL');
    });
    expect(done).toMatchObject({ code: 0 });
    expect(before[0]).toBe(0);
    expect(installs()).toBe(1);
  });

  test('a failed installation says why, is not marked as done and leaves no lock', async () => {
    writeFileSync(path.join(root, 'npm-fails'), '');
    const failed = await start();
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('the disk is full');
    expect(failed.err).not.toContain('    at ');
    rmSync(path.join(root, 'npm-fails'));
    expect(await start()).toMatchObject({ code: 0 });
  });

  test('an old Node is told so in one sentence', async () => {
    const { nodeComplaint } = (await import(path.join(ROOT, 'tools', 'launch', 'with-dependencies.mjs'))) as {
      nodeComplaint(version?: string): string | null;
    };
    expect(nodeComplaint('18.19.0')).toMatch(/needs Node 20\.18 or newer and this is 18\.19\.0/);
    expect(nodeComplaint('20.17.0')).not.toBeNull();
    expect([nodeComplaint('20.18.0'), nodeComplaint('22.1.0'), nodeComplaint()]).toEqual([null, null, null]);
  });
});
