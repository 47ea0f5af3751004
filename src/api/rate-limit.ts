/** Limits of requests: a window of a minute for each API key, its account, and each network without a key. docs/contract.md, 9. */
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { RateWindow } from '../features/accounts/accounts.js';
import type { RateStore } from '../features/accounts/store/rate-store.js';
import { ACCOUNT_RATE_FACTOR, PLAN, type PlanName, READS_PER_MINUTE, readsOfV2PerMinute } from '../features/accounts/plans.js';
import { ServiceError } from '../kernel/values/errors.js';
import type { RateClass, Requester, Route } from '../features/route.js';
import { UNAUTHENTICATED_PER_MINUTE } from '../kernel/http/request-context.js';

/** Requests per minute of a person outside of any account. */
const PERSON_PER_MINUTE = 120;

/** Says where more reads are allowed: twenty are the interface's for good. */
const READS_OF_V1_REFUSED =
  `Too many reads within a minute: v1 allows ${READS_PER_MINUTE}. The same lookups can be read at GET /v2/lookup and GET /v2/lookup/{id}, ` +
  'where ten times the requests of your plan are allowed.';

/** Requests per minute and key of a class. docs/contract.md, 9.1. */
function limitOf(rateClass: RateClass, plan: PlanName): number {
  if (rateClass === 'reads') return READS_PER_MINUTE;
  return rateClass === 'readsV2' ? readsOfV2PerMinute(plan) : PLAN[plan].requestsPerMinute;
}

export interface RateContext {
  readonly rates: RateStore;
}

/** Counts a request of a key, a member, a user, or of somebody who is not signed in. @throws ServiceError rate_limit_exceeded */
export async function countRequest(ctx: RateContext, http: Context, { rateClass }: Route, { caller, person }: Requester): Promise<void> {
  const requester = caller?.apiKeyId ?? person?.userId;
  if (requester === undefined) return countUnauthenticated(ctx, http);
  const limit = caller ? limitOf(rateClass, caller.plan) : PERSON_PER_MINUTE;
  const window =
    caller && !caller.member
      ? await ctx.rates.hitBoth(requester, caller.accountId, rateClass, { key: limit, account: ACCOUNT_RATE_FACTOR * limit })
      : await ctx.rates.hit(requester, rateClass, limit); // signed in people are counted each for themselves
  applyRateWindow(http, window, rateClass === 'reads' ? READS_OF_V1_REFUSED : undefined);
}

/**
 * Counts a request without a valid key against its address or /64, so that keys cannot be guessed at speed.
 *
 * @throws ServiceError rate_limit_exceeded
 */
export async function countUnauthenticated(ctx: RateContext, http: Context): Promise<void> {
  applyRateWindow(http, await ctx.rates.hitNetwork(clientNetwork(http.ip), 'unauthenticated', UNAUTHENTICATED_PER_MINUTE));
}

/** Both headers are on every response (docs/contract.md, 9.3). */
function applyRateWindow(http: Context, window: RateWindow, refusal?: string): void {
  http.set('X-RateLimit-Limit', String(window.limit));
  http.set('X-RateLimit-Remaining', String(window.remaining));
  if (!window.allowed) {
    throw new ServiceError('rate_limit_exceeded', refusal, { retryAfterSeconds: window.resetSeconds });
  }
}

const IPV6_PREFIX_BYTES = 8;

/**
 * Identifies a client without an API key: its IPv4 address, or the /64 of its IPv6 address, because a single customer gets at least
 * that much (RFC 6177) and may use another address of it for each request. IPv4-mapped IPv6 addresses count as IPv4.
 *
 * @param address as the socket or the trusted proxy reports it; one that cannot be parsed is returned unchanged
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*/s, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_PREFIX_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}
