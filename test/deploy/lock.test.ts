import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface CompleteLock {
  missingEntries(lock: unknown): Record<string, object>;
}
const { missingEntries } = (await import(path.join(ROOT, 'tools', 'release', 'complete-lock.mjs'))) as CompleteLock;

test('the lock names the optional packages of every platform, so that `npm ci` takes it everywhere', () => {
  expect(Object.keys(missingEntries(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))))).toEqual([]);
});

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
}
const entries = Object.entries(
  (JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }).packages,
).filter(([where]) => where !== '');

test('the lock holds the SHA-512 of every package, so that nothing else can be installed in its place', () => {
  expect(entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')).map(([where]) => where)).toEqual([]);
});

test('the lock names no registry: each installation asks its own', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([where]) => where)).toEqual([]);
});

test('what is missing follows from the parent: version, platform, C library; what is nested counts as there', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: { '@tool/core-linux-x64-musl': '1.2.3', '@tool/core-darwin-arm64': '^1.2.3', plain: '1.0.0' },
    },
    'node_modules/other/node_modules/tool': { optionalDependencies: { '@tool/core-win32-x64-msvc': '1.0.0' } },
    'node_modules/other/node_modules/@tool/core-win32-x64-msvc': { version: '1.0.0' },
  };
  expect(missingEntries({ packages })).toEqual({
    'node_modules/@tool/core-linux-x64-musl': { version: '1.2.3', dev: true, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/@tool/core-darwin-arm64': { version: '1.2.3', dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] },
  });
});
