import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import Koa from 'koa';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newRequestId, requestContext } from '../../../../src/kernel/http/request-context.js';
import { portOf } from '../../../support/port-of.js';

/** More than the buffers of a connection hold. */
const LARGE = 32 * 1_024 * 1_024;

/** A server whose requests end as `respond` says, and a client that sends one and reads nothing yet. */
async function served(respond: (ctx: Koa.Context) => Promise<void>) {
  const app = new Koa();
  const stopping = new AbortController().signal;
  app.use(requestContext({ stopping, trustedProxies: [], log: pino({ level: 'silent' }), stallMs: 50 }) as Koa.Middleware);
  const closed = new Promise<void>((resolve) => {
    app.use(async (ctx) => {
      ctx.res.once('close', resolve);
      await respond(ctx);
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(portOf(server), '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  /** Bytes that the client got in all. */
  const received = async (): Promise<number> => {
    let bytes = 0;
    client.on('data', (chunk) => (bytes += chunk.length)).on('error', () => undefined);
    client.resume();
    await new Promise((resolve) => client.once('close', resolve));
    return bytes;
  };
  return { closed, received };
}

describe('a response', () => {
  it('that its client does not read is given up', async () => {
    const { closed, received } = await served(async (ctx) => {
      ctx.body = 'x'.repeat(LARGE);
    });
    await closed;
    expect(await received()).toBeLessThan(LARGE);
  });

  it('that is long in coming is not', async () => {
    const { received } = await served(async (ctx) => {
      await once(ctx.res, 'timeout');
      ctx.body = 'x'.repeat(LARGE);
    });
    expect(await received()).toBeGreaterThan(LARGE);
  });
});

describe('newRequestId', () => {
  it('keeps a short plain id', () => {
    expect(newRequestId('order-4711')).toBe('order-4711');
  });

  it('whatever is offered, the id is plain and fits a log line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ minLength: 8, maxLength: 64 })), (offered) => {
        const id = newRequestId(offered);
        expect(id).toMatch(/^[\w.:-]{8,64}$/);
        expect(id === offered || id.startsWith('req_')).toBe(true);
      }),
    );
  });
});
