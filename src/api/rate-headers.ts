import type { Context } from 'koa';
import type { RateWindow } from '../domain/billing/account-ports.js';

/** Requests per minute and address without a valid key. */
export const UNAUTHENTICATED_PER_MINUTE = 60;

/** Headers of responses to requests that were not counted: pages that need no key, and failures before the count. */
export const UNCOUNTED_HEADERS = {
  'X-RateLimit-Limit': String(UNAUTHENTICATED_PER_MINUTE),
  'X-RateLimit-Remaining': String(UNAUTHENTICATED_PER_MINUTE),
} as const;

/** Both headers are on every response (docs/contract.md, 9.3). */
export function setRateHeaders(ctx: Context, window: RateWindow): void {
  ctx.set('X-RateLimit-Limit', String(window.limit));
  ctx.set('X-RateLimit-Remaining', String(window.remaining));
}
