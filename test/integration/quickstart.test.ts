/** The programs of docs/quickstart.md against the running service: as a reader runs them, with `footprint webhook listen` before them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GO_CLIENT } from '../../tools/clients/go.js';
import { PYTHON_CLIENT, PYTHON_TOOLS } from '../../tools/clients/python.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { GO_MODULE } from '../support/clients/empty-module.js';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = path.join(ROOT, 'docs', 'examples', 'quickstart');
const ROBIN = { identities: { username: ['robinsample'], email: ['robin.sample@example.com'] }, share: 1 };

type Command = readonly string[];
/** Makes what runs a file, by its ending. */
const RUNNERS: Readonly<Record<string, (file: string, folder: string) => Promise<Command>>> = {
  '.sh': async (file) => ['bash', file],
  '.ts': async (file) => [process.execPath, '--import', 'tsx', file],
  '.py': async (file) => {
    await PYTHON_CLIENT.generate();
    return ['env', `PYTHONPATH=${ROOT}/clients/python/src`, path.join(await pythonEnvironment(PYTHON_TOOLS), 'python'), '-u', file];
  },
  '.go': async (file, folder) => {
    await GO_CLIENT.generate();
    const client = path.join(ROOT, 'clients/go');
    const module = readFileSync(path.join(client, 'go.mod'), 'utf8').replace(/^module .*/m, 'module example.com/quickstart');
    writeFileSync(path.join(folder, 'go.mod'), `${module}\nrequire ${GO_MODULE} v0.0.0\nreplace ${GO_MODULE} => ${client}\n`);
    copyFileSync(path.join(client, 'go.sum'), path.join(folder, 'go.sum'));
    copyFileSync(file, path.join(folder, 'main.go'));
    await promisify(execFile)('go', ['build', '-o', 'quickstart', 'main.go'], { cwd: folder });
    return [path.join(folder, 'quickstart')];
  },
};
const lackingGo = await GO_CLIENT.missing();
const FILES = readdirSync(FOLDER).filter((file) => lackingGo === null || !file.endsWith('.go'));

/** Runs a command to its end. */
async function run([command = '', ...args]: Command, env: NodeJS.ProcessEnv, input?: Uint8Array) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (result.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (result.stderr += part.toString()));
  child.stdin.end(input);
  return { child, result, ended: once(child, 'close').then(([code]) => code as number) };
}

describe('the quickstart', () => {
  let home: string;
  let listening: ChildProcess;
  let service: WorkingService;
  let relay: Server;
  let webhookUrl = '';
  /** Hands a request to the receiver of the program that runs. @returns its status */
  let receive: (body: Buffer, signature: string) => Promise<number>;
  let statuses: { tampered: number; genuine: number }[] = [];

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'footprint-quickstart-'));
    // Each event comes twice: first with another byte, which a receiver has to refuse.
    relay = createServer(async (request, response) => {
      const body = await buffer(request);
      const signature = String(request.headers['svc-signature']);
      const tampered = await receive(Buffer.concat([body, Buffer.from(' ')]), signature);
      const genuine = await receive(body, signature);
      statuses.push({ tampered, genuine });
      response.writeHead(genuine).end();
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const forwardTo = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`;
    const listen = entryArguments('cli', ['webhook', 'listen', '--port', '0', '--forward-to', forwardTo]);
    const { child, result } = await run([process.execPath, ...listen], { FOOTPRINT_HOME: home });
    listening = child;
    await vi.waitFor(() => expect(result.stderr).toMatch(/Listening on \S+/), { timeout: 90_000, interval: 50 });
    webhookUrl = /Listening on (\S+)/.exec(result.stderr)?.[1] ?? '';
    // The settings that it prints, with the file's path as it is seen from here.
    const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_CA_FILE: path.join(home, 'webhook-listen', 'ca.pem') };
    service = await startWorkingService({ simulator: { accounts: { people: [ROBIN] } }, env });
  });
  afterAll(async () => {
    await service?.close();
    listening?.kill('SIGINT');
    relay?.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(FILES)('%s looks up at sign-up, receives and verifies the event, and finishes its batch', async (file) => {
    const { key, accountId } = await service.account('growth', { scopes: ['lookups', 'webhooks'] });
    const port = await getPort();
    const program = (await RUNNERS[path.extname(file)]?.(path.join(FOLDER, file), home)) ?? [];
    expect(program, `nobody knows how to run ${file}`).not.toEqual([]);
    const { result, ended } = await run(program, {
      FOOTPRINT_URL: service.url,
      FOOTPRINT_API_KEY: key,
      WEBHOOK_URL: webhookUrl,
      PORT: String(port),
    });
    statuses = [];
    receive = file.endsWith('.sh')
      ? async (body, signature) => {
          const secret = /^secret: (\S+)$/m.exec(result.stdout)?.[1] ?? '';
          const verifying = await run([...program, 'verify', signature, secret], { FOOTPRINT_API_KEY: 'none' }, new Uint8Array(body));
          return (await verifying.ended) === 0 ? 204 : 400;
        }
      : async (body, signature) => {
          const headers = { 'content-type': 'application/json', 'svc-signature': signature };
          return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(body) })).status;
        };
    expect([await ended, result.stderr]).toEqual([0, '']);
    expect(result.stdout).toContain('batch.completed');
    expect(result.stdout).toContain('customer-2');
    expect(statuses).toEqual([{ tampered: 400, genuine: 204 }]);

    const batches = await service.call('GET', '/v2/batches', { key });
    expect(batches.body).toMatchObject({ batches: [{ status: 'finished', items: 2, counts: { finished: 2 } }] });
    const [billed] = await service.sql`SELECT count(DISTINCT lookup_id)::int AS lookups FROM usage_ledger WHERE account_id = ${accountId}`;
    expect(billed).toEqual({ lookups: 3 });
    const { body } = await service.call('GET', '/v2/webhooks/endpoints', { key });
    expect(body).toEqual({ endpoints: [] });
  });
});
