import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Candidate, findPostgres, makeLibraryLinks } from '../../../../tools/embedded/postgres-programs.js';

function folder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footprint-pg-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Programs that only know their version. */
function pretend(version: string): Candidate {
  const dir = folder();
  for (const name of ['postgres', 'initdb']) {
    writeFileSync(path.join(dir, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`);
    chmodSync(path.join(dir, name), 0o755);
  }
  return { folder: dir, source: `pretended ${version}`, bundle: null };
}

describe('findPostgres', () => {
  test('takes the first that is new enough', () => {
    expect(findPostgres(null, [pretend('12.3'), pretend('15.13 (Debian 15.13-0)'), pretend('18.4')])).toMatchObject({
      version: '15.13',
      major: 15,
    });
  });

  test('takes the one that made the data, even when a newer one comes first', () => {
    expect(findPostgres(15, [pretend('18.4'), pretend('15.2')])).toMatchObject({ major: 15 });
  });

  test('data of another major version ends in one sentence that names both', () => {
    expect(() => findPostgres(16, [pretend('18.4')])).toThrow(/made by Postgres 16 and only 18\.4 is here: install Postgres 16/);
  });

  test('nothing at all ends in one sentence with three ways out', () => {
    expect(() => findPostgres(null, [{ folder: folder(), source: 'nothing', bundle: null }])).toThrow(
      /npm ci --include=optional.*postgresql package.*DATABASE_URL/,
    );
  });
});

test('library links that npm was not allowed to make are made', () => {
  const native = path.join(folder(), 'native');
  mkdirSync(path.join(native, 'lib'), { recursive: true });
  writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), '');
  writeFileSync(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  makeLibraryLinks(native);
  makeLibraryLinks(native);
  expect(readlinkSync(path.join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
});
