import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createGuardedHttp,
  type GuardedHttp,
  type GuardedRequest,
  type ResponseHead,
} from '../../../../../src/kernel/net/guarded-http/index.js';
import { waitUntil } from '../../../../../tools/embedded/wait-until.js';
import { receiverRoutes } from '../../../../support/receiver-routes.js';
import { type RunningServer, startPlatform, startRaw } from '../../../../support/outbound-servers.js';
import { createTestAuthority, type Identified, type TestAuthority } from '../../../../support/test-authority.js';

const NAME = 'receiver.example.com';
let authority: TestAuthority;
let own: Identified;
let server: RunningServer;
let http: GuardedHttp;
const seen: { headers: IncomingMessage['headers']; body: string; serverName: string | false | null | undefined }[] = [];
const opened: RunningServer[] = [];

beforeAll(async () => {
  authority = await createTestAuthority();
  own = await authority.issue([NAME, 'other.example.com', '127.0.0.1']);
  server = await startPlatform(own, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const serverName = (request.socket as TLSSocket & { servername?: string | false }).servername;
      seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), serverName });
      const path = request.url?.split('?')[0] ?? '';
      (receiverRoutes(NAME, () => server.port)[path] ?? ((_, answer) => answer.writeHead(404).end()))(request, response);
    });
  });
  http = createGuardedHttp({ resolver: async () => ['127.0.0.1'], allowedNetworks: ['127.0.0.0/8'], caFile: authority.caFile });
});
afterAll(async () => {
  await Promise.all([server, ...opened].map((each) => each.close()));
  authority.remove();
});

const query = (path: string, more: Partial<GuardedRequest> = {}, port = server.port) =>
  http.request({ method: 'GET', url: `https://${NAME}:${port}${path}`, maxBytes: 1_024, deadlineMs: 5_000, ...more });

describe('an answer', () => {
  it('comes with its head, its body, the address and the time of each stage', async () => {
    const answer = await query('/plain?x=1');
    expect(answer).toMatchObject({
      ok: true,
      status: 200,
      bodyEnd: 'whole',
      remoteAddress: '127.0.0.1',
      hops: 0,
      url: `https://${NAME}:${server.port}/plain?x=1`,
    });
    if (!answer.ok) return;
    expect(answer.body.toString()).toBe('hello');
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-a': '1, 2' });
    for (const stage of ['dnsMs', 'connectMs', 'tlsMs', 'headMs', 'totalMs'] as const)
      expect(answer.timings[stage]).toBeGreaterThanOrEqual(0);
  });

  it('is asked for with the bytes and headers given, and with framing of our own', async () => {
    const body = Buffer.from('{"a":"é\u2028"}');
    const headers = {
      'content-type': 'application/json',
      'x-own': 'yes',
      Host: 'evil.example.com',
      'content-length': '9999',
      'Transfer-Encoding': 'chunked',
      connection: 'upgrade',
    };
    expect(await query('/none', { method: 'POST', body, headers })).toMatchObject({ ok: true, status: 204 });
    const request = seen.at(-1);
    expect(request?.body).toBe(body.toString());
    expect(request?.serverName).toBe(NAME);
    expect(request?.headers).toMatchObject({
      host: `${NAME}:${server.port}`,
      'content-length': String(body.length),
      'x-own': 'yes',
      connection: 'close',
    });
    expect(request?.headers['transfer-encoding']).toBeUndefined();
  });

  it('a header that would begin another request is refused, and nothing is sent', async () => {
    const before = seen.length;
    expect(await query('/plain', { headers: { 'x-own': 'a\r\nx-more: b' } })).toMatchObject({ ok: false, failure: 'protocol' });
    expect(seen.length).toBe(before);
  });

  it.each([
    ['/gone', 410, 'gone'],
    ['/old', 200, 'older'],
    ['/hints', 200, 'hinted'],
    ['/continue', 200, 'continued'],
    ['/gzip', 200, 'hello'],
    ['/to-private', 302, ''],
    ['/nowhere', 404, ''],
  ])('%s: %i', async (path, status, text) => {
    const answer = await query(path);
    expect(answer).toMatchObject({ ok: true, status, bodyEnd: 'whole' });
    expect(answer.ok && answer.body.toString()).toBe(text);
  });

  it('of an address is verified against the address', async () => {
    expect(
      await http.request({ method: 'GET', url: `https://127.0.0.1:${server.port}/plain`, maxBytes: 10, deadlineMs: 5_000 }),
    ).toMatchObject({ ok: true });
  });

  it('leaves no connection open', async () => {
    await Promise.all(['/plain', '/endless', '/flood', '/reset'].map((path) => query(path, { deadlineMs: 200 })));
    expect(await waitUntil(() => server.open() === 0, 90_000)).toBe(true);
  });
});

describe('a failure', () => {
  it.each([
    ['/hang', 'timeout', null],
    ['/endless', 'timeout', 200],
    ['/drip', 'timeout', 200],
    ['/head-drip', 'timeout', null],
    ['/half', 'reset', 200],
    ['/reset', 'reset', null],
    ['/long-head', 'too_large', null],
    ['/flood', 'too_large', 200],
    ['/announced', 'too_large', 200],
    ['/bomb', 'too_large', 200],
    ['/not-http', 'protocol', null],
    ['/two-lengths', 'protocol', null],
    ['/switch', 'protocol', null],
  ])('%s is %s', async (path, failure, status) => {
    const deadlineMs = failure === 'timeout' ? 300 : 5_000;
    const outcome = await query(path, { deadlineMs, maxBytes: 65_536 });
    expect(outcome).toMatchObject({ ok: false, failure, status, remoteAddress: '127.0.0.1' });
    if (failure === 'timeout') expect(outcome.timings.totalMs).toBeLessThan(5_000);
  });

  it.each([
    ['an expired certificate', { expired: true }, [NAME], 'CERT_HAS_EXPIRED'],
    ['a certificate for another name', {}, ['else.example.com'], 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('%s is tls', async (_, options, names, code) => {
    const other = await startPlatform(await authority.issue(names, options), (__, response) => response.end('no'));
    opened.push(other);
    expect(await query('/', {}, other.port)).toMatchObject({ ok: false, failure: 'tls', detail: code });
  });

  it('an authority that nobody named is tls, and so are plain text and silence in place of a handshake', async () => {
    const strict = createGuardedHttp({ resolver: async () => ['127.0.0.1'], allowedNetworks: ['127.0.0.0/8'] });
    expect(
      await strict.request({ method: 'GET', url: `https://${NAME}:${server.port}/plain`, maxBytes: 10, deadlineMs: 5_000 }),
    ).toMatchObject({ failure: 'tls' });
    const [text, unanswered, shut] = await Promise.all([
      startRaw((socket) => socket.write('SSH-2.0-hello\r\n')),
      startRaw(() => undefined),
      startRaw((socket) => socket.resetAndDestroy()),
    ]);
    opened.push(text, unanswered, shut);
    expect(await query('/', {}, text.port)).toMatchObject({ failure: 'tls' });
    expect(await query('/', { deadlineMs: 200 }, unanswered.port)).toMatchObject({ failure: 'timeout', status: null });
    const broken = await query('/', {}, shut.port);
    expect(['tls', 'connect']).toContain(broken.ok ? null : broken.failure);
  });

  it('a closed port is connect; another address of the name is tried', async () => {
    const closed = await startRaw(() => undefined);
    await closed.close();
    expect(await query('/', {}, closed.port)).toMatchObject({ ok: false, failure: 'connect', detail: 'ECONNREFUSED', remoteAddress: null });
    const two = createGuardedHttp({
      resolver: async () => ['127.0.0.2', '127.0.0.1'],
      allowedNetworks: ['127.0.0.0/8'],
      caFile: authority.caFile,
    });
    expect(
      await two.request({ method: 'GET', url: `https://${NAME}:${server.port}/plain`, maxBytes: 10, deadlineMs: 5_000 }),
    ).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
  });

  it('the caller can end a call at any stage', async () => {
    const caller = new AbortController();
    const before = seen.length;
    const call = query('/hang', { signal: caller.signal });
    await waitUntil(() => seen.length > before, 90_000);
    caller.abort();
    expect(await call).toMatchObject({ ok: false, failure: 'interrupted' });
    expect(await query('/plain', { signal: caller.signal })).toMatchObject({ ok: false, failure: 'interrupted', remoteAddress: null });
  });
});

describe('a sample', () => {
  const sample = { method: 'POST', body: '{}', read: 'sample', sampleMs: 50, maxBytes: 16_384 } as const;

  it.each([
    ['/plain', 'whole', 'hello'],
    ['/endless', 'cut_at_deadline', 'begun'],
    ['/half', 'broken', 'begun'],
    ['/none', 'whole', ''],
  ])('%s is an answer: its body ended %s', async (path, bodyEnd, text) => {
    const answer = await query(path, sample);
    expect(answer).toMatchObject({ ok: true, bodyEnd });
    expect(answer.ok && answer.body.toString()).toBe(text);
  });

  it('of a flood is its first bytes', async () => {
    const answer = await query('/flood', sample);
    expect(answer).toMatchObject({ ok: true, status: 200, bodyEnd: 'cut_at_cap' });
    expect(answer.ok && answer.body.length).toBe(16_384);
  });

  it('stands when the deadline comes with the body, and not when it comes before the head', async () => {
    expect(await query('/drip', { ...sample, sampleMs: 60_000, deadlineMs: 300 })).toMatchObject({
      ok: true,
      status: 200,
      bodyEnd: 'cut_at_deadline',
    });
    expect(await query('/head-drip', { ...sample, deadlineMs: 300 })).toMatchObject({ ok: false, failure: 'timeout', status: null });
  });

  it('is announced before the body ends', async () => {
    const heads: ResponseHead[] = [];
    const caller = new AbortController();
    const onHead = (head: ResponseHead) => {
      heads.push(head);
      caller.abort();
    };
    expect(await query('/endless', { ...sample, sampleMs: 60_000, onHead, signal: caller.signal })).toMatchObject({
      ok: true,
      status: 200,
    });
    expect(heads).toMatchObject([{ status: 200 }]);
  });
});

describe('redirects', () => {
  it('are answers unless the caller asks for more, and POST is never led on', async () => {
    expect(await query('/to-plain', { maxBytes: 10_000 })).toMatchObject({ ok: true, status: 302, hops: 0 });
    expect(await query('/to-plain', { method: 'POST', redirects: 3, maxBytes: 10_000 })).toMatchObject({ ok: true, status: 302, hops: 0 });
  });

  it('are followed to their end, credentials staying behind', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', accept: 'text/html' };
    expect(await query('/to-plain', { redirects: 3, headers })).toMatchObject({ ok: true, status: 200, hops: 1 });
    expect(seen.at(-1)?.headers).toMatchObject(headers);
    expect(await query('/to-other', { redirects: 3, headers })).toMatchObject({
      ok: true,
      status: 200,
      hops: 1,
      url: `https://other.example.com:${server.port}/plain`,
    });
    expect(seen.at(-1)?.headers).toMatchObject({ accept: 'text/html' });
    expect(seen.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(seen.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['/to-private', 'blocked_address'],
    ['/to-odd', 'odd_address'],
    ['/to-odd-relative', 'odd_address'],
    ['/to-user', 'userinfo'],
    ['/to-http', 'scheme_not_allowed'],
    ['/to-file', 'scheme_not_allowed'],
    ['/loop', 'too_many_redirects'],
  ])('%s is refused: %s', async (path, failure) => {
    expect(await query(path, { redirects: 3 })).toMatchObject({ ok: false, failure });
  });
});
