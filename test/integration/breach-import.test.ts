import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryArguments } from '../../tools/embedded/program.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { createDatabase } from '../support/databases.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const PEOPLE = 30_000;
const folder = mkdtempSync(join(tmpdir(), 'breach-import-'));
const file = join(folder, 'leak.csv');
let url: string;
let sql: postgres.Sql;

beforeAll(async () => {
  const rows = Array.from({ length: PEOPLE }, (_, at) => (at % 1_000 === 999 ? 'nobody' : `person-${at}@example.com`));
  writeFileSync(file, `email\n${rows.join('\n')}\n`);
  url = await createDatabase();
  sql = postgres(url, { max: 2 });
});
afterAll(async () => {
  await sql.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function footprint(...args: readonly string[]) {
  const child = spawn(process.execPath, entryArguments('cli', args), {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, SECRETS_KEY: TEST_SECRETS_KEY, LOG_LEVEL: 'fatal' },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  return { child, ended };
}

const stored = async () => Number((await sql`SELECT count(*) AS n FROM breach_index`)[0]?.['n']);
const IMPORT = ['breaches', 'import', file, '--breach', 'Leak', '--date', '2021-02-03', '--domain', 'leak.example.com'] as const;

describe('footprint breaches', () => {
  it('an import that is killed goes on where it was when it is run again; every person is there once', async () => {
    const first = footprint(...IMPORT);
    expect(await waitUntil(async () => (await stored()) >= 4_000, 60_000, 5)).toBe(true);
    first.child.kill('SIGKILL');
    expect((await first.ended).code).not.toBe(0);
    const before = await stored();
    expect(before).toBeLessThan(PEOPLE);

    const second = await footprint(...IMPORT).ended;
    expect(second.code, second.err).toBe(0);
    const summary = JSON.parse(second.out) as { records: number; resumedAfter: number; added: number; refused: number };
    expect(summary).toMatchObject({ records: PEOPLE, refused: 30 });
    expect(summary.resumedAfter).toBeGreaterThanOrEqual(4_000);
    expect(before + summary.added).toBe(PEOPLE - 30);
    expect(await stored()).toBe(PEOPLE - 30);
    expect(second.err.split('\n').filter(Boolean)).toHaveLength(30);
    expect(second.err).toContain('line 1001 has an invalid email');
    expect(second.err).not.toContain('nobody');
  });

  it('lists what is there, and forgets it', async () => {
    const listed = await footprint('breaches', 'list', '--json').ended;
    expect(JSON.parse(listed.out)).toEqual({
      name: 'Leak',
      date: '2021-02-03',
      domain: 'leak.example.com',
      queryTypes: ['email'],
      entryCount: PEOPLE - 30,
    });
    expect((await footprint('breaches', 'list').ended).out).toContain('leak.example.com');
    const removed = await footprint('breaches', 'remove', 'leak', '2021-02-03').ended;
    expect(JSON.parse(removed.out)).toEqual({ breach: 'leak', date: '2021-02-03', removed: true });
    expect(await stored()).toBe(0);
  });

  it('names and skips each line that the index cannot hold or that is in another encoding, and keeps the others', async () => {
    const long = Array.from({ length: 4_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const breaches = ['Whole', 'A\u0000B', long, 'Caf\u00e9', 'Whole', 'Whole'];
    const records = breaches.map((breach, at) => ({ breach, date: '2021-02-03', username: at === 4 ? 'zo\u00eb' : `ada-${at}` }));
    const mixed = join(folder, 'mixed.jsonl');
    const encoded = records.map((each, at) => Buffer.from(`${JSON.stringify(each)}\n`, at === 2 ? 'utf8' : 'latin1'));
    writeFileSync(mixed, Buffer.concat(encoded));
    const { code, out, err } = await footprint('breaches', 'import', mixed).ended;
    expect(err.split('\n').filter(Boolean)).toEqual([
      'line 2 has a breach name with NUL or half a surrogate pair',
      'line 3 has a breach name of more than 200 characters',
      'line 4 has a breach name that is not in UTF-8',
      'line 5 has a username that is not in UTF-8',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ records: 6, added: 2, refused: 4 });
  });

  it.each([
    [['breaches', 'import', '/nowhere/leak.csv'], 'cannot be read'],
    [['breaches', 'import', join(folder, 'leak')], 'set --format'],
    [['breaches', 'import', file, '--type', 'address'], 'Allowed choices'],
  ])('%j is refused in words', async (args, words) => {
    const { code, err } = await footprint(...args).ended;
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(err).not.toContain('    at ');
  });
});
