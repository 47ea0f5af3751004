import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { applyPatch, parsePatch, reversePatch } from 'diff';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { assertPatched, type Sql } from '../../../../src/kernel/db/client.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const { patchDriver } = (await import(path.join(ROOT, 'tools', 'launch', 'patch-driver.mjs'))) as {
  patchDriver(root: string): Promise<void>;
};

let root: string;
/** Path of each changed file in `root`, its text in the release, and as it is patched. */
let files: { file: string; release: string; patched: string }[];

/** An installation without the patch. */
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'footprint-driver-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'node_modules'));
  const PATCH = path.join('tools', 'launch', 'postgres+3.4.9.patch');
  cpSync(path.join(ROOT, PATCH), path.join(root, PATCH));
  cpSync(path.join(ROOT, 'node_modules', 'postgres'), path.join(root, 'node_modules', 'postgres'), { recursive: true });
  const patch = readFileSync(path.join(root, PATCH), 'utf8');
  const changes = parsePatch(patch);
  files = [...new Set(changes.map(({ newFileName = '' }) => newFileName))].map((name) => {
    const file = path.join(root, name.replace('b/', ''));
    const patched = readFileSync(file, 'utf8');
    const release = changes
      .filter(({ newFileName }) => newFileName === name)
      .reduceRight<string | false>((text, change) => text !== false && applyPatch(text, reversePatch(change)), patched);
    if (release === false) throw new Error(`${file} is not patched here`);
    writeFileSync(file, release);
    return { file, release, patched };
  });
});

const texts = () => files.map(({ file }) => readFileSync(file, 'utf8'));

async function installed(): Promise<Pick<Sql, 'options'>> {
  const module = pathToFileURL(path.join(root, 'node_modules', 'postgres', 'src', 'index.js')).href;
  const { default: driver } = (await import(`${module}?${Math.random()}`)) as { default: (url: string) => Sql };
  return driver('postgres://127.0.0.1:1/none');
}

test('a process refuses a driver without the patch, and takes the patched one', async () => {
  const release = await installed();
  expect(() => assertPatched(release)).toThrow('is not patched: `npm ci --ignore-scripts` leaves out');
  await patchDriver(root);
  expect(texts()).toEqual(files.map(({ patched }) => patched));
  const patched = await installed();
  expect(() => assertPatched(patched)).not.toThrow();
});

test('a patch that was broken off after any file is completed; a patched driver stays as it is', async () => {
  for (const { file, patched } of files) {
    for (const other of files) writeFileSync(other.file, other.release);
    writeFileSync(file, patched);
    await patchDriver(root);
    await patchDriver(root);
    expect(texts()).toEqual(files.map((each) => each.patched));
  }
});

test('another release is refused, and left as it is', async () => {
  const [first] = files;
  const other = (first?.release ?? '').replace('function execute(q)', 'function run(q)');
  writeFileSync(first?.file ?? '', other);
  await expect(patchDriver(root)).rejects.toThrow('connection.js is not the release for which tools/launch/postgres+3.4.9.patch was made.');
  expect(readFileSync(first?.file ?? '', 'utf8')).toBe(other);
});
