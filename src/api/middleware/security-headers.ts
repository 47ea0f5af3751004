import type { Middleware } from 'koa';
import type { RequestState } from './request-context.js';

const TWO_YEARS_SECONDS = 63_072_000;

/**
 * Headers of every response: bodies hold identities, so no cache stores them, and no browser takes them for another type. Pages and their
 * parts set their own caching. Where the service is reached over HTTPS, browsers never reach it otherwise (RFC 6797).
 */
export function securityHeaders(publicUrl: string): Middleware<RequestState> {
  const strict = publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}` } : {};
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...strict };
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
}
