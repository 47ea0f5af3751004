/** `footprint init`: what it stores, where, and which command then uses what. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryArguments } from '../../tools/embedded/program.js';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';
import { portOf } from '../support/port-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('footprint init', () => {
  let service: Service;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'footprint-init-'));
    file = path.join(folder, 'config', 'footprint', 'config.json');
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const env = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: process.env['PATH'],
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    FOOTPRINT_HOME: path.join(folder, 'state'),
    FOOTPRINT_ENV_FILE: 'none',
    ...more,
  });
  /** Runs the program. @param input standard input */
  async function run(args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, entryArguments('cli', args), { cwd: ROOT, env: env(more), stdio: 'pipe' });
    const result = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => (result.stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (result.stderr += part.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...result };
  }
  const stored = () => JSON.parse(readFileSync(file, 'utf8')) as { url: string; key: string };

  it('reads the key from standard input, stores it for the user alone, shows no more than its beginning, and other commands use it', async () => {
    const { key, accountId } = await service.account('growth', { scopes: ['lookups', 'account:read'] });
    // Somebody made the folder for others too.
    mkdirSync(path.dirname(file), { recursive: true });
    chmodSync(path.dirname(file), 0o755);
    const { code, stdout, stderr } = await run(['init', '--url', service.url], `${key}\n`);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ url: service.url, key: `${key.slice(0, 12)}…`, accountId, file });
    expect(stored()).toEqual({ url: service.url, key });
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(path.dirname(file))).toEqual(['config.json']);
    expect(await run(['history', '--output', 'csv'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^lookup,/) as string });

    const shown = await run(['init', '--show']);
    expect(JSON.parse(shown.stdout)).toEqual({ url: service.url, urlFrom: file, key: `${key.slice(0, 12)}…`, keyFrom: file });
    expect(JSON.parse((await run(['init', '--remove'])).stdout)).toEqual({ file, removed: true });
    expect(JSON.parse((await run(['init', '--remove'])).stdout)).toEqual({ file, removed: false });
    expect(await run(['history', '--url', service.url])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No API key') as string,
    });
  });

  it('options win over the environment, and that over what is stored', async () => {
    const [one, other, third] = [await service.account(), await service.account(), await service.account()];
    await run(['init', '--url', service.url, '--key', one.key]);
    for (const { accountId, key } of [one, other, third])
      await service.call('POST', '/v1/lookup', { key, body: { query: accountId.replace('acc_', 'a') } });
    const whose = async (args: readonly string[], more?: Readonly<Record<string, string>>) =>
      (await run(['history', ...args], '', more)).stdout.match(/"value":"a(\w+)"/)?.[1];
    const id = ({ accountId }: { accountId: string }) => accountId.replace('acc_', '');
    expect(await whose([])).toBe(id(one));
    expect(await whose([], { FOOTPRINT_API_KEY: other.key })).toBe(id(other));
    expect(await whose(['--key', third.key], { FOOTPRINT_API_KEY: other.key })).toBe(id(third));
    const shown = await run(['init', '--show', '--url', 'http://127.0.0.1:1'], '', { FOOTPRINT_API_KEY: other.key });
    expect(JSON.parse(shown.stdout)).toMatchObject({ urlFrom: '--url', keyFrom: 'FOOTPRINT_API_KEY' });
  });

  it('a stored key is sent to no other address', async () => {
    const { key } = await service.account();
    await run(['init', '--url', service.url, '--key', key]);
    let requests = 0;
    const otherServer = createServer((_, response) => {
      requests += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const url = `http://127.0.0.1:${portOf(otherServer)}`;
    expect((await run(['history', '--url', url])).code).toBe(3);
    expect((await run(['history'], '', { FOOTPRINT_URL: url })).code).toBe(3);
    expect(requests).toBe(0);
    // What is no API of ours is told from one, before anything is stored.
    expect(await run(['init', '--url', url, '--key', 'svc_other'])).toMatchObject({ code: 2, stdout: '' });
    expect([requests, stored()]).toEqual([1, { url: service.url, key }]);
    otherServer.close();
  });

  it('a key that may not read its account is verified as far as it goes, and stored', async () => {
    const { key } = await service.account('growth', { scopes: ['webhooks'] });
    const { code, stdout, stderr } = await run(['init', '--url', service.url, '--key', key]);
    expect([code, JSON.parse(stdout), stderr]).toEqual([
      ...[0, expect.objectContaining({ accountId: null }), expect.stringContaining('The API accepts the key.')],
    ]);
    expect(stored().key).toBe(key);
  });

  it.each([
    ['a key that the API refuses', () => ['--url', service.url, '--key', `svc_${'x'.repeat(43)}`], '', 3],
    ['no key at all', () => ['--url', service.url], '\n', 3],
    ['an address where nobody answers', () => ['--url', 'http://127.0.0.1:1', '--key', 'svc_key'], '', 5],
    ['what is no address', () => ['--url', 'footprint.example.com', '--key', 'svc_key'], '', 2],
    ['an unknown option', () => ['--nothing-like-it'], '', 2],
  ])('%s is refused, and nothing is stored', async (_, args, input, expected) => {
    const { code, stdout, stderr } = await run(['init', ...args()], input);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(existsSync(file)).toBe(false);
  });

  it('a damaged file is named, is in nobody’s way who names address and key, and is written anew', async () => {
    const { key } = await service.account();
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{"url": "http');
    expect(await run(['history'])).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} is damaged`) as string });
    expect((await run(['history', '--url', service.url, '--key', key])).code).toBe(0);
    expect((await run(['init', '--url', service.url, '--key', key])).code).toBe(0);
    expect(stored().key).toBe(key);
  });

  it('asks on a terminal, and shows nothing of the key that is typed', async () => {
    const { key } = await service.account();
    const command = [process.execPath, ...entryArguments('cli', ['init'])].join(' ');
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: ROOT, env: env(), stdio: 'pipe' });
    let shown = '';
    terminal.stdout.on('data', (part: Buffer) => (shown += part.toString()));
    const closed = once(terminal, 'close') as Promise<[number]>;
    await expect.poll(() => shown, { timeout: 90_000 }).toContain('Address of the API [http://localhost:8080]: ');
    terminal.stdin.write(`${service.url}\r`);
    await expect.poll(() => shown, { timeout: 90_000 }).toContain('API key (it is not shown): ');
    terminal.stdin.write(`${key}\r`);
    expect([(await closed)[0], stored()]).toEqual([0, { url: service.url, key }]);
    expect(shown).toContain(service.url);
    expect(shown).toContain(`${key.slice(0, 12)}…`);
    expect(shown).not.toContain(key.slice(12));
    expect(shown).not.toContain(key.slice(0, 13));
  });

  it('ends at once when it is interrupted', async () => {
    const command = [process.execPath, ...entryArguments('cli', ['init', '--url', service.url])].join(' ');
    const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: ROOT, env: env(), stdio: 'pipe' });
    let shown = '';
    terminal.stdout.on('data', (part: Buffer) => (shown += part.toString()));
    const closed = once(terminal, 'close') as Promise<[number]>;
    await expect.poll(() => shown, { timeout: 90_000 }).toContain('API key (it is not shown): ');
    terminal.stdin.write('\u0003');
    expect((await closed)[0]).toBe(130);
    expect(existsSync(file)).toBe(false);
  });
});
