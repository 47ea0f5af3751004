import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { RequestState } from './request-context.js';
import type { HttpMetrics } from './metrics.js';

/** One log line and one observation per request, by route pattern: no address, query or body is logged. */
export function accessLog(log: Logger, metrics: HttpMetrics): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1_000;
    const { requestId, route, caller } = ctx.state;
    metrics.requests.labels(ctx.method, route, String(ctx.status)).observe(seconds);
    log.debug(
      { requestId, route, method: ctx.method, status: ctx.status, ms: Math.round(seconds * 1_000), account: caller?.accountId },
      'request',
    );
  };
}
