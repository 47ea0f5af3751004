import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/cli/api-client.js';
import { batchCommand } from '../../src/cli/batch-command.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import type { Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'batch-command-'));
const file = join(folder, 'people.txt');
const names = (count: number, of = 'ada') => Array.from({ length: count }, (_, index) => `${of}-${index}`);

interface Printed {
  line: number;
  identity: string;
  status: string;
  lookupId?: string;
  error?: { code: string };
}

describe('footprint batch', () => {
  let service: Service;
  let received: string[];
  let notices: string[];
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => notices.push(String(text)) > 0);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => received.push(String(text)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  /** Runs the command on a file of these lines. @returns what it printed */
  async function run(key: string, lines: readonly string[], ...flags: readonly string[]): Promise<Printed[]> {
    received = [];
    notices = [];
    process.exitCode = undefined;
    writeFileSync(file, lines.join('\n'));
    await batchCommand().parseAsync([file, '--url', service.url, '--key', key, ...flags], { from: 'user' });
    return received
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Printed);
  }
  const refusalOf = (run: Promise<unknown>) =>
    run.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.message : null),
    );

  it('every bad line is told at once by its number in the file, blank lines counted, never by its text, and nothing is queued or billed', async () => {
    const { key, accountId } = await service.account();
    const lines = ['', ...names(60), '', '  ', 'not one@word', ...names(25, 'bob'), '+1 555', ...names(3, 'eve')];
    const refusal = await refusalOf(run(key, lines));
    expect(refusal?.split('\n').slice(1)).toEqual([
      `  line ${lines.indexOf('not one@word') + 1} is not a valid e-mail address`,
      `  line ${lines.indexOf('+1 555') + 1} is not a valid phone number`,
    ]);
    expect(refusal).not.toContain('one@word');
    expect((await billOf(service, accountId)).ledger).toBe(0);
  });

  it('a file that is run again bills every line once, and answers the same', async () => {
    const { key, accountId } = await service.account();
    const people = names(120);
    const results = await run(key, people);
    expect(results.map(({ identity, line }) => [identity, line])).toEqual(people.map((name, index) => [name, index + 1]));
    expect(await run(key, people)).toEqual(results);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 120, ledger: 120, used: 120 });
  });

  it('lines without allowance are told and fail the command; run again with allowance only they are queued and billed', async () => {
    const { key, accountId } = await service.account('growth', { quota: 2 });
    const first = await run(key, names(4));
    expect(first.map(({ status, error }) => error?.code ?? status)).toEqual([
      'queued',
      'queued',
      'insufficient_credits',
      'insufficient_credits',
    ]);
    expect(process.exitCode).toBe(1);
    expect(notices.join('')).toMatch(/2 refused and not billed \(insufficient_credits\)\. Run the same command again/);
    await service.sql`UPDATE accounts SET quota_override = 10 WHERE id = ${accountId}`;
    const second = await run(key, names(4));
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(second.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'queued'));
    expect(process.exitCode).toBeUndefined();
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 4, ledger: 4, used: 4 });
  });

  it('a header row is recognised and not looked up; the identities of a row are one lookup', async () => {
    const { key, accountId } = await service.account();
    const results = await run(key, ['Name,E-Mail,Username', '"Example, Ada",ada@example.com,ada-example', 'Bob,,bob-example']);
    expect(results.map(({ line, identity }) => [line, identity])).toEqual([
      [2, 'ada@example.com, ada-example'],
      [3, 'bob-example'],
    ]);
    expect(notices.join('')).toContain('contains the column names (e-mail, username)');
    const rows = await service.sql<{ subjects: object }[]>`SELECT subjects FROM lookups WHERE account_id = ${accountId} ORDER BY query`;
    expect(rows.map(({ subjects }) => subjects)).toEqual([
      { email: 'ada@example.com', username: 'ada-example' },
      { username: 'bob-example' },
    ]);
  });

  it.each([
    [[], 'default'],
    [['--deep'], 'deep'],
  ] as const)('with %j the band is %s', async (flags, band) => {
    const { key, accountId } = await service.account();
    await run(key, names(1), ...flags);
    expect(await service.sql`SELECT band FROM lookups WHERE account_id = ${accountId}`).toEqual([{ band }]);
  });

  it('a file for the results that cannot be written is told before anything is billed', async () => {
    const { key, accountId } = await service.account();
    expect(await refusalOf(run(key, names(2), '--out', join(folder, 'none', 'results.csv')))).toMatch(
      /cannot be written; nothing was queued/,
    );
    expect((await billOf(service, accountId)).ledger).toBe(0);
  });

  it('a file of results runs nothing in a spreadsheet, whatever is looked up', async () => {
    const { key } = await service.account();
    const results = join(folder, 'results.csv');
    await run(key, ["=cmd|'/c'!A1", '-2+3', 'ada,"example"'], '--out', results);
    const cells = readFileSync(results, 'utf8')
      .split('\r\n')
      .map((row) => row.split(',queued,')[0]);
    expect(cells.slice(1, 4)).toEqual(["1,'=cmd|'/c'!A1", "2,'-2+3", '3,"ada,""example"""']);
  });

  it('the same lines at another place of the file are other lookups', async () => {
    const { key, accountId } = await service.account();
    const results = await run(key, [...names(50), ...names(50)]);
    expect(new Set(results.map(({ lookupId }) => lookupId)).size).toBe(100);
    expect((await billOf(service, accountId)).ledger).toBe(100);
  });

  it('who says so has the file queued and billed again', async () => {
    const { key, accountId } = await service.account();
    for (const flags of [[], ['--again']]) await run(key, names(3), ...flags);
    expect((await billOf(service, accountId)).ledger).toBe(6);
  });
});
