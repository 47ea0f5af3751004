import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type ConnectionOptions, connect as tlsConnect, createSecureContext, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { platformFileSchema } from '../../src/engine/catalogue/entry-schema.js';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { generateSites } from '../../tools/simulator/generated-sites.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { type Simulator, startSimulator } from '../../tools/simulator/start-simulator.js';
import { writeGenerated } from '../../tools/simulator/write-generated.js';
import { ADA, AVAILABILITY, clientOf, LIST, profilePage, REDIRECT, startFive, TYPED } from '../unit/tools/simulator/client.js';

let folder: string;
let simulator: Simulator;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-test-'));
  simulator = await startFive({ caFile: join(folder, 'ca.pem') });
  client = clientOf(simulator);
});
afterEach(() => simulator.resetRequests());
afterAll(async () => {
  await client.close();
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** Opens a tunnel by hand; gives the socket and the proxy's status line. */
async function tunnel(authority: string, port = new URL(simulator.proxyUrl).port): Promise<{ socket: Socket; line: string }> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, line: data.toString().split('\r\n')[0] as string };
}

async function handshake(servername: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { socket } = await tunnel(`${servername}:443`);
  const secure = tlsConnect({ socket, servername, ca: simulator.caPem, ...options });
  await once(secure, 'secureConnect');
  return secure;
}

describe('platforms behind the proxy', () => {
  test('each kind tells the truth about who exists and who does not', async () => {
    const { get } = client;
    expect(JSON.parse((await get(TYPED('Ada'))).text)).toMatchObject({ username: 'Ada' });
    expect(JSON.parse((await get(TYPED('nobody'))).text)).toEqual({ error: 'account_not_found' });
    expect(JSON.parse((await get(LIST('ada'))).text)).toMatchObject({ users: [{ username: 'ada' }] });
    expect(JSON.parse((await get(LIST('nobody'))).text)).toEqual({ users: [], total: 0 });
    expect((await get(profilePage('ada'))).text).toContain('<h1 class="profile-name">ada</h1>');
    expect((await get(profilePage('nobody'))).status).toBe(404);
    expect((await get(REDIRECT('ada'))).text.length).toBeGreaterThan(4000);
    expect((await get(REDIRECT('nobody'))).headers.location).toBe('https://site-0004.example/people?missing=1');
    const post = async (value: string) =>
      JSON.parse((await get(AVAILABILITY, { method: 'POST', body: JSON.stringify({ kind: 'email', value }) })).text);
    expect(await post('ADA@example.com')).toEqual({ available: false, value: 'ADA@example.com' });
    expect(await post('nobody@example.com')).toEqual({ available: true, value: 'nobody@example.com' });
  });

  test('HEAD is answered like GET, without the body; other pages are ordinary', async () => {
    const [head, get] = [await client.get(profilePage('ada'), { method: 'HEAD' }), await client.get(profilePage('ada'))];
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(get.body.length), 0]);
    expect((await client.get('https://site-0001.example/')).status).toBe(200);
    expect((await client.get('https://site-0001.example/no/such/page')).status).toBe(404);
    expect(simulator.requests()).toMatchObject({ total: 2, unmatched: 2 });
  });

  test('connections are kept: many requests, one tunnel', async () => {
    await client.get(TYPED('ada'));
    const before = simulator.connections().tunnels;
    for (let i = 0; i < 5; i++) await client.get(TYPED(`name-${i}`));
    expect(simulator.connections().tunnels).toBe(before);
  });
});

describe('the proxy', () => {
  test('refuses hosts that it does not play', async () => {
    const { socket, line } = await tunnel('unknown.invalid:443');
    expect(line).toBe('HTTP/1.1 502 Bad Gateway');
    socket.destroy();
  });

  test('speaks HTTP/1.1 under a P-256 certificate of its own CA, and resumes sessions', async () => {
    const context = createSecureContext({ ca: simulator.caPem });
    const first = await handshake('site-0001.example', { secureContext: context, ALPNProtocols: ['h2', 'http/1.1'] });
    expect([first.authorized, first.alpnProtocol, first.isSessionReused()]).toEqual([true, 'http/1.1', false]);
    expect(first.getPeerCertificate()).toMatchObject({ nistCurve: 'P-256', issuer: { CN: 'Footprint platform simulator CA' } });
    const session = once(first, 'session') as Promise<[Buffer]>;
    first.write('GET /api/v1/usernames/ada HTTP/1.1\r\nHost: site-0001.example\r\n\r\n');
    const second = await handshake('site-0001.example', { secureContext: context, session: (await session)[0] });
    expect(second.isSessionReused()).toBe(true);
    first.destroy();
    second.destroy();
  });

  test('takes plain HTTP in a tunnel to port 80 and in absolute form; https rules redirect there', async () => {
    const { socket } = await tunnel('site-0001.example:80');
    socket.write('GET /api/v1/usernames/ada HTTP/1.1\r\nHost: site-0001.example\r\n\r\n');
    socket.resume();
    const [inTunnel] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const direct = connect(Number(new URL(simulator.proxyUrl).port), '127.0.0.1');
    direct.write('GET http://site-0001.example/api/v1/usernames/ada HTTP/1.1\r\nHost: site-0001.example\r\n\r\n');
    const [absolute] = (await once(direct, 'data')) as [Buffer];
    direct.write('GET http://unknown.invalid/ HTTP/1.1\r\nHost: unknown.invalid\r\n\r\n');
    const [unknown] = (await once(direct, 'data')) as [Buffer];
    direct.destroy();
    for (const answer of [inTunnel, absolute]) {
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 301 /);
      expect(answer.toString()).toContain('Location: https://site-0001.example/api/v1/usernames/ada');
    }
    expect(unknown.toString()).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('a CONNECT and a TLS hello in one packet are understood', async () => {
    const { socket, line } = await tunnel('site-0002.example:80');
    expect(line).toContain('200');
    socket.destroy();
    const raw = connect(Number(new URL(simulator.proxyUrl).port), '127.0.0.1');
    raw.write('CONNECT site-0003.example:80 HTTP/1.1\r\nHost: a\r\n\r\nGET /@ada HTTP/1.1\r\nHost: site-0003.example\r\n\r\n');
    let received = '';
    raw.on('data', (chunk: Buffer) => (received += chunk));
    await vi.waitFor(() => expect(received).toContain('301 Moved Permanently'), 60_000);
    raw.destroy();
  });

  test('a simulator that is started again has the same CA', async () => {
    const again = await startFive({ caFile: simulator.caFile });
    expect(again.caPem).toBe(simulator.caPem);
    expect(await readFile(again.caFile, 'utf8')).toContain(again.caPem);
    expect((await stat(`${again.caFile}.key`)).mode & 0o777).toBe(0o600);
    const other = clientOf(again);
    expect((await other.get(TYPED('ada'))).status).toBe(200);
    await other.close();
    await again.close();
  });
});

test('500 requests at once to 500 platforms are all answered truthfully, with latency and at most one a host', async () => {
  const sites = generateSites(500);
  const many = await startSimulator({ ...sites, accounts: { people: [{ ...ADA, share: 0.4 }] }, latency: { medianMs: 300, sigma: 0.3 } });
  const asker = clientOf(many);
  const wrong: string[] = [];
  await Promise.all(
    sites.platforms.map(async ({ slug, tags, homepage }) => {
      const path = {
        'typed-miss': 'api/v1/usernames/ada',
        'empty-list': 'api/find?by=username&value=ada',
        pages: '@ada',
        'redirect-miss': 'people/ada',
        availability: 'api/availability',
      }[tags[1] as string];
      const post = tags[1] === 'availability' ? { method: 'POST' as const, body: '{"kind":"username","value":"ada"}' } : {};
      const { status, text } = await asker.get(`${homepage}${path}`, post);
      const output = status === 200 && !text.includes('"users":[]') && !text.includes('"available":true');
      if (output !== many.accounts.exists(slug, 'username', 'ada')) wrong.push(slug);
    }),
  );
  expect(wrong).toEqual([]);
  const report = many.requests();
  expect(report).toMatchObject({
    total: 500,
    unmatched: 0,
    inFlight: 0,
    repeated: {},
    byIdentity: { [identityDigest('username', 'ada')]: 500 },
  });
  expect(report.maxInFlight).toBeGreaterThan(1);
  expect(new Set(Object.values(report.maxInFlightByHost))).toEqual(new Set([1]));
  await asker.close();
  await many.close();
});

test('a platform that serves two requests at once refuses a third with 503', async () => {
  simulator.setLatency('site-0001', { medianMs: 150 });
  simulator.setCapacity('site-0001', 2);
  const crowd = clientOf(simulator, 3);
  const answers = await Promise.all([1, 2, 3].map((n) => crowd.get(TYPED(`name-${n}`))));
  expect(answers.map(({ status }) => status).sort()).toEqual([404, 404, 503]);
  const { log, inFlight } = simulator.requests();
  expect([log.map(({ fault }) => fault).sort(), inFlight]).toEqual([[null, null, 'over_capacity'], 0]);
  simulator.setCapacity('site-0001', null);
  simulator.setLatency('site-0001', null);
  await crowd.close();
});

describe('the control API', () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(simulator.controlUrl + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  test('shows and clears what was asked', async () => {
    await client.get(TYPED('ada'));
    const { json } = await call('GET', '/requests');
    expect(json).toMatchObject({
      total: 1,
      byPlatform: { 'site-0001': 1 },
      log: [{ slug: 'site-0001', queryType: 'username', state: 'registered', fault: null }],
    });
    expect((await call('DELETE', '/requests')).status).toBe(200);
    expect((await call('GET', '/requests?log=0')).json).toMatchObject({ total: 0, log: [] });
    expect((await call('GET', '/health')).json).toMatchObject({ status: 'ok', platforms: 5, people: 1 });
  });

  test('switches faults, latency and people', async () => {
    expect((await call('PUT', '/faults', { 'site-0001': 'server_error_500' })).json).toEqual({
      '*': null,
      'site-0001': 'server_error_500',
    });
    expect((await client.get(TYPED('ada'))).status).toBe(500);
    expect((await call('GET', '/faults')).json).toMatchObject({ now: { 'site-0001': 'server_error_500' } });
    await call('PUT', '/faults', { '*': null });
    await call('PUT', '/people', [{ identities: { username: ['grace'] }, share: 1 }]);
    expect([(await client.get(TYPED('ada'))).status, (await client.get(TYPED('grace'))).status]).toEqual([404, 200]);
    await call('PUT', '/people', [ADA]);
    expect((await call('PUT', '/latency', { 'site-0001': { medianMs: 60 } })).status).toBe(200);
    const start = performance.now();
    await client.get(TYPED('ada'));
    expect(performance.now() - start).toBeGreaterThan(55);
    await call('PUT', '/latency', { '*': null });
  });

  test('says what is wrong with a request', async () => {
    expect(await call('PUT', '/faults', { 'no-such-site': 'hang' })).toMatchObject({
      status: 400,
      json: { error: 'no such platform: no-such-site' },
    });
    expect((await call('PUT', '/faults', { '*': 'no-such-fault' })).status).toBe(400);
    expect((await call('PUT', '/people', { share: 2 })).status).toBe(400);
    expect((await fetch(`${simulator.controlUrl}/latency`, { method: 'PUT', body: '{' })).status).toBe(400);
    expect((await call('POST', '/faults')).status).toBe(405);
    expect((await call('GET', '/nothing')).status).toBe(404);
  });
});

test('generated platforms can be written as catalogue files and loaded', async () => {
  const target = join(folder, 'sites');
  const slugs = await writeGenerated(target, 20);
  expect((await readdir(target)).length).toBe(20);
  expect(platformFileSchema.safeParse(JSON.parse(await readFile(join(target, 'site-0004.json'), 'utf8'))).success).toBe(true);
  const loaded = await loadCatalogue({ root: folder, extra: `only:${target}` });
  expect(loaded.refused).toEqual([]);
  expect(loaded.catalogue.platforms.map(({ slug }) => slug).sort()).toEqual(slugs);
});

test('the command prints one line when ready, serves, and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, entryArguments('simulator', ['--sites', '5', '--ca-file', join(folder, 'command', 'ca.pem')]), {
    env: { ...process.env, SIMULATOR_PEOPLE: JSON.stringify([ADA]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ready = JSON.parse(line) as { proxyUrl: string; caFile: string; controlUrl: string };
  expect(ready).toMatchObject({ platforms: 5, unanswerable: [], caFile: join(folder, 'command', 'ca.pem') });
  const asker = clientOf({ proxyUrl: ready.proxyUrl, caPem: await readFile(ready.caFile, 'utf8') });
  expect((await asker.get(TYPED('ada'))).status).toBe(200);
  expect(((await (await fetch(`${ready.controlUrl}/requests`)).json()) as { total: number }).total).toBe(1);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await asker.close();
});

test('close ends hanging requests at once and leaves nothing open', async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|TLS/.test(name)).length;
  const before = open();
  const doomed = await startFive({ faults: { 'site-0001': 'hang', 'site-0003': 'drip' }, latency: { medianMs: 600_000 } });
  doomed.setLatency('site-0001', { medianMs: 0 });
  doomed.setLatency('site-0003', { medianMs: 0 });
  const asker = clientOf(doomed);
  const pending = Promise.allSettled([asker.get(TYPED('ada')), asker.get(profilePage('ada')), asker.get(LIST('ada'))]);
  await vi.waitFor(() => expect(doomed.requests().inFlight).toBe(3), 60_000);
  const start = performance.now();
  await doomed.close();
  expect(performance.now() - start).toBeLessThan(20_000);
  expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(doomed.requests().inFlight).toBe(0);
  await expect(stat(doomed.caFile)).rejects.toThrow();
  await asker.close();
  await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before), 60_000);
});
