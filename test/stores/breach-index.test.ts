import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/kernel/config/env.js';
import { createBreachSearch } from '../../src/facts/breaches/sources/index.js';
import { indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import { createKeyedDigest } from '../../src/kernel/secrets/keyed-digest.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import { createProviderHttp } from '../../src/facts/provider-http.js';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import type { ImportLine } from '../../src/facts/breaches/import-record.js';
import type { IndexCoverage } from '../../src/facts/breaches/breach-index.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import { BreachImportStore } from '../../src/features/breaches/store/breach-imports.js';
import { PostgresBreachIndex } from '../../src/features/breaches/store/breach-index.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { createDatabase } from '../support/databases.js';

let database: DatabaseHandle;
let store: BreachImportStore;
let index: PostgresBreachIndex;
const erased = createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'breach index' });
const http = createProviderHttp();
beforeAll(async () => {
  database = openDatabase({ url: await createDatabase() });
  store = new BreachImportStore({ sql: database.sql, erased });
  index = new PostgresBreachIndex({ sql: database.sql, erased });
});
afterAll(async () => {
  await http.close();
  await database.close();
});

const identities = new LibraryIdentityParser();
const OFF: Config = {
  ...readConfig({}),
  HIBP_URL: 'https://a.example.com',
  XPOSEDORNOT: false,
  XPOSEDORNOT_URL: 'https://b.example.com',
  LEAKCHECK: false,
  LEAKCHECK_URL: 'https://c.example.com',
};
const rows = (count: number, more: Record<string, string> = {}): ImportLine[] =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    fields: { email: `person-${at}@example.com`, breach: 'Many', date: '2020-01-02', ...more },
  }));
async function* from(lines: readonly ImportLine[], breakAt = Number.POSITIVE_INFINITY): AsyncGenerator<ImportLine> {
  for (const [at, line] of lines.entries()) {
    if (at === breakAt) throw new Error('killed');
    yield line;
  }
}
const run = (fingerprint: string, lines: AsyncIterable<ImportLine>, onProblem: (line: number, problem: string) => void = () => undefined) =>
  importBreaches({ store, identities, digest: indexDigest }, { fingerprint, lines, defaults: {}, onProblem });
const search = (identity: Identity) => {
  const module = createBreachSearch({ config: OFF, http, index });
  return module.search?.search(identity, { signal: new AbortController().signal, budgetMs: 5_000 });
};
const count = async () => Number((await database.sql<{ n: string }[]>`SELECT count(*) AS n FROM breach_index`)[0]?.n);

describe('the operator’s breach index', () => {
  it('says nothing while it is empty, and then nothing of kinds that were never imported', async () => {
    expect(await search({ type: 'email', value: 'person-1@example.com' })).toMatchObject({
      facts: null,
      notes: [{ source: 'breach_index', failure: 'not_configured' }],
    });
    await run(
      'phones',
      from([{ line: 2, fields: { phone: '+12025550123', breach: 'Phones', date: '2021-03-04', domain: 'phones.example.com' } }]),
    );
    expect(await search({ type: 'email', value: 'person-1@example.com' })).toMatchObject({
      facts: null,
      notes: [{ failure: 'not_applicable' }],
    });
    expect(await search({ type: 'phone', value: '+12025550123' })).toMatchObject({
      facts: [{ name: 'Phones', date: '2021-03-04', domain: 'phones.example.com' }],
    });
    expect(await search({ type: 'phone', value: '+12025550199' })).toMatchObject({
      facts: [],
      notes: [{ failure: null, codes: ['in_no_breach'] }],
    });
  });

  it('finds who was imported, in any case, and nobody else', async () => {
    await run(
      'emails',
      from([...rows(50), { line: 60, fields: { email: 'Zoë@BÜCHER.example', username: 'Zoe', breach: 'Books', date: '2019-05-06' } }]),
    );
    expect((await search({ type: 'email', value: 'PERSON-7@example.com' }))?.facts).toEqual([
      { name: 'Many', date: '2020-01-02', domain: null },
    ]);
    expect((await search({ type: 'email', value: 'zoë@xn--bcher-kva.example' }))?.facts).toEqual([
      { name: 'Books', date: '2019-05-06', domain: null },
    ]);
    expect((await search({ type: 'username', value: 'ZOE' }))?.facts).toEqual([{ name: 'Books', date: '2019-05-06', domain: null }]);
    expect((await search({ type: 'email', value: 'person-50@example.com' }))?.facts).toEqual([]);
    expect((await search({ type: 'username', value: 'person-7@example.com' }))?.facts).toEqual([]);
  });

  it('holds digests only', async () => {
    const dump = JSON.stringify(await database.sql`SELECT * FROM breach_index, breaches`);
    expect(dump).not.toMatch(/person-|zo[eë]|2025550123|example\.com@/i);
    const [row] = await database.sql<{ length: number }[]>`SELECT max(octet_length(digest)) AS length FROM breach_index`;
    expect(row?.length).toBe(32);
  });

  it('is searched by the beginning of a digest, at either end of all digests too', async () => {
    const ends = ['00'.repeat(32), `${'ff'.repeat(31)}fe`, 'ff'.repeat(32), `00ffff${'00'.repeat(29)}`, `010000${'00'.repeat(29)}`];
    await run(
      'ends',
      from(ends.map((digest, at) => ({ line: at + 2, fields: { digest, type: 'email', breach: 'Ends', date: '2018-01-01' } }))),
    );
    const under = async (hex: string) =>
      (await index.findByPrefix(Buffer.from(hex, 'hex'))).map(({ digest }) => Buffer.from(digest).toString('hex')).sort();
    expect(await under('ffffff')).toEqual([`${'ff'.repeat(31)}fe`, 'ff'.repeat(32)]);
    expect(await under('00ffff')).toEqual([`00ffff${'00'.repeat(29)}`]);
    expect(await under('000000')).toEqual(['00'.repeat(32)]);
    const requested = indexDigest('email:person-7@example.com');
    expect(await under(requested.subarray(0, 3).toString('hex'))).toEqual([requested.toString('hex')]);
  });

  it('takes a file twice without a second copy, and tells bad lines by number', async () => {
    const before = await count();
    const problems: string[] = [];
    const lines: ImportLine[] = [
      ...rows(3, { breach: 'Twice' }),
      { line: 5, problem: 'cannot be read as CSV' },
      { line: 6, fields: { email: 'nobody', breach: 'Twice', date: '2020-01-02' } },
    ];
    const note = (line: number, problem: string) => problems.push(`${line} ${problem}`);
    expect(await run('twice', from(lines), note)).toEqual({ records: 5, resumedAfter: 0, added: 3, refused: 2 });
    expect(problems).toEqual(['5 cannot be read as CSV', '6 has an invalid email']);
    expect(await run('twice', from(lines))).toMatchObject({ added: 0 });
    expect(await run('another name for it', from(lines))).toMatchObject({ added: 0, resumedAfter: 0 });
    expect((await count()) - before).toBe(3);
  });

  it('goes on where an import was killed, and counts every entry once', async () => {
    const lines = rows(6_500, { breach: 'Large', date: '2022-02-02' });
    const before = await count();
    await expect(run('large', from(lines, 5_100))).rejects.toThrow('killed');
    expect((await count()) - before).toBe(4_000);
    const summary = await run('large', from(lines));
    expect(summary).toEqual({ records: 6_500, resumedAfter: 4_001, added: 2_500, refused: 0 });
    expect((await count()) - before).toBe(6_500);
    expect((await store.list()).find(({ name }) => name === 'Large')).toEqual({
      name: 'Large',
      date: '2022-02-02',
      domain: null,
      queryTypes: ['email'],
      entryCount: 6_500,
    });
  });

  it('takes the same people from several imports at once', async () => {
    const lines = rows(4_500, { breach: 'Crowd', date: '2023-03-03' });
    const added = await Promise.all(['a', 'b', 'c'].map((name) => run(`crowd-${name}`, from(name === 'b' ? [...lines].reverse() : lines))));
    expect(added.reduce((sum, each) => sum + each.added, 0)).toBe(4_500);
    expect((await store.list()).find(({ name }) => name === 'Crowd')?.entryCount).toBe(4_500);
  });

  it('knows dates for others, lists the newest first, and forgets a breach with everybody in it', async () => {
    expect(await index.datesOf(['crowd', 'books', 'unlisted'])).toEqual(
      new Map([
        ['crowd', ['2023-03-03']],
        ['books', ['2019-05-06']],
      ]),
    );
    const dates = (await store.list()).map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    const before = await count();
    expect(await store.remove('LARGE', '2022-02-02')).toBe(true);
    expect(await store.remove('Large', '2022-02-02')).toBe(false);
    expect(before - (await count())).toBe(6_500);
    expect(await run('large', from(rows(10, { breach: 'Large', date: '2022-02-02' })))).toMatchObject({ added: 10, resumedAfter: 0 });
  });

  it('that cannot be reached is silent', async () => {
    const broken = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
    const module = createBreachSearch({ config: OFF, http, index: new PostgresBreachIndex({ sql: broken.sql, erased }) });
    const finding = await module.search?.search(
      { type: 'email', value: 'a@example.com' },
      { signal: new AbortController().signal, budgetMs: 1_500 },
    );
    expect(finding?.facts).toBeNull();
    expect(['unreachable', 'timeout']).toContain(finding?.notes[0]?.failure);
    await broken.close();
  });

  it('tells nobody "in none" until an import that was begun has come to its end, and tells who is in it at once', async () => {
    const lines = rows(5_000, { breach: 'Half', date: '2022-02-03' });
    const absent: Identity = { type: 'email', value: 'nobody@example.net' };
    expect((await search(absent))?.facts).toEqual([]);
    await expect(run('half', from(lines, 4_500))).rejects.toThrow('killed');
    expect(await store.unfinished()).toBe(1);
    expect(await search(absent)).toMatchObject({ facts: null, notes: [{ source: 'breach_index', failure: 'unknown' }] });
    expect((await search({ type: 'email', value: 'person-1999@example.com' }))?.facts).toContainEqual({
      name: 'Half',
      date: '2022-02-03',
      domain: null,
    });
    await run('half', from(lines));
    expect(await store.unfinished()).toBe(0);
    expect((await search(absent))?.facts).toEqual([]);
  });

  it('counts as a source at the first look after something was put into it', async () => {
    const module = createBreachSearch({ config: OFF, http, index });
    expect(module.search).not.toBeNull();
    let holdings: () => Promise<IndexCoverage> = async () => ({ queryTypes: new Set(), isComplete: true });
    const filled = createBreachSearch({
      config: OFF,
      http,
      index: { findByPrefix: async () => [], isErased: async () => false, coverage: () => holdings(), datesOf: async () => new Map() },
    });
    expect(filled.search).not.toBeNull(); // not known yet
    await filled.refresh();
    expect(filled.search).toBeNull();
    expect(filled.sources[0]).toMatchObject({ name: 'breach_index', configured: false });

    holdings = () => Promise.reject(new Error('the database is away'));
    await filled.refresh();
    expect(filled.search).toBeNull();
    holdings = async () => ({ queryTypes: new Set(['email'] as const), isComplete: true });
    await filled.refresh();
    expect(filled.search).not.toBeNull();
    expect(filled.sources[0]).toMatchObject({ name: 'breach_index', configured: true });
  });
});
