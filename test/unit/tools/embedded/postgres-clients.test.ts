import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPostgresClients } from '../../../../tools/embedded/postgres-clients.js';

describe("Postgres' client programs", () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'footprint-clients-'));
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  /** A folder with programs of that version. */
  function folder(name: string, version: string, programs = ['pg_dump', 'pg_restore', 'psql']): string {
    const made = path.join(parent, name);
    mkdirSync(made);
    for (const program of programs) {
      const file = path.join(made, program);
      writeFileSync(file, `#!/bin/sh\necho '${program} (PostgreSQL) ${version}'\n`);
      chmodSync(file, 0o755);
    }
    return made;
  }
  const folders = [
    folder('new', '18.4'),
    folder('half', '16.2', ['pg_dump']),
    folder('own', '16.2 (Debian 16.2-1)'),
    folder('old', '15.13'),
  ];

  it.each([
    ["those of the server's version", 16, 16],
    ['the next newer ones where it has none', 17, 18],
  ])('are %s', (_, server, major) => {
    expect(findPostgresClients(server, folders)?.major).toBe(major);
  });

  it('are none when all there are is older than the server, or not all three are there', () => {
    expect(findPostgresClients(19, folders)).toBeNull();
    expect(findPostgresClients(16, [path.join(parent, 'half'), path.join(parent, 'missing')])).toBeNull();
  });
});
