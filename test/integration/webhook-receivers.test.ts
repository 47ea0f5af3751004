/** What receivers do, and what we make of it: every behaviour is classified, in bounded time and memory. */
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedHttp } from '../../src/kernel/net/guarded-http/index.js';
import { createWebhookSender } from '../../src/features/webhooks/sender/webhook-sender.js';
import { MAX_RESPONSE_BYTES, type AttemptOutcome } from '../../src/features/webhooks/delivery.js';
import type { Identified, TestAuthority } from '../support/test-authority.js';
import { createTestAuthority } from '../support/test-authority.js';
import { answer, startReceiver, type Answering, type Receiver } from '../support/webhooks/receiver.js';
import { portOf } from '../support/port-of.js';

/** The ten seconds of docs/contract.md, 13.4, shortened: what is tested is that everything counts towards it. */
const DEADLINE_MS = 700;
const body = Buffer.from('{"id":"evt_1","data":{"text":"Łódź – 🦊"}}');

describe('an attempt', () => {
  let authority: TestAuthority;
  let identity: Identified;
  const opened: { close(): Promise<void> | void }[] = [];
  beforeAll(async () => {
    authority = await createTestAuthority();
    identity = await authority.issue(['127.0.0.1', 'localhost']);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  afterAll(() => authority.remove());

  async function receiver(answering: Answering, as: Identified = identity): Promise<Receiver> {
    const started = await startReceiver({ identity: as, answering });
    opened.push(started);
    return started;
  }
  /** A TLS server that writes what it likes. @returns its address */
  async function rawReceiver(talk: (socket: TLSSocket) => void): Promise<string> {
    const sockets = new Set<TLSSocket>();
    const server = createTlsServer({ key: identity.key, cert: identity.cert }, (socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.once('data', () => talk(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({
      close() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return `https://127.0.0.1:${portOf(server)}/`;
  }
  function send(
    url: string,
    more: { allowed?: readonly string[]; signal?: AbortSignal; deadlineMs?: number } = {},
  ): Promise<AttemptOutcome> {
    const http = createGuardedHttp({ allowedNetworks: more.allowed ?? ['127.0.0.0/8'], caFile: authority.caFile });
    const sender = createWebhookSender({ http, prefix: 'svc', deadlineMs: more.deadlineMs ?? DEADLINE_MS });
    return sender.send({
      url,
      eventId: 'evt_1',
      body,
      secrets: ['whsec_a', 'whsec_b'],
      signal: more.signal ?? new AbortController().signal,
    });
  }
  const textOf = ({ responseBody: kept }: AttemptOutcome): string => Buffer.from(kept).toString();

  it('sends the stored bytes, unchanged, with the id, the type and a signature for each secret', async () => {
    const { url, received } = await receiver(answer(200, {}, 'thanks'));
    expect(await send(url)).toMatchObject({ failure: null, status: 200, remoteAddress: '127.0.0.1', retryAfterMs: null });
    const [request] = received;
    expect(request?.body.equals(body)).toBe(true);
    expect(request?.eventId).toBe('evt_1');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  });

  it.each([200, 201, 202, 204, 299])('is acknowledged by %i', async (status) => {
    expect(await send((await receiver(answer(status))).url)).toMatchObject({ failure: null, status });
  });

  it.each([20_000, 100_000])('is acknowledged by a 2xx with a header of %i characters', async (length) => {
    const { url } = await receiver(answer(200, { 'x-long': 'x'.repeat(length) }, 'ok'));
    expect(await send(url, { deadlineMs: 20_000 })).toMatchObject({ failure: null, status: 200 });
  });

  it('reads Retry-After behind five thousand other headers', async () => {
    const others = Array.from({ length: 5_000 }, (_, index) => `X-${index}: a\r\n`).join('');
    const url = await rawReceiver((socket) => socket.end(`HTTP/1.1 503 Busy\r\n${others}Retry-After: 120\r\n\r\n`));
    expect(await send(url, { deadlineMs: 20_000 })).toMatchObject({ failure: 'status', status: 503, retryAfterMs: 120_000 });
  });

  it('gives up a head of megabytes, and keeps nothing of it', async () => {
    let written = 0;
    const url = await rawReceiver((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.writable && written < 64 << 20 && socket.write(`X-Long: ${'x'.repeat(8_192)}\r\n`))
          written += 8_192;
      };
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.on('drain', more);
      more();
    });
    expect(await send(url, { deadlineMs: 20_000 })).toMatchObject({ failure: 'too_large', status: null });
    expect(written).toBeLessThan(32 << 20);
  });

  it('is acknowledged by a 2xx whose body never ends', async () => {
    const { url } = await receiver((response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.writeHead(200).once('close', () => clearInterval(drip));
    });
    const outcome = await send(url, { deadlineMs: 30_000 });
    expect(outcome).toMatchObject({ failure: null, status: 200 });
    expect(outcome.durationMs).toBeLessThan(20_000);
  });

  it('is acknowledged by a 2xx that breaks off, and by one that comes in the last moment', async () => {
    const torn = await receiver((response, _, socket) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('some', () => socket.destroy());
    });
    expect(await send(torn.url)).toMatchObject({ failure: null, status: 200 });
    const late = await receiver((response) => void setTimeout(() => response.writeHead(200).write('late'), DEADLINE_MS - 150));
    expect(await send(late.url)).toMatchObject({ failure: null, status: 200 });
  });

  it('does not follow a redirect', async () => {
    const target = await receiver(answer(200));
    const { url } = await receiver(answer(307, { location: target.url }));
    expect(await send(url)).toMatchObject({ failure: 'redirect', status: 307 });
    expect(target.connections()).toBe(0);
  });

  it.each([
    ['500', answer(500, {}, 'broken'), { failure: 'status', status: 500 }],
    ['404', answer(404), { failure: 'status', status: 404 }],
    ['304', answer(304), { failure: 'status', status: 304 }],
    ['410', answer(410), { failure: 'gone', status: 410 }],
    ['413', answer(413), { failure: 'payload_too_large', status: 413 }],
    ['429 with Retry-After in seconds', answer(429, { 'retry-after': '120' }), { failure: 'status', status: 429, retryAfterMs: 120_000 }],
    [
      '503 with Retry-After as a date',
      answer(503, { date: 'Tue, 01 Jan 2030 00:00:00 GMT', 'retry-after': 'Tue, 01 Jan 2030 00:01:30 GMT' }),
      { failure: 'status', status: 503, retryAfterMs: 90_000 },
    ],
    ['503 with a Retry-After that says nothing', answer(503, { 'retry-after': 'soon' }), { failure: 'status', retryAfterMs: null }],
  ] as const)('fails with %s', async (_, answering, expected) => {
    expect(await send((await receiver(answering)).url)).toMatchObject(expected);
  });

  it('keeps the first 16 KB of a long answer, and reads no more', async () => {
    const { url } = await receiver(answer(500, {}, 'ä'.repeat(512 * 1024)));
    const outcome = await send(url, { deadlineMs: 5_000 });
    expect(outcome).toMatchObject({ failure: 'status', status: 500 });
    expect(outcome.responseBody.byteLength).toBe(MAX_RESPONSE_BYTES);
  });

  it('a hundred answers of a megabyte at once do not pile up', async () => {
    const { url } = await receiver(answer(200, {}, 'x'.repeat(1 << 20)));
    await send(url, { deadlineMs: 20_000 });
    const before = process.memoryUsage().arrayBuffers;
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => send(url, { deadlineMs: 20_000 })));
    expect(outcomes.every(({ failure }) => failure === null)).toBe(true);
    // The receiver's own buffers are in this process too.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25 << 20);
  });

  it.each([
    ['says nothing after TLS', () => undefined],
    ['drips its status line', (socket: TLSSocket) => void drip(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
    ['drips headers without an end', (socket: TLSSocket) => void drip(socket, `HTTP/1.1 200 OK\r\n${'X-Slow: 1\r\n'.repeat(500)}`)],
  ])('times out when the receiver %s', async (_, talk) => {
    const outcome = await send(await rawReceiver(talk));
    expect(outcome).toMatchObject({ failure: 'timeout', status: null });
    expect(outcome.durationMs).toBeGreaterThan(DEADLINE_MS - 50);
    expect(outcome.durationMs).toBeLessThan(DEADLINE_MS + 5_000);
  });

  it('fails by its status when the receiver hangs after the headers', async () => {
    const { url } = await receiver((response) => void response.writeHead(500).flushHeaders());
    expect(await send(url)).toMatchObject({ failure: 'status', status: 500 });
  });

  it('fails with a reset, and keeps the code', async () => {
    const { url } = await receiver((_, __, socket) => void socket.destroy());
    expect(await send(url)).toMatchObject({ failure: 'reset', status: null });
  });

  it('takes HTTP/1.0', async () => {
    const url = await rawReceiver((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nfine'));
    const outcome = await send(url);
    expect(outcome).toMatchObject({ failure: null, status: 200 });
    expect(textOf(outcome)).toBe('fine');
  });

  it('fails when the answer is no HTTP', async () => {
    const url = await rawReceiver((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    expect(await send(url)).toMatchObject({ failure: 'protocol', status: null });
  });

  it('refuses a certificate of another authority, an expired one, and one for another name', async () => {
    const unauthenticated = await createTestAuthority();
    opened.push({ close: () => unauthenticated.remove() });
    const wrong = [
      await unauthenticated.issue(['127.0.0.1']),
      await authority.issue(['127.0.0.1'], { expired: true }),
      await authority.issue(['another.example.com']),
    ];
    for (const as of wrong) {
      const { url, received } = await receiver(answer(200), as);
      expect(await send(url)).toMatchObject({ failure: 'tls', status: null });
      expect(received).toEqual([]);
    }
  });

  it('fails when nobody listens, and when the name has no address', async () => {
    const gone = await startReceiver({ identity });
    await gone.close();
    expect(await send(gone.url)).toMatchObject({ failure: 'connect', detail: 'ECONNREFUSED' });
    expect(await send('https://no-such-host.invalid/')).toMatchObject({ failure: 'dns' });
  });

  it('connects to no address that is not public, unless its network was named', async () => {
    const { url, port, connections } = await receiver(answer(200));
    expect(await send(`https://127.0.0.1:${port}/`, { allowed: [] })).toMatchObject({
      failure: 'invalid_address',
      detail: 'port_not_allowed',
    });
    expect(await send('https://127.0.0.1/', { allowed: [] })).toMatchObject({ failure: 'blocked_address', remoteAddress: null });
    expect(await send(url.replace('https:', 'http:'))).toMatchObject({ failure: 'invalid_address', detail: 'scheme_not_allowed' });
    expect(connections()).toBe(0);
  });

  it('that is ended from outside counts for nothing', async () => {
    const { url } = await receiver(() => undefined);
    const stop = new AbortController();
    const attempt = send(url, { signal: stop.signal, deadlineMs: 10_000 });
    stop.abort();
    await expect(attempt).rejects.toThrow();
  });
});

/** One byte every 60 ms. */
function drip(socket: TLSSocket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(at));
    at += 1;
    if (at >= text.length) clearInterval(timer);
  }, 60);
  socket.once('close', () => clearInterval(timer));
}
