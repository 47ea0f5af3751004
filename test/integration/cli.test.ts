import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryArguments } from '../../tools/embedded/program.js';
import { addIdleWorker } from '../support/http/idle-worker.js';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Control characters but ends of lines. */
const controlsIn = (text: string): string[] =>
  [...text].filter((each) => each !== '\n' && (each < ' ' || (each >= '\u007f' && each <= '\u009f')));

describe('footprint, the program', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
    await addIdleWorker(service);
  });
  afterAll(() => service.close());

  /** Runs it to its end, with its output in pipes. */
  async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, entryArguments('cli', args), {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FOOTPRINT_URL: service.url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const verdict = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => (verdict.stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (verdict.stderr += part.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...verdict };
  }

  it('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string };
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([['--help'], ['lookup', '--help'], ['help', 'batch']])('%s %s is told without a database or an API', async (...args) => {
    const { code, stdout } = await run(args, { FOOTPRINT_URL: 'http://127.0.0.1:1' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: footprint/)]);
  });

  it('Ctrl-C in a terminal shows the cursor again and names the lookup, which goes on', async () => {
    const { key, accountId } = await service.account();
    const command = [process.execPath, ...entryArguments('cli', ['lookup', 'ada-example', '--key', key, '--url', service.url])].join(' ');
    // A terminal of its own. Nobody carries the lookup out: the command would hold for ever.
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    terminal.stdout.on('data', (part: Buffer) => (shown += part.toString()));
    const closed = once(terminal, 'close') as Promise<[number]>;
    await expect.poll(() => shown, { timeout: 90_000 }).toMatch(/0\/\d+ platforms/);
    terminal.stdin.write('\u0003');
    const [code] = await closed;
    const [lookup] = await service.sql<{ id: string }[]>`SELECT id FROM lookups WHERE account_id = ${accountId}`;
    expect(shown).toContain(`Lookup ${lookup?.id} continues. To see it: footprint lookup --id ${lookup?.id}`);
    expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
    expect(code).toBe(130);
  });

  it('prints no control characters into a pipe, whatever CI says', async () => {
    const { key } = await service.account();
    await service.call('POST', '/v1/lookup', { key, body: { query: 'ada-example' } });
    for (const args of [
      ['platforms'],
      ['history'],
      ['lookup', 'bob-example', '--instant'],
      ['lookup', 'bob-example', 'bob@example.com', '--instant', '--risk'],
    ]) {
      const { code, stdout, stderr } = await run([...args, ...(args.includes('--key') ? [] : ['--key', key])], { CI: 'true' });
      expect([args[0], code, stderr.includes('Error')]).toEqual([args[0], 0, false]);
      expect(controlsIn(stdout + stderr)).toEqual([]);
    }
  });

  it('history shows the lookups of the account, newest first, and only them', async () => {
    const { key } = await service.account();
    for (const query of ['ada-example', 'bob-example']) await service.call('POST', '/v1/lookup', { key, body: { query } });
    const { stdout } = await run(['history', '--key', key]);
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { identities: { value: string }[] });
    expect(entries.map(({ identities }) => identities[0]?.value)).toEqual(['bob-example', 'ada-example']);
  });

  it('history is searched by identity, kind, state, day and key, and no identity is in an address', async () => {
    const { key, accountId } = await service.account();
    const other = await service.keyOf(accountId);
    await service.call('POST', '/v1/lookup', { key, body: { email: 'ada@example.com' } });
    await service.call('POST', '/v1/ip', { key: other.key, body: { ip: '192.0.2.17' } });
    const shown = async (...args: readonly string[]) => {
      const { code, stdout } = await run(['history', '--key', key, ...args]);
      const lines = stdout.trim().split('\n').filter(Boolean);
      return [code, ...lines.map((line) => (JSON.parse(line) as { kind: string }).kind)];
    };
    const today = new Date().toISOString().slice(0, 10);
    expect(await shown('--email', 'ada@EXAMPLE.com')).toEqual([0, 'lookup']);
    expect(await shown('--ip', '192.0.2.17', '--kind', 'ip', '--by', other.apiKeyId)).toEqual([0, 'ip']);
    expect(await shown('--username', 'nobody-at-all')).toEqual([0]);
    expect(await shown('--from', today, '--limit', '5')).toEqual([0, 'ip', 'lookup']);
    expect(await shown('--to', '2026-01-01')).toEqual([0]);
    expect((await shown('--email', 'ada'))[0]).toBe(2);
    expect((await shown('--state', 'lost'))[0]).toBe(2);
  });

  it('report writes a lookup as one page without scripts, bills nothing, and overwrites no file', async () => {
    const { key } = await service.account();
    const { body } = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } });
    const { lookupId } = body as { lookupId: string };
    const report = (...args: string[]) => run(['report', lookupId, '--key', key, ...args]);
    const printed = await report();
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect(printed.stdout).toMatch(/^<!doctype html>.*<\/html>\s*$/s);
    expect(printed.stdout).toContain('ada-example');
    expect(printed.stdout).not.toContain('<script');
    const folder = mkdtempSync(path.join(tmpdir(), 'footprint-report-'));
    const file = path.join(folder, 'report.html');
    expect((await report('--out', file)).code).toBe(0);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o077]).toEqual([printed.stdout, 0]);
    expect(await report('--out', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') as string });
    expect((await report('--output', 'csv')).stdout.split('\r\n')[0]).toContain('platform');
    expect(JSON.parse((await report('--json')).stdout)).toMatchObject({ lookupId });
    expect((await report('--omissions')).stdout).toContain('Identity report');
    expect(await report('--omissions', '--json')).toMatchObject({ code: 2, stderr: expect.stringContaining('HTML report only') as string });
    const bundle = JSON.parse((await report('--output', 'stix', '--tlp', 'green')).stdout) as {
      type: string;
      objects: { name?: string }[];
    };
    expect([bundle.type, bundle.objects[0]?.name]).toEqual(['bundle', 'TLP:GREEN']);
    expect(await report('--output', 'stix', '--tlp', 'white')).toMatchObject({ code: 2, stderr: expect.stringContaining('tlp') as string });
    expect(await report('--tlp', 'green')).toMatchObject({ code: 2, stderr: expect.stringContaining('--output stix only') as string });
    expect((await run(['report', 'lkp_none', '--key', key])).code).toBe(6);
    const [billed] = await service.sql`SELECT count(*)::int AS lookups FROM usage_ledger WHERE lookup_id = ${lookupId}`;
    expect(billed).toEqual({ lookups: 1 });
    rmSync(folder, { recursive: true });
  });

  it('lookup prints a row for each result as CSV, and history all that match, or the newest', async () => {
    const { key } = await service.account();
    const found = await run(['lookup', 'ada-example', '--instant', '--output', 'csv', '--key', key]);
    expect([found.code, parse(found.stdout)]).toEqual([0, [expect.arrayContaining(['identity', 'platform', 'answer'])]]);
    await service.call('POST', '/v1/lookup', { key, body: { query: 'bob-example' } });
    const history = async (...args: readonly string[]) =>
      parse((await run(['history', '--key', key, '--output', 'csv', ...args])).stdout, { columns: true }).map(
        (row) => (row as { identities: string }).identities,
      );
    expect(await history()).toEqual(['bob-example', 'ada-example']);
    expect(await history('--limit', '1')).toEqual(['bob-example']);
    expect(await history('--limit', '0')).toEqual([]);
  });

  it.each([
    [['sources'], 'sources', 'name,module,'],
    [['webhook', 'list'], 'endpoints', 'id,url,'],
    [['webhook', 'deliveries'], 'deliveries', 'eventId,endpointId,'],
    [['webhook', 'stats'], 'endpoints', 'endpointId,from,delivered,'],
  ])('%j is the answer of the API in one line of JSON, or rows of CSV', async (args, list, columns) => {
    const { key } = await service.account('growth', { scopes: ['webhooks', 'lookups:read'] });
    const { stdout } = await run([...args, '--key', key]);
    expect([stdout.split('\n').length, JSON.parse(stdout)]).toEqual([2, expect.objectContaining({ [list]: expect.any(Array) as unknown })]);
    const csv = await run([...args, '--key', key, '--output', 'csv']);
    expect([csv.code, csv.stdout.startsWith(columns)]).toEqual([0, true]);
  });

  it('ends with the exit code of what refused it', async () => {
    const { key } = await service.account();
    const used = await service.account('free_trial', { quota: 0 });
    const unscoped = await service.account('growth', { scopes: ['webhooks'] });
    const lookup = ['lookup', 'ada-example', '--key'];
    const { batchId } = (
      await service.call('POST', '/v2/batches', { key, body: { items: [{ identities: { usernames: ['ada-example'] } }] } })
    ).body as { batchId: string };
    await service.call('POST', `/v2/batches/${batchId}/cancel`, { key });
    const codes = {
      2: [
        [...lookup, key, '--deadline', '1s', '--instant'],
        ['lookup', 'ada@', 'ada-example', '--key', key],
        ['lookup', '--depe'],
      ],
      3: [
        [...lookup, `svc_${'x'.repeat(43)}`],
        [...lookup, unscoped.key],
      ],
      4: [[...lookup, used.key]],
      5: [[...lookup, key, '--url', 'http://127.0.0.1:1']],
      6: [['batches', 'show', 'bat_none', '--key', key]],
      7: [['batches', 'resume', batchId, '--key', key]],
    };
    for (const [code, commands] of Object.entries(codes))
      for (const args of commands) expect([args.join(' '), (await run(args)).code]).toEqual([args.join(' '), Number(code)]);
  });

  it('several identities are one lookup, billed once', async () => {
    const { key, accountId } = await service.account();
    const { code, stdout } = await run([
      'lookup',
      'ada-example',
      'ada@example.com',
      '+12025550142',
      '192.0.2.17',
      '--instant',
      '--key',
      key,
    ]);
    expect(stdout).toContain('Footprint of ada@example.com');
    expect(code).toBe(0);
    const lookups = await service.sql<{ subjects: object }[]>`SELECT subjects FROM lookups WHERE account_id = ${accountId}`;
    expect(lookups).toEqual([{ subjects: { email: 'ada@example.com', phone: '+12025550142', username: 'ada-example', ip: '192.0.2.17' } }]);
  });

  it('a deadline of the caller is one of an instant lookup alone', async () => {
    const { key, accountId } = await service.account();
    const { code, stdout } = await run(['lookup', 'ada-example', '--instant', '--deadline', '700', '--json', '--key', key]);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ deadlineMs: 700 })]);
    for (const wrong of [
      ['--deadline', '700'],
      ['--instant', '--deadline', '1s'],
    ]) {
      const refused = await run(['lookup', 'ada-example', ...wrong, '--key', key]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('deadlineMs')]);
    }
    expect(await service.sql`SELECT id FROM lookups WHERE account_id = ${accountId}`).toHaveLength(1);
  });

  it('what is no identity is told before anything is billed', async () => {
    const { key, accountId } = await service.account();
    const { code, stderr } = await run(['lookup', 'ada-example', 'ada@', '--key', key]);
    expect([code, stderr]).toEqual([2, '"ada@" is not a valid e-mail address.\n']);
    expect(await service.sql`SELECT id FROM lookups WHERE account_id = ${accountId}`).toEqual([]);
  });
});
