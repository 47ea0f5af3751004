/** The receiver of the client's README, started as it is written there, with Express from npm. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import getPort from 'get-port';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signatureOf } from '../../src/features/webhooks/sender/webhook-sender.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = path.join(ROOT, 'clients', 'typescript', 'README.md');
const SECRET = 'whsec_of_the_receiver';

/** The block of code of the README that has the text. */
function documented(text: string): string {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '');
  const found = blocks.filter((code) => code.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} examples of the README have ${text}`);
  return found[0] as string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'footprint-express-'));
let receiver: ChildProcess;
let url: string;
let output = '';
beforeAll(async () => {
  const file = path.join(folder, 'receiver.cjs');
  await build({
    stdin: { contents: documented("from 'express'"), loader: 'ts', resolveDir: ROOT },
    alias: { 'footprint-client': path.join(ROOT, 'clients', 'typescript', 'index.ts') },
    outfile: file,
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
  });
  const port = await getPort();
  url = `http://127.0.0.1:${port}/hooks`;
  receiver = spawn(process.execPath, [file], { env: { PORT: String(port), SIGNING_SECRET: SECRET }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [receiver.stdout, receiver.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => fetch(url), { timeout: 90_000, interval: 50 });
});
afterAll(() => {
  receiver?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A request as the service signs it. */
async function deliver(body: Buffer, secret = SECRET): Promise<number> {
  const signature = signatureOf({ secrets: [secret], body, timestamp: Math.floor(Date.now() / 1_000) });
  const headers = { 'content-type': 'application/json', 'svc-signature': signature };
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status;
}
/** An event of about so many bytes, as one of a deep lookup is. */
function eventOf(bytes: number): Buffer {
  const result = { platform: 'example-forum', registered: false, method: 'public_api', checkedAt: '2026-11-21T05:14:09.500Z' };
  const results = Array.from({ length: Math.ceil(bytes / JSON.stringify(result).length) }, () => result);
  return Buffer.from(JSON.stringify({ id: 'evt_example', type: 'lookup.completed', data: { response: { results } } }));
}

it.each([
  ['a small event', 1_000],
  ['the event of a deep lookup', 1_000_000],
  ['one of several identities', 5_000_000],
])('acknowledges %s, and has verified it', async (_, bytes) => {
  output = '';
  expect(await deliver(eventOf(bytes))).toBe(200);
  await vi.waitFor(() => expect(output).toContain('evt_example lookup.completed'), { timeout: 60_000 });
});

it('refuses what another secret has signed', async () => {
  expect(await deliver(eventOf(1_000), 'whsec_of_somebody_else')).toBe(400);
});
