import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { typeid } from 'typeid-js';
import { addressMatcher, clientAddress } from './client-address.js';

/** Requests per minute and address without a valid key. */
export const UNAUTHENTICATED_PER_MINUTE = 60;

/** Headers of responses to requests that were not counted: pages that need no key, and failures before the count. */
export const UNCOUNTED_HEADERS = {
  'X-RateLimit-Limit': String(UNAUTHENTICATED_PER_MINUTE),
  'X-RateLimit-Remaining': String(UNAUTHENTICATED_PER_MINUTE),
} as const;

/** What middleware records about a request before its handler runs. */
export interface RequestState {
  requestId: string;
  /** Route pattern, for logs and metrics: never the address itself, which may hold an identity. */
  route: string;
  /** `performance.now()` when the last byte of the request had arrived: the instant ceiling counts from here. */
  receivedAt: number;
  /** Aborts when the client disconnects. */
  clientAborted: AbortSignal;
  /** Aborts when the client disconnects or the process stops. */
  ending: AbortSignal;
  /** Who makes it, once that is known. */
  caller?: { readonly accountId: string; readonly origin?: { readonly network: string; readonly began?: string | undefined } | undefined };
  body?: unknown;
  rawBody?: Buffer;
}

/** A caller's own id is kept when it is short and plain, so that both sides can find the request in their logs. */
export function newRequestId(offered: string): string {
  return /^[A-Za-z0-9_.:-]{8,64}$/.test(offered) ? offered : typeid('req').toString();
}

/** A client that reads nothing of its response for this long, in milliseconds, or at most twice as long, is disconnected. */
const STALL_MS = 30_000;

export interface RequestContextOptions {
  /** Aborts when the process begins to stop: from then on connections are not kept for further requests. */
  readonly stopping: AbortSignal;
  readonly trustedProxies: readonly string[];
  readonly log: Logger;
  /** Default: half a minute. */
  readonly stallMs?: number;
}

/** Gives every request an id, the address of its client, a signal that aborts when the client disconnects, and one that ends waiting. */
export function requestContext({ stopping, trustedProxies, log, stallMs = STALL_MS }: RequestContextOptions): Middleware<RequestState> {
  const isTrusted = addressMatcher(trustedProxies);
  let hasWarned = false;
  return async (ctx, next) => {
    const [peer, forwarded] = [ctx.socket.remoteAddress ?? '', ctx.get('x-forwarded-for')];
    ctx.request.ip = clientAddress(peer, forwarded, isTrusted);
    if (forwarded !== '' && !hasWarned && !isTrusted(peer)) {
      hasWarned = true;
      log.warn('X-Forwarded-For is ignored, because its sender is not in TRUST_PROXY: limits count the address of the sender');
    }
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
    // While a response waits, or a piece of it, there is nothing that the client could read.
    ctx.res.setTimeout(stallMs, () => void (ctx.res.writableLength > 0 && ctx.res.destroy()));
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
