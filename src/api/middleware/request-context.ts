import type { Middleware } from 'koa';
import { newRequestId } from '../request-id.js';
import type { RequestState } from '../context.js';
import { UNCOUNTED_HEADERS } from '../rate-headers.js';

/**
 * Gives every request an id, a signal that aborts when the client disconnects, and one that ends waiting.
 *
 * @param stopping aborts when the process begins to stop: from then on connections are not kept for further requests
 */
export function requestContext(stopping: AbortSignal): Middleware<RequestState> {
  return async (ctx, next) => {
    const departure = new AbortController();
    const ending = new AbortController();
    const end = (): void => ending.abort();
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
    ctx.res.once('close', () => {
      stopping.removeEventListener('abort', end);
      departure.abort();
      end();
    });
    // A response begun before may have announced a persistent connection.
    ctx.res.once('finish', () => stopping.aborted && ctx.socket.end());
    ctx.state.requestId = newRequestId(ctx.get('x-request-id'));
    ctx.state.route = 'unknown';
    ctx.state.receivedAt = performance.now();
    ctx.state.clientAborted = departure.signal;
    ctx.state.ending = ending.signal;
    ctx.set({ 'X-Request-Id': ctx.state.requestId, ...UNCOUNTED_HEADERS });
    await next();
    if (stopping.aborted && !ctx.headerSent) ctx.set('Connection', 'close');
  };
}
