import type { Middleware, ParameterizedContext } from 'koa';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { apiErrorBody, ERRORS, isBrokenOff, isOutage, ServiceError } from '../values/errors.js';
import type { HttpMetrics } from './metrics.js';
import { newRequestId, type RequestState, UNCOUNTED_HEADERS } from './request-context.js';
import { RESPONSE_HEADERS } from './security-headers.js';

function faultCode(error: unknown): string {
  const causes = [error, (error as { cause?: unknown } | null)?.cause] as ({ code?: unknown; name?: unknown } | null | undefined)[];
  for (const cause of causes) if (typeof cause?.code === 'string') return cause.code;
  return typeof causes[0]?.name === 'string' ? causes[0].name : 'unknown';
}

/** Turns every failure into the ApiError body. Anything but a ServiceError is logged by its code and never shown. */
export function errorHandler(log: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const shown = toServiceError(error, ctx.state, log);
      ctx.status = ERRORS[shown.code].status;
      ctx.body = apiErrorBody(shown);
      if (shown.code === 'unauthorized') ctx.set('WWW-Authenticate', 'Bearer');
      if (shown.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(shown.retryAfterSeconds));
      if (shown.lookupIds.length > 0) ctx.set('X-Lookup-Id', shown.lookupIds.join(', '));
      // The rest of a body that was refused unread must not be taken for the next request.
      if (!ctx.req.complete) ctx.set('Connection', 'close');
    }
  };
}

function toServiceError(error: unknown, state: RequestState, log: Logger): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = faultCode(error);
  const { requestId, route } = state;
  if (isOutage(error) || isBrokenOff(error)) {
    log.warn({ requestId, route, code }, 'a dependency is unavailable');
    return new ServiceError('unavailable', undefined, { retryAfterSeconds: 1 });
  }
  const stack =
    error instanceof Error
      ? error.stack
          ?.split('\n')
          .filter((line) => line.trimStart().startsWith('at '))
          .slice(0, 6)
      : undefined;
  log.error({ requestId, route, code, stack }, 'a request failed');
  return new ServiceError('internal_error');
}

/** Responds to a request that is not HTTP, or whose headers are too large, with 400 and the body that every other error has. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(apiErrorBody(new ServiceError('invalid_request')));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${newRequestId('')}`,
      ...Object.entries({ ...RESPONSE_HEADERS, ...UNCOUNTED_HEADERS }).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Called with each request that was answered, and the milliseconds that it took. */
export type AnsweredRequest = (http: Pick<ParameterizedContext<RequestState>, 'state' | 'status' | 'headers'>, ms: number) => void;

/** One log line and one observation per request, by route pattern: no address, query or body is logged. */
export function accessLog(log: Logger, metrics: HttpMetrics, onAnswered?: AnsweredRequest): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1_000;
    const { requestId, route, caller } = ctx.state;
    metrics.requests.labels(ctx.method, route, String(ctx.status)).observe(seconds);
    onAnswered?.(ctx, seconds * 1_000);
    log.debug(
      { requestId, route, method: ctx.method, status: ctx.status, ms: Math.round(seconds * 1_000), account: caller?.accountId },
      'request',
    );
  };
}
