import type { Middleware } from 'koa';
import { ServiceError } from '../values/errors.js';
import type { RequestState } from './request-context.js';

const TWO_YEARS_SECONDS = 63_072_000;

/** Bodies hold identities, so no cache stores them, and no browser takes them for another type. */
export const RESPONSE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * Sets `RESPONSE_HEADERS`; parts of pages set their own caching. Where the service is reached over HTTPS, browsers never reach it otherwise
 * (RFC 6797).
 */
export function securityHeaders(publicUrl: string): Middleware<RequestState> {
  const strict = publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}` } : {};
  const headers = { ...RESPONSE_HEADERS, ...strict };
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
}

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
