import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

const MAX_CONNECTIONS = 10;

describe('an API behind https that strangers reach', () => {
  let service: Service;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startBareApi({ env: { PUBLIC_URL: 'https://footprint.example.com', MAX_CONNECTIONS: String(MAX_CONNECTIONS) } });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.close();
  });

  /** A connection, and what comes back on it until the server ends it. */
  async function connected() {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('latin1');
    sockets.push(socket);
    let received = '';
    socket.on('data', (part: string) => (received += part)).on('error', () => undefined);
    const ended = once(socket, 'close').then(() => received);
    await once(socket, 'connect');
    return { socket, ended };
  }

  it.each(['/v1/platforms', '/v1/nowhere', '/healthz', '/', '/dashboard/nothing'])(
    'browsers reach %s over https only from now on, take it for nothing else, and no cache keeps it',
    async (path) => {
      const { headers } = await service.call('GET', path);
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
    },
  );

  it('a request that never becomes one is answered without a stack, with the same protection', async () => {
    const { socket, ended } = await connected();
    socket.write('GET / HTTP/1.1\r\nbroken header\r\n\r\n');
    const answer = await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('who sends headers forever is given up, and so is who sends a body forever', async () => {
    const [headers, body] = await Promise.all([connected(), connected()]);
    headers.socket.write('GET /v1/platforms HTTP/1.1\r\nHost: a\r\n');
    body.socket.write('POST /v1/lookup HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const drip = setInterval(() => {
      headers.socket.write('X-A: b\r\n');
      body.socket.write(' ');
    }, 1_000);
    try {
      // The body is nobody's: who has no key is refused before it is read.
      expect(await headers.ended).toMatch(/^HTTP\/1\.1 400 /);
      expect(await body.ended).toMatch(/^HTTP\/1\.1 (400|401) /);
    } finally {
      clearInterval(drip);
    }
  });

  it('more connections than MAX_CONNECTIONS are closed at once, and those that there are go on', async () => {
    const held = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, connected));
    // The connections of the tests before may still be open.
    const beyond = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, connected));
    expect(await Promise.all(beyond.map(({ ended }) => ended))).toEqual(beyond.map(() => ''));
    const [served] = held;
    served?.socket.write('GET /v1/platforms HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await served?.ended).toMatch(/^HTTP\/1\.1 401 /);
  });
});
