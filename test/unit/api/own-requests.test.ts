/** Requests of a process to itself are those of a client in the network: with its address, whole or cut, and it may leave. */
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ownRequests } from '../../../src/api/own-requests.js';

const sendTo = (handle: RequestListener) => {
  const send = ownRequests(() => handle);
  return (path: string, init?: RequestInit) => send(new Request(new URL(path, 'http://localhost'), init), '192.0.2.7');
};
async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

describe('a request of the process to itself', () => {
  it('arrives as it was sent, from the address of its client, and is answered the same', async () => {
    const send = sendTo(async (request, response) => {
      const { method, url, headers, socket } = request;
      const seen = { method, url, key: headers.authorization, from: socket.remoteAddress, body: await bodyOf(request) };
      response.writeHead(201, { 'content-type': 'application/json', 'x-request-id': 'req_1' }).end(JSON.stringify(seen));
    });
    const answer = await send('/v2/lookup?a=b%20c', {
      method: 'POST',
      headers: { authorization: 'Bearer svc_1' },
      body: 'ä'.repeat(100_000),
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, 'req_1']);
    const seen = { method: 'POST', url: '/v2/lookup?a=b%20c', key: 'Bearer svc_1', from: '192.0.2.7', body: 'ä'.repeat(100_000) };
    expect(await answer.json()).toEqual(seen);
    const all = await Promise.all(Array.from({ length: 20 }, async (_, n) => (await (await send(`/${n}`)).json()) as { url: string }));
    expect(all.map(({ url }) => url)).toEqual(Array.from({ length: 20 }, (_, n) => `/${n}`));
  });

  it('has an answer without a body where there is none', async () => {
    const answer = await sendTo((_, response) => void response.writeHead(204).end())('/');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  it('is read part by part; one that is cut off fails, before its head or after', async () => {
    const parts: ServerResponse[] = [];
    const send = sendTo((_, response) => {
      response.setTimeout(1_000);
      parts.push(response.writeHead(200));
      response.write('one');
    });
    const reader = (await send('/')).body?.getReader() ?? expect.fail();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('one');
    parts[0]?.write('two');
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('two');
    parts[0]?.destroy();
    await expect(reader.read()).rejects.toThrow();
    await expect(sendTo((_, response) => void response.destroy())('/')).rejects.toThrow();
  });

  it.each(['before the head', 'after it'])('whoever leaves %s is noticed', async (when) => {
    const leaving = new AbortController();
    let response: ServerResponse | undefined;
    const arrived = new Promise<ServerResponse>((resolve) => {
      const send = sendTo((_, own) => {
        response = own;
        if (when === 'after it') own.writeHead(200).write('one');
        resolve(own);
      });
      void send('/', { signal: leaving.signal }).catch(() => undefined);
    });
    const left = once(await arrived, 'close');
    leaving.abort();
    await left;
    expect(response?.writableFinished).toBe(false);
  });
});
