import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, describe, vi } from 'vitest';
import { ApiError } from '../../src/cli/api-client.js';
import { batchCommand } from '../../src/cli/batch-command.js';
import { acceptOutput } from '../../src/cli/output-option.js';
import { batchesCommand } from '../../src/cli/batches-command.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { billOf } from '../support/http/ledger.js';
import { startService, type Service } from '../support/service.js';
import { portOf } from '../support/port-of.js';

const folder = mkdtempSync(join(tmpdir(), 'batch-wait-'));
const [file, out] = [join(folder, 'people.txt'), join(folder, 'results.csv')];

describe('footprint batch --wait --out', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  let notices: string[];
  beforeAll(async () => {
    sites = await startGeneratedSites(6, { accounts: { people: [{ identities: { username: ['ada-example'] }, share: 0.5 }] } });
    service = await startService({ env: sites.env });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    notices = [];
    rmSync(out, { force: true });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => notices.push(String(text)) > 0);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  const at = (key: string) => ['--url', service.url, '--key', key];
  const send = (key: string, ...flags: readonly string[]) => batchCommand().parseAsync([file, ...at(key), ...flags], { from: 'user' });
  const batches = (key: string, ...words: readonly string[]) =>
    acceptOutput(batchesCommand()).parseAsync([...words, ...at(key)], { from: 'user' });
  const rowsOf = () => parse(readFileSync(out, 'utf8'), { columns: true }) as Record<string, string>[];
  const idOf = async (accountId: string) =>
    (await service.sql<{ id: string }[]>`SELECT id FROM batches WHERE account_id = ${accountId}`)[0]?.id ?? '';

  it('holds until every lookup is finished and writes a row a line: what was found, what was omitted', async () => {
    const { key, accountId } = await service.account();
    writeFileSync(file, 'ada-example\nbob-example\n\neve-example\n');
    await send(key, '--wait', '--deep', '--out', out);
    const rows = rowsOf();
    expect(rows.map(({ ref, identity, status, error }) => [ref, identity, status, error])).toEqual([
      ['line 1', 'ada-example', 'finished', ''],
      ['line 2', 'bob-example', 'finished', ''],
      ['line 4', 'eve-example', 'finished', ''],
    ]);
    const there = sites.slugs.filter((slug) => sites.simulator.accounts.exists(slug, 'username', 'ada-example'));
    expect(rows[0]?.['hits']?.split(' ').sort()).toEqual([...there].sort());
    expect(Number(rows[0]?.['platforms_checked']) + Number(rows[0]?.['omitted'])).toBe(6);
    expect([rows[1]?.['matches'], rows[1]?.['hits']]).toEqual(['0', '']);
    expect(notices.join('')).toContain(`3 of 3 looked up.`);
    expect(notices.join('')).toContain(`The results are in ${out}.`);
    expect(process.exitCode).toBeUndefined();
    expect(statSync(out).mode & 0o077).toBe(0);
    expect((await billOf(service, accountId)).ledger).toBe(3);
  });

  it('a paused batch is said with what to do, and fails the command; resumed it is finished, and nothing is billed twice', async () => {
    const { key, accountId } = await service.account('growth', { quota: 2 });
    writeFileSync(file, 'ada-example\nbob-example\neve-example\n');
    const refusal = await send(key, '--out', out).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.message : null),
    );
    const id = await idOf(accountId);
    expect(refusal).toContain(`The batch is paused: the quota is used up. To continue it: footprint batches resume ${id}.`);
    await service.sql`UPDATE accounts SET quota_override = 9 WHERE id = ${accountId}`;
    await batches(key, 'resume', id);
    await send(key, '--out', out);
    expect(rowsOf().map(({ status }) => status)).toEqual(['finished', 'finished', 'finished']);
    expect((await billOf(service, accountId)).ledger).toBe(3);
  });

  it('results are CSV or lines of JSON, a row for each line or for each platform, on standard output too', async () => {
    const { key, accountId } = await service.account();
    writeFileSync(file, "=cmd'/c'!A1\nada-example\n");
    await send(key, '--wait');
    const id = await idOf(accountId);
    await batches(key, 'results', id, '--out', out);
    expect(readFileSync(out, 'utf8')).toContain(",'=cmd'/c'!A1,");
    await batches(key, 'results', id, '--rows', 'platforms', '--out', out);
    expect(rowsOf().filter(({ ref, answer }) => ref === 'line 2' && answer === 'registered').length).toBeGreaterThan(0);
    await batches(key, 'results', id, '--output', 'json', '--out', out);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ index: 0 }, { index: 1, ref: 'line 2', status: 'finished' }]);
    const { stdout, code } = await footprint('batches', 'results', id, ...at(key));
    expect([code, stdout.split('\r\n').length]).toEqual([0, 4]);
  });

  it('an interrupt leaves the batch running, and says how to go on', async () => {
    const { key, accountId } = await service.account();
    sites.simulator.setLatency('*', { medianMs: 8_000 });
    try {
      writeFileSync(file, 'eve-example\n');
      // Once it has read the batch it waits.
      const reads = () => service.sql`SELECT 1 FROM audit_log WHERE account_id = ${accountId} AND action = 'getBatch'`;
      const { code, stderr } = await footprint('batch', file, '--wait', ...at(key), async (interrupt) => {
        await vi.waitFor(async () => expect(await reads()).not.toHaveLength(0), { timeout: 60_000, interval: 100 });
        interrupt();
      });
      expect(code).toBe(130);
      expect(stderr).toContain(`The batch continues. To wait for it again: footprint batches results ${await idOf(accountId)} --wait`);
    } finally {
      sites.simulator.setLatency('*', { medianMs: 1 });
    }
    expect(await service.sql`SELECT state FROM batches WHERE account_id = ${accountId}`).toEqual([{ state: 'open' }]);
  });

  it('waits through a service that is away or limits its requests, and gives up when results break off', async () => {
    const batch = { status: 'finished', pausedBecause: null, items: 1, counts: { waiting: 0, running: 0, invalid: 0, finished: 1 } };
    const answers: [number, string][] = [
      [503, JSON.stringify({ error: { code: 'unavailable', message: 'Away.' } })],
      [429, JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Too many.' } })],
      [200, JSON.stringify(batch)],
    ];
    let reads = 0;
    const server = createServer((request, response) => {
      if (request.url?.includes('/results')) {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('index\r\n', () => response.destroy());
        return;
      }
      const [status, body] = answers[reads++] ?? [500, ''];
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${portOf(server)}`;
    const waiting = batchesCommand().parseAsync(['results', 'bat_1', '--wait', '--out', out, '--url', url, '--key', 'k'], { from: 'user' });
    await expect(waiting).rejects.toThrow(`The results broke off; ${out} is not complete.`);
    expect(reads).toBe(3);
    server.close();
  });
});

/** Runs the command line in a process of its own. @param last what is done while it runs, given what interrupts it */
function footprint(...words: readonly (string | ((interrupt: () => void) => Promise<void>))[]) {
  const args = words.filter((word) => typeof word === 'string');
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main/cli.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  void words.find((word) => typeof word === 'function')?.(() => void child.kill('SIGINT'));
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
}
