import type { Middleware } from 'koa';
import { newRequestId } from '../request-id.js';
import type { RequestState } from '../context.js';
import { UNCOUNTED } from '../rate-headers.js';

/** Gives every request an id and a signal for the client's departure. */
export function requestContext(): Middleware<RequestState> {
  return async (ctx, next) => {
    const departure = new AbortController();
    ctx.res.once('close', () => departure.abort());
    ctx.state.requestId = newRequestId(ctx.get('x-request-id'));
    ctx.state.route = 'unknown';
    ctx.state.receivedAt = performance.now();
    ctx.state.gone = departure.signal;
    ctx.set({ 'X-Request-Id': ctx.state.requestId, ...UNCOUNTED });
    await next();
  };
}
