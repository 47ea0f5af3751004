/** docs/quickstart.md as a reader follows it: its blocks one after another, each program twice, with one account and the receiver it names. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GO_CLIENT } from '../../tools/clients/go.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { portOf } from '../support/port-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(path.join(ROOT, 'docs', 'quickstart.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block.trim());
const block = (part: string): string => {
  const found = BLOCKS.filter((each) => each.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the page have ${part}`);
  return found[0] ?? '';
};
const ROBIN = { identities: { username: ['robinsample'], email: ['robin.sample@example.com'] }, share: 1 };
const lackingGo = await GO_CLIENT.missing();
const PROGRAMS = ['quickstart.ts', 'quickstart.py', ...(lackingGo === null ? ['quickstart.go'] : [])];

/** Types a block into a clean shell of a reader. */
function typed(script: string, env: NodeJS.ProcessEnv, input?: string) {
  const child = spawn('bash', ['-e', '-c', script], { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe', detached: true });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (result.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (result.stderr += part.toString()));
  child.stdin.end(input);
  return { child, result, ended: once(child, 'close').then(([code]) => code as number) };
}

describe('the quickstart', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'footprint-quickstart-'));
  let listening: ChildProcess | undefined;
  let listenPort = 0;
  let service: WorkingService;
  let relay: Server;
  let reader: NodeJS.ProcessEnv = {};
  let accountId = '';
  let key = '';
  let statuses: { tampered: number; genuine: number }[] = [];

  /** Starts the page's own receiver, on a port that is free here; one that runs is stopped, as the page says. */
  async function listen(command: string): Promise<void> {
    await stopListening();
    const { child, result } = typed(command.replace('webhook listen', `webhook listen --port ${listenPort}`), { FOOTPRINT_HOME: home });
    listening = child;
    await vi.waitFor(() => expect(result.stderr).toMatch(/Listening on \S+/), { timeout: 90_000, interval: 50 });
  }
  async function stopListening(): Promise<void> {
    const ending = listening;
    listening = undefined;
    if (ending?.pid === undefined) return;
    process.kill(-ending.pid, 'SIGINT');
    await once(ending, 'close');
  }

  beforeAll(async () => {
    listenPort = await getPort();
    // Each event comes twice: first with another byte, which a receiver has to refuse.
    relay = createServer(async (request, response) => {
      const body = await buffer(request);
      const headers = { 'content-type': 'application/json', 'svc-signature': String(request.headers['svc-signature']) };
      const send = async (bytes: Buffer) =>
        (await fetch(`http://127.0.0.1:${reader['PORT']}/`, { method: 'POST', headers, body: new Uint8Array(bytes) })).status;
      const tampered = await send(Buffer.concat([body, Buffer.from(' ')]));
      const genuine = await send(body);
      statuses.push({ tampered, genuine });
      response.writeHead(genuine).end();
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    await listen(block('webhook listen    #'));
    const settings = Object.fromEntries([...block('npm start').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
    const caFile = path.join(home, path.relative('.footprint', settings['WEBHOOK_CA_FILE'] ?? ''));
    service = await startWorkingService({ simulator: { accounts: { people: [ROBIN] } }, env: { ...settings, WEBHOOK_CA_FILE: caFile } });
    ({ key, accountId } = await service.account('growth', { scopes: ['lookups', 'webhooks'] }));
    const goEnv = lackingGo === null ? execFileSync('go', ['env', 'GOMODCACHE', 'GOPROXY'], { encoding: 'utf8' }) : '';
    const [modules = '', proxy = ''] = goEnv.trim().split('\n');
    reader = {
      FOOTPRINT_URL: service.url,
      FOOTPRINT_API_KEY: key,
      WEBHOOK_URL: `https://localhost:${listenPort}/`,
      PORT: String(await getPort()),
      // A cache of its own, since the archive of this version changes; what it needs besides is in the machine's.
      GOMODCACHE: path.join(home, 'modules'),
      GOPROXY: `file://${modules}/cache/download,${proxy}`,
      GONOSUMDB: '*',
      GOFLAGS: '-modcacherw',
    };
    for (const made of ['quickstart-go', 'quickstart-python']) rmSync(path.join(ROOT, 'dist', made), { recursive: true, force: true });
  });
  afterAll(async () => {
    await service?.close();
    await stopListening();
    relay?.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** Follows a block, and types its last line again, which runs the program. @returns what both runs printed */
  async function twice(script: string): Promise<string[]> {
    const printed: string[] = [];
    const again = script.split('\n').filter((line, at, { length }) => line.startsWith('export ') || at === length - 1);
    for (const lines of [script, again.join('\n')]) {
      const { result, ended } = typed(lines, reader);
      expect([await ended, result.stderr.replace(/^(?:go: |\tgo ).*\n/gm, '')]).toEqual([0, '']);
      printed.push(result.stdout);
    }
    return printed;
  }

  /** What every program has done when it has run as often. */
  async function expectRuns(runs: number): Promise<void> {
    const { body } = await service.call('GET', '/v2/webhooks/endpoints', { key });
    expect(body).toEqual({ endpoints: [] });
    const [billed] = await service.sql`SELECT count(DISTINCT lookup_id)::int AS lookups FROM usage_ledger WHERE account_id = ${accountId}`;
    expect(billed).toEqual({ lookups: 3 * runs });
  }

  it('runs with curl, twice, while the receiver that it names acknowledges', async () => {
    for (const stdout of await twice(block('bash docs/examples'))) {
      expect(stdout).toContain('batch.completed');
      expect(stdout).toContain('customer-2');
    }
    await expectRuns(2);
  });

  it('shows in a shell what a receiver verifies', async () => {
    const sent = Math.floor(Date.now() / 1_000);
    const body = '{"type":"batch.completed"}';
    const signature = `t=${sent},v1=${createHmac('sha256', 'whsec_example').update(`${sent}.${body}`).digest('hex')}`;
    const verify = `${block('bash docs/examples')} verify '${signature}' whsec_example`;
    const codes = [body, `${body} `].map(async (text) => typed(verify, { FOOTPRINT_API_KEY: 'none' }, text).ended);
    expect(await Promise.all(codes)).toEqual([0, 1]);
  });

  it('runs in the other languages, each twice, with the receiver in the program', { timeout: 900_000 }, async () => {
    const port = portOf(relay);
    await listen(block('--forward-to').replace('4444', String(port)));
    for (const [index, file] of PROGRAMS.entries()) {
      statuses = [];
      for (const stdout of await twice(block(file))) {
        expect(stdout).toMatch(/^sign-up: \d{1,3} of \d{1,3} platforms answered; risk \w+$/m);
        expect(stdout).toContain('waiting for batch.completed');
        expect(stdout).toMatch(/^batch\.completed\b/m);
        expect(stdout).toContain('customer-2');
      }
      expect([file, statuses]).toEqual([file, Array.from({ length: 2 }, () => ({ tampered: 400, genuine: 204 }))]);
      await expectRuns(2 * (index + 2));
    }
  });

  it('says that no event comes, and removes its endpoint, when nobody listens', { timeout: 300_000 }, async () => {
    await stopListening();
    const { result, ended } = typed(block('bash docs/examples'), reader);
    expect([await ended, result.stderr]).toEqual([1, expect.stringContaining("is 'npx footprint webhook listen' running?") as string]);
    await expectRuns(2 * (PROGRAMS.length + 1) + 1);
  });
});
