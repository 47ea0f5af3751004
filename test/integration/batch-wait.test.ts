import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, it, describe, vi } from 'vitest';
import { batchCommand } from '../../src/cli/batch-command.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { billOf } from '../support/http/ledger.js';
import { startService, type Service } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'batch-wait-'));

describe('footprint batch --wait --out', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  beforeAll(async () => {
    sites = await startGeneratedSites(6, { accounts: { people: [{ identities: { username: ['ada-example'] }, share: 0.5 }] } });
    service = await startService({ env: sites.env });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('holds until every lookup is finished and writes a row a line: results, refusals and what was omitted', async () => {
    const { key, accountId } = await service.account('growth', { quota: 2 });
    const [file, out] = [join(folder, 'people.txt'), join(folder, 'results.csv')];
    writeFileSync(file, 'ada-example\nbob-example\n\neve-example\n');
    const notices: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => notices.push(String(text)) > 0);
    const run = () =>
      batchCommand().parseAsync([file, '--url', service.url, '--key', key, '--wait', '--deep', '--out', out], { from: 'user' });
    await run();
    const rows = parse(readFileSync(out, 'utf8'), { columns: true }) as Record<string, string>[];
    expect(rows.map(({ line, identity, status, error }) => [line, identity, status, error])).toEqual([
      ['1', 'ada-example', 'finished', ''],
      ['2', 'bob-example', 'finished', ''],
      ['4', 'eve-example', 'error', 'insufficient_credits'],
    ]);
    const [ada, bob, eve] = rows;
    const there = sites.slugs.filter((slug) => sites.simulator.accounts.exists(slug, 'username', 'ada-example'));
    expect(ada?.['hits']?.split(' ').sort()).toEqual([...there].sort());
    expect(Number(ada?.['platforms_checked']) + Number(ada?.['omitted'])).toBe(6);
    expect([bob?.['matches'], bob?.['hits'], eve?.['matches']]).toEqual(['0', '', '']);
    expect(notices.join('')).toContain(`2 of 3 looked up; results are in ${out}.`);
    expect(process.exitCode).toBe(1);

    await service.sql`UPDATE accounts SET quota_override = 9 WHERE id = ${accountId}`;
    process.exitCode = undefined;
    await run();
    expect((parse(readFileSync(out, 'utf8'), { columns: true }) as Record<string, string>[]).map(({ status }) => status)).toEqual([
      'finished',
      'finished',
      'finished',
    ]);
    expect(process.exitCode).toBeUndefined();
    expect((await billOf(service, accountId)).ledger).toBe(3);
  });
});
