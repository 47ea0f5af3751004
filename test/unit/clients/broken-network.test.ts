/** The TypeScript client against real servers on this machine that misbehave as networks and proxies do. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createFootprintClient,
  followLookup,
  FootprintTimeoutError,
  type FootprintClientOptions,
  lookup,
  readLookupStream,
  waitingFetch,
} from '../../../clients/typescript/index.js';
import { portOf } from '../../support/port-of.js';

const ID = 'lkp_01j00000000000000000000000';
const REQUEST = { identities: { usernames: ['ada-example'] } };
const FINISHED = { lookupId: ID, status: 'finished' };
const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS = { 'content-type': 'text/event-stream' };
const noWait = async () => undefined;

describe('the TypeScript client, where the network or a proxy fails', () => {
  const servers: (() => void)[] = [];
  afterEach(() => servers.splice(0).forEach((close) => close()));

  /** A server that answers so, what it was sent, and its open connections. */
  async function serve(answer: RequestListener) {
    const sent: string[] = [];
    const headers: IncomingMessage['headers'][] = [];
    const server = createServer(async (request, response) => {
      headers.push(request.headers);
      let body = '';
      for await (const part of request) body += String(part);
      sent.push(`${request.method} ${request.url} ${body}`);
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = `http://127.0.0.1:${portOf(server)}`;
    const client = (options: Partial<FootprintClientOptions> = {}) => createFootprintClient({ baseUrl, apiKey: 'svc_example', ...options });
    return { server, baseUrl, client, sent, headers };
  }
  const begin = (status: number, headers: Record<string, string>, part: string) => (_: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).write(part);

  it.each([
    ['a refusal in HTML', 502, { 'content-type': 'text/html' }, '<html>'],
    ['a refusal without a type', 403, {}, 'No'],
    ['a refusal', 429, JSON_TYPE, '{"error":'],
    ['a page in place of an answer', 200, { 'content-type': 'text/html; charset=utf-8' }, '<html>'],
    ['a success without a type', 200, {}, '{'],
  ])('ends in time while the body of %s does not end', async (_, status, headers, part) => {
    const { client } = await serve(begin(status, headers, part));
    await expect(client({ timeoutMs: 50 }).GET('/v2/account')).rejects.toThrow(FootprintTimeoutError);
    await expect(client().GET('/v2/account', { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
  });

  it.each([{}, { fetch: waitingFetch() }])('ends in time also when memory was collected, with %o', async (options) => {
    const { client } = await serve(begin(200, JSON_TYPE, '{'));
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 10);
    try {
      await expect(client({ timeoutMs: 300, ...options }).GET('/v2/account')).rejects.toThrow(FootprintTimeoutError);
      const ended = followLookup((await serve(begin(200, EVENTS, ': a\n\n'))).client(options), ID, { timeoutMs: 300 });
      await expect(ended).rejects.toThrow(FootprintTimeoutError);
    } finally {
      clearInterval(collecting);
    }
  });

  it('takes a time that is no whole number of milliseconds', async () => {
    const { client } = await serve((_, response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify(FINISHED)));
    await expect(lookup(client({ timeoutMs: 150_000.5 }), REQUEST, { timeoutMs: 1.1 * 60_000 + 0.1 })).resolves.toEqual(FINISHED);
    await expect(lookup(client(), REQUEST, { timeoutMs: -1 })).rejects.toThrow(FootprintTimeoutError);
  });

  it.each([
    ['throws', `id: ${ID}.1.a\nevent: result\ndata: {}\n\n`],
    ['is given what cannot be read', `id: ${ID}.1.a\nevent: result\ndata: <html>\n\n`],
  ])('disconnects from a stream whose reader %s', async (_, event) => {
    const { client, server } = await serve(begin(200, EVENTS, event));
    const disconnected = new Promise((resolve) => server.on('request', (__, response) => response.on('close', resolve)));
    const onEvent = () => {
      throw new Error('the disk is full');
    };
    const { response } = await client().GET('/v2/lookup/{id}/stream', { params: { path: { id: ID } }, parseAs: 'stream' });
    await expect(readLookupStream(response, { onEvent })).rejects.toThrow(/disk is full|JSON/);
    await disconnected;
  });

  it('disconnects too while it follows', async () => {
    const { client, server } = await serve(begin(200, EVENTS, `: lookup ${ID} planned 3\n\n`));
    const disconnected = new Promise((resolve) => server.on('request', (__, response) => response.on('close', resolve)));
    const onProgress = () => {
      throw new Error('the disk is full');
    };
    await expect(followLookup(client(), ID, { onProgress })).rejects.toThrow('the disk is full');
    await disconnected;
  });

  it.each([301, 302, 303, 307, 308])('sends neither key nor identities to where a %i leads', async (status) => {
    const elsewhere = await serve((_, response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify(FINISHED)));
    const { client, sent } = await serve(
      (_, response) => void response.writeHead(status, { location: `${elsewhere.baseUrl.replace('127.0.0.1', 'localhost')}/` }).end(),
    );
    await expect(lookup(client(), REQUEST)).rejects.toMatchObject({ status, code: 'internal_error' });
    expect(sent).toHaveLength(1);
    expect(elsewhere.sent).toEqual([]);
  });

  it('repeats an answer that was cut off under the same key', async () => {
    const parts = ['{"lookupId":', '{"lookupId":', JSON.stringify(FINISHED)];
    const { client, sent, headers } = await serve((_, response) => {
      const part = parts[sent.length - 1] ?? '';
      const isWhole = sent.length === parts.length;
      response.writeHead(200, sent.length === 1 ? { ...JSON_TYPE, 'content-length': 500 } : JSON_TYPE);
      response.write(part, () => (isWhole ? response.end() : response.destroy()));
    });
    await expect(lookup(client(), REQUEST, { wait: noWait })).resolves.toEqual(FINISHED);
    expect(sent).toHaveLength(3);
    expect(new Set(headers.map((each) => each['idempotency-key'])).size).toBe(1);
  });

  it('repeats a request that got no answer in its time under the same key', async () => {
    const { client, sent, headers } = await serve((_, response) => {
      if (sent.length > 1) response.writeHead(200, JSON_TYPE).end(JSON.stringify(FINISHED));
    });
    await expect(lookup(client({ timeoutMs: 200 }), REQUEST, { wait: noWait })).resolves.toEqual(FINISHED);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(headers.map((each) => each['idempotency-key'])).size).toBe(1);
  });

  it('sends a request without a key once, also on a connection that the service closed', async () => {
    const { client, sent } = await serve((request, response) => {
      if (sent.length > 1) return request.socket.destroy();
      return response.writeHead(200, JSON_TYPE).end('{}');
    });
    await client().GET('/v2/account');
    await expect(client().POST('/v2/lookup', { body: REQUEST })).rejects.toThrow('fetch failed');
    expect(sent.map((each) => each.split(' ')[0])).toEqual(['GET', 'POST']);
  });

  it('reads gzip, and repeats what is none', async () => {
    const whole = gzipSync(JSON.stringify(FINISHED));
    const { client, sent } = await serve((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(sent.length === 1 ? 'no gzip' : whole);
    });
    await expect(lookup(client(), REQUEST, { wait: noWait })).resolves.toEqual(FINISHED);
  });

  it('frees the connection of a request that it sends again after a 429', async () => {
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const { client, sent } = await serve((_, response) => {
      if (sent.length === 1) response.writeHead(429, JSON_TYPE).on('close', free).write('{"error":');
      else response.writeHead(200, JSON_TYPE).end('{}');
    });
    await client({ fetch: waitingFetch({ wait: noWait }) }).GET('/v2/account');
    await freed;
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['0', 1_000] as const,
    ...['-5', '1.5', 'NaN', 'Wed, 21 Oct 2026 07:28:00 GMT', '9'.repeat(5_000)].map((each) => [each, 60_000] as const),
  ])('waits from a second to a minute after a 429 that says %s', async (asked, expected) => {
    const { client, sent } = await serve((_, response) => {
      if (sent.length > 1) response.writeHead(200, JSON_TYPE).end('{}');
      else response.writeHead(429, { ...JSON_TYPE, 'retry-after': asked }).end('{}');
    });
    const waited: number[] = [];
    await client({ fetch: waitingFetch({ wait: async (ms) => void waited.push(ms) }) }).GET('/v2/account');
    expect(waited).toEqual([expected]);
  });

  it.each([
    ['204', 204, ''],
    ['200 without a body', 200, ''],
    ['200 with another object', 200, '{}'],
    ['200 with null', 200, 'null'],
    ['200 with a list', 200, '[]'],
  ])('tells a proxy that answers %s as what the service did not say', async (_, status, body) => {
    const { client, sent } = await serve((__, response) => void response.writeHead(status, JSON_TYPE).end(body));
    await expect(lookup(client(), REQUEST, { wait: noWait })).rejects.toMatchObject({ name: 'FootprintError', status });
    expect(sent).toHaveLength(1);
  });

  it('serves many calls at once', async () => {
    const { client, sent } = await serve((_, response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify(FINISHED)));
    const shared = client();
    const { signal } = new AbortController();
    const all = await Promise.all(Array.from({ length: 300 }, () => lookup(shared, REQUEST, { signal })));
    expect(all).toEqual(Array(300).fill(FINISHED));
    expect(sent).toHaveLength(300);
  });
});
