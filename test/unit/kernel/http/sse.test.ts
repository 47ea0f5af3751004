import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerEvent } from '../../../../src/kernel/http/answers.js';
import { ChunkedText } from '../../../../src/kernel/http/chunked-text.js';
import { sendEvents, type StreamTimes } from '../../../../src/kernel/http/sse.js';
import { portOf } from '../../../support/port-of.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves events of a source to one client. */
async function serve(source: () => AsyncIterable<ServerEvent>, { times, ending }: { times?: StreamTimes; ending?: AbortSignal } = {}) {
  const sockets: Socket[] = [];
  const app = new Koa();
  app.silent = true;
  app.use((ctx) => {
    const departure = new AbortController();
    ctx.res.once('close', () => departure.abort());
    ending?.addEventListener('abort', () => departure.abort());
    sendEvents(ctx, source(), departure.signal, times);
  });
  const server = createServer(app.callback());
  server.on('connection', (socket) => sockets.push(socket));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await new Promise<IncomingMessage>((resolve) => get(`http://127.0.0.1:${portOf(server)}/`, { agent: false }, resolve));
  return { response, socket: sockets[0] as Socket };
}

const piecesOf = async (text: string) => (await ChunkedText.of(text)).chunks((make) => make());

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part as string;
  return text;
}

describe('sendEvents', () => {
  it('writes id, event and data as the standard has them, and comments that clients pass over', async () => {
    const { response } = await serve(async function* () {
      yield { comment: 'begins' };
      yield { id: 'a.1.x', event: 'platform_result', data: { text: 'one\ntwo: \u2028three' } };
      yield { id: 'a.2.y', event: 'done', data: null };
    });
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(response.headers['x-accel-buffering']).toBe('no');
    expect(await textOf(response)).toBe(
      ': begins\n\nid: a.1.x\nevent: platform_result\ndata: {"text":"one\\ntwo: \u2028three"}\n\nid: a.2.y\nevent: done\ndata: null\n\n',
    );
  });

  it('sends each event when it is there, not when the stream is full', async () => {
    let report: () => void = () => undefined;
    const { response } = await serve(async function* () {
      yield { id: '1', event: 'platform_result', data: 1 };
      await new Promise<void>((resolve) => (report = resolve));
      yield { id: '2', event: 'done', data: 2 };
    });
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toContain('id: 1');
    report();
    expect(await textOf(response)).toContain('id: 2');
  });

  it('asks the source for no more while the client does not read, and goes on without a loss when it does', async () => {
    const total = 60_000;
    let made = 0;
    const padding = 'x'.repeat(1_000);
    const { response, socket } = await serve(async function* () {
      for (; made < total; ) {
        made += 1;
        yield { id: String(made), event: 'platform_result', data: padding };
      }
    });
    response.pause();
    // What the kernel's own buffers hold is not ours; once they are full, nothing more may be made.
    let before = -1;
    await vi.waitFor(
      () => {
        const stands = made === before && socket.writableLength > 0;
        before = made;
        expect(stands).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(made).toBeLessThan(total);
    expect(socket.writableLength).toBeLessThan(256 * 1_024);
    const ids = [...(await textOf(response)).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  it('ends the source when the client leaves, also in the middle of a wait for its reading', async () => {
    let ended = false;
    const { response } = await serve(async function* () {
      try {
        for (let id = 1; ; id += 1) yield { id: String(id), event: 'platform_result', data: 'x'.repeat(10_000) };
      } finally {
        ended = true;
      }
    });
    await once(response, 'readable');
    response.destroy();
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 90_000, interval: 10 });
  });

  it('disconnects a client that takes nothing for a while, in the middle of an event or between two', async () => {
    let ended = false;
    const { response, socket } = await serve(
      async function* () {
        try {
          for (let id = 1; ; id += 1) yield { id: String(id), event: 'platform_result', data: 'x'.repeat(10_000) };
        } finally {
          ended = true;
        }
      },
      { times: { heartbeatMs: 200, stallMs: 500 } },
    );
    response.on('error', () => undefined); // cut off
    response.pause();
    await vi.waitFor(() => expect([ended, socket.destroyed]).toEqual([true, true]), { timeout: 90_000, interval: 20 });
  });

  it('keeps a client that takes everything, however long there is nothing to send but heartbeats', async () => {
    let report: () => void = () => undefined;
    const { response } = await serve(
      async function* () {
        yield { comment: 'begins' };
        await new Promise<void>((resolve) => (report = resolve));
        yield { id: '1', event: 'done', data: null };
      },
      { times: { heartbeatMs: 50, stallMs: 1_000 } },
    );
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    await vi.waitFor(() => expect(text.split(': heartbeat').length).toBeGreaterThan(40), { timeout: 90_000, interval: 20 });
    report();
    await once(response, 'end');
    expect(text).toContain('event: done');
  });

  it('ends between two events when it is told to, and the answer is whole', async () => {
    const ending = new AbortController();
    const { response } = await serve(
      async function* () {
        yield { id: '1', event: 'platform_result', data: 1 };
        ending.abort();
        yield { id: '2', event: 'platform_result', data: 2 };
      },
      { ending: ending.signal },
    );
    expect(await textOf(response)).toBe('id: 1\nevent: platform_result\ndata: 1\n\n');
    expect(response.complete).toBe(true);
  });

  it.each([10, 5_000_000])('writes an event of %i letters that is prepared when it is due, its id last', async (length) => {
    const data = 'ä'.repeat(length);
    const { response } = await serve(async function* () {
      yield { id: '1', event: 'platform_result', data: 1 };
      yield { id: '2', event: 'done', prepare: () => piecesOf(JSON.stringify(data)) };
    });
    const text = await textOf(response);
    expect(text.split('\n\n').slice(1)).toEqual([`event: done\ndata: ${JSON.stringify(data)}\nid: 2`, '']);
  });

  it('prepares nothing for a client that has not taken what came before', async () => {
    let prepared = false;
    const { response, socket } = await serve(async function* () {
      yield { id: '1', event: 'platform_result', data: 'x'.repeat(30_000_000) };
      yield { id: '2', event: 'done', prepare: () => piecesOf(`${(prepared = true)}`) };
    });
    response.pause();
    await vi.waitFor(() => expect(socket.writableNeedDrain).toBe(true), { timeout: 90_000, interval: 20 });
    expect(prepared).toBe(false);
    expect(await textOf(response)).toContain('id: 2');
    expect(prepared).toBe(true);
  });

  it('ends the answer when the source fails, without a word of the failure', async () => {
    const { response } = await serve(async function* () {
      yield { id: '1', event: 'platform_result', data: 1 };
      throw new Error('ada@example.com');
    });
    const text = await textOf(response);
    expect(text).toContain('id: 1');
    expect(text).not.toContain('ada');
  });
});
