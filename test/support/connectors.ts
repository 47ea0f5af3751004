/** The connectors as their platforms run them: each platform's own package, the client and the connector on the path. */
import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { PYTHON_CLIENT } from '../../tools/clients/python.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { runProgram } from '../../tools/embedded/child.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { alterPlatforms } from './alter-platforms.js';
import { ADA, startWorkingService } from './http/working-service.js';
import { portOf } from './port-of.js';

export const CONNECTORS = join(PROJECT_ROOT, 'clients/integrations');
/** What the client needs. */
const CLIENT = ['attrs==26.1.0', 'httpx==0.28.1'];
const PATHS = [join(PROJECT_ROOT, 'clients/python/src'), CONNECTORS].join(':');

/** The packages of a platform. @returns its `bin` folder, and what programs there are run with */
export async function platformOf(name: string, packages: readonly string[]) {
  await PYTHON_CLIENT.generate();
  const bin = await pythonEnvironment({ name, packages: [...packages, ...CLIENT] });
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PYTHONPATH: PATHS, PYTHONDONTWRITEBYTECODE: '1' };
  return { bin, env };
}

export interface Program {
  /** All that it wrote. */
  readonly written: () => string;
  /** Ends it. */
  readonly stop: () => Promise<void>;
}

/** Starts a server of a platform. */
export function startServer(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    written: () => text,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resolves once a server answers at an address, whatever it answers. */
export const untilUp = (server: Program, address: string): Promise<void> =>
  vi.waitFor(
    () =>
      fetch(address).then(
        async (response) => void (await response.text()),
        () => Promise.reject(new Error(server.written() || 'nothing was written')),
      ),
    { timeout: 240_000, interval: 100 },
  );

/** Runs a program of a platform to its end. */
export const runIn = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  runProgram(file, args, { timeoutMs: 120_000, env });

/** A server on a free port of this machine. */
export async function startStub(listener: RequestListener): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A service that is at its limit for the next two minutes. */
export const startLimited = () =>
  startStub((_, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '120' });
    response.end(JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } }));
  });

/** What `startLimited` comes to, as an analyst reads it. */
export const LIMITED = 'Footprint refused the lookup: Too many requests. (rate_limit_exceeded) Try again in 120 seconds.';

interface Settings {
  readonly url?: string;
  readonly key?: string;
  readonly active?: string;
  readonly timeout?: string;
}
const SECONDS = (value: string): RegExp => new RegExp(`^timeout is '${value}': set it to a number of seconds up to 600\\.$`);
/** Settings of which no service can be made, each with the sentence that says so. */
export const WRONG_SETTINGS: readonly (readonly [Settings, RegExp])[] = [
  [{ timeout: 'soon' }, SECONDS('soon')],
  [{ timeout: '-5' }, SECONDS('-5')],
  [{ timeout: 'nan' }, SECONDS('nan')],
  [{ timeout: '1e9' }, SECONDS('1e9')],
  [{ active: 'perhaps' }, /^active is 'perhaps': set it to true or false\.$/],
  [{ url: 'footprint.example.com' }, /^'footprint\.example\.com' is not the address of a service\.$/],
  [{ url: 'ftp://footprint.example.com' }, /^'ftp:\/\/footprint\.example\.com' is not the address of a service\.$/],
  [{ url: '' }, /^Set the address of the Footprint service and an API key\.$/],
  [{ key: '' }, /^Set the address of the Footprint service and an API key\.$/],
  [{ key: 'two words' }, /^The API key is empty, or contains characters that no API key has\.$/],
];
/** Of which one can be made, and asked in vain. @param elsewhere the address of something else */
export const vainSettings = (elsewhere: string): readonly (readonly [Settings, RegExp])[] => [
  [{ key: 'svc_wrong' }, REFUSED_KEY],
  [{ url: 'http://127.0.0.1:9', timeout: '1' }, /^Footprint cannot be reached: .*\.$/],
  [{ url: elsewhere, timeout: '1' }, /^Footprint cannot be reached: .*\.$/],
];

export const INSTALL = 600_000;
export const OPTED_OUT = 'opted-out@example.com';
export const OMITTED = /\d+ checks gave no confident answer, which is no "no": .*\d+ not_passive/;
export const SUPPRESSED = `${OPTED_OUT} opted out and was not looked up.`;
export const REFUSED_KEY = /^Footprint refused the lookup: .* \(unauthorized\)$/;

/** A service that connectors ask, and what it itself says of Ada: passively, and of another account when everybody is asked. */
export async function startConnected() {
  const service = await startWorkingService({ sites: 20, alter: alterPlatforms((file) => ({ ...file, strength: 'strong' })) });
  const limited = await startLimited();
  const elsewhere = await startStub((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<h1>Welcome</h1>');
  });
  const { accountId } = await service.account();
  const { key } = await service.keyOf(accountId, ['lookups']);
  const { key: manager } = await service.keyOf(accountId, ['account']);
  await service.call('POST', '/v2/account/suppressions', { key: manager, body: { type: 'email', value: OPTED_OUT, proof: 'letter 1' } });
  // Of another account: what is stored there is no fact of the first one.
  const { key: loudKey } = await service.account();
  const body = { identities: { emails: [ADA.email] }, modules: ['footprint'], mode: 'wait' };
  const quiet = (await service.call('POST', '/v2/lookup', { key, body: { ...body, noise: 'passive' } })).body as LookupBodyV2;
  const loud = (await service.call('POST', '/v2/lookup', { key: loudKey, body })).body as LookupBodyV2;
  expect(quiet.hits.length).toBeGreaterThan(0);
  expect(quiet.omissions.byReason.not_passive).toBeGreaterThan(0);
  expect(loud.hits.length).toBeGreaterThan(quiet.hits.length);
  const close = async (): Promise<void> => {
    await service.close();
    await limited.close();
    await elsewhere.close();
  };
  return { service, limited, elsewhere, key, loudKey, quiet, loud, close };
}

export type Connected = Awaited<ReturnType<typeof startConnected>>;
