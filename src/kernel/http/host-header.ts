import type { Middleware } from 'koa';
import { ServiceError } from '../values/errors.js';
import type { RequestState } from './request-context.js';

/** RFC 9112, 3.2: a request of HTTP/1.1 without a host is refused. Node would do so as well, but without a body and our headers. */
export function hostHeader(): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      ctx.set('Connection', 'close');
      throw new ServiceError('invalid_request', 'The header Host is missing.');
    }
    await next();
  };
}
