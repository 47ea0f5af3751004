import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

/** Sends bytes as they are. @returns everything that comes back until the server closes */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

describe('what is not a request', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  const HOST = 'Host: example.com\r\n';
  it.each([
    ['noise', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['another protocol', 'SSH-2.0-example\r\n\r\n'],
    ['a version that does not exist', `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['a space in the address', `GET /v1/lookup /x HTTP/1.1\r\n${HOST}\r\n`],
    ['a header without a name', `GET /v1/platforms HTTP/1.1\r\n${HOST}: value\r\n\r\n`],
    ['a NUL in a header', `GET /v1/platforms HTTP/1.1\r\n${HOST}X-A: a\u0000b\r\n\r\n`],
    ['two lengths', `POST /v1/lookup HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `POST /v1/lookup HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length that is no number', `POST /v1/lookup HTTP/1.1\r\n${HOST}Content-Length: two\r\n\r\n{}`],
    ['headers beyond measure', `GET /v1/platforms HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['no host', 'GET /v1/platforms HTTP/1.1\r\n\r\n'],
  ])('%s is answered 400 in the shape of every error, and the connection ends', async (_, bytes) => {
    const answer = await exchange(service.url, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toMatch(/\r\nx-request-id: req_/);
    expect(head.toLowerCase()).toMatch(/\r\nx-ratelimit-limit: \d+/);
    expect(head.toLowerCase()).toMatch(/\r\nx-ratelimit-remaining: \d+/);
    expect(head.toLowerCase()).toMatch(/\r\nconnection: close/);
    expect(JSON.parse(body)).toEqual({ error: { code: 'invalid_request', message: expect.stringMatching(/\S/) as string } });
    expect(answer).not.toContain('aaaa');
  });
});
