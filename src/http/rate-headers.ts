import type { Context } from 'koa';
import type { RateWindow } from '../domain/account-ports.js';

/** Seed, "Limits", rule 2: both headers on every response. */
export function setRateHeaders(ctx: Context, window: RateWindow): void {
  ctx.set('X-RateLimit-Limit', String(window.limit));
  ctx.set('X-RateLimit-Remaining', String(window.remaining));
}
