/** The whole HTTP application over stores that say what a test tells them: for what is refused before any store is asked for more. */
import { COOKIE_LIFETIMES } from '../../../src/features/people/people.js';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import type { AuditEntry } from '../../../src/features/audit/audit-log.js';
import type { Person } from '../../../src/features/people/people.js';
import { DashboardCookies } from '../../../src/kernel/http/cookies.js';
import { OpenStreams } from '../../../src/kernel/http/open-streams.js';
import type { Route } from '../../../src/features/route.js';
import { apiKeyFormat } from '../../../src/kernel/secrets/api-key-format.js';
import { ServiceError } from '../../../src/kernel/values/errors.js';
import { FairLimiter } from '../../../src/kernel/values/fair-shares.js';
import { type AppOptions, createApp } from '../../../src/api/app.js';
import { type ApiContext, everyRoute } from '../../../src/api/routes.js';
import { portOf } from '../port-of.js';

export const ACCOUNT = 'acc_00000000000000000000000000';
export const OPERATOR = 'operator@example.com';
const OUTSIDE = '192.0.2.0/24';

/** What the stores say. */
export interface World {
  /** Whose key or membership it is; null: nobody's. */
  caller: Caller | null;
  /** Who is signed in; null: nobody. */
  person: Person | null;
  /** Whose requests are one too many within the minute. */
  full: 'nobody' | 'requester' | 'network';
}

export const callerOf = (more: Partial<Caller> = {}): Caller => ({
  accountId: ACCOUNT,
  apiKeyId: 'key_00000000000000000000000000',
  plan: 'growth',
  poolId: 'pool',
  allowance: null,
  scopes: SCOPES,
  onlyKey: null,
  isSuspended: false,
  ...more,
});

export const personOf = (more: Partial<Person> = {}): Person => ({
  userId: 'usr_00000000000000000000000000',
  email: OPERATOR,
  sessionId: 'ses_00000000000000000000000000',
  means: 'passkey',
  authenticatedAt: null,
  isRecent: true,
  ...more,
});

/** A key that may be used from elsewhere only. */
export const ELSEWHERE = { networks: [OUTSIDE] } as const;

export interface Noted {
  /** Operations whose handlers were called: each ends with 503. */
  handled: string[];
  /** Those of them that were called in a turn of an account. */
  inTurn: string[];
  /** What was counted: who, or `network`, and the limit. */
  counted: { who: string; rateClass: string; limit: unknown }[];
  entries: AuditEntry[];
}

export async function startAppInMemory() {
  const world: World = { caller: null, person: null, full: 'nobody' };
  const noted: Noted = { handled: [], inTurn: [], counted: [], entries: [] };
  const turns = new FairLimiter(1);
  const count = (who: string, rateClass: string, limit: unknown, isFull: boolean) => {
    noted.counted.push({ who, rateClass, limit });
    const shown = typeof limit === 'number' ? limit : (limit as { key: number }).key;
    return Promise.resolve({ allowed: !isFull, limit: shown, remaining: isFull ? 0 : shown - 1, resetSeconds: 7 });
  };
  const routes = everyRoute.map(
    (route): Route<ApiContext> => ({
      ...route,
      handle() {
        noted.handled.push(route.operationId);
        if (turns.running > 0) noted.inTurn.push(route.operationId);
        return Promise.reject(new ServiceError('unavailable'));
      },
    }),
  );
  const keys = apiKeyFormat('svc');
  const registry = new Registry();
  const stores = {
    accounts: { findCaller: () => Promise.resolve(world.caller) },
    sessions: {
      findMember: () => Promise.resolve(world.caller && world.person && { caller: world.caller, person: world.person }),
      findPerson: () => Promise.resolve(world.person),
      findCommand: () => Promise.resolve(null),
    },
    signInTokens: { digestOf: (token: string) => Buffer.from(token) },
    rates: {
      hit: (who: string, rateClass: string, limit: number) => count(who, rateClass, limit, world.full === 'requester'),
      hitBoth: (who: string, _: string, rateClass: string, limits: object) => count(who, rateClass, limits, world.full === 'requester'),
      hitNetwork: (_: string, rateClass: string, limit: number) => count('network', rateClass, limit, world.full === 'network'),
    },
    audit: {
      add: (entry: AuditEntry) => void noted.entries.push(entry),
      write: (entry: AuditEntry) => Promise.resolve(void noted.entries.push(entry)),
    },
    refusals: { add: () => {} },
  } as unknown as Pick<AppOptions, 'accounts' | 'sessions' | 'signInTokens' | 'rates' | 'audit' | 'refusals'>;
  const app = createApp({
    ...stores,
    keys,
    registry,
    routes,
    handlers: {} as ApiContext,
    openStreams: new OpenStreams(registry),
    turns,
    log: pino({ enabled: false }),
    now: () => new Date(),
    cookies: new DashboardCookies({ publicUrl: 'http://localhost', lifetimes: COOKIE_LIFETIMES }),
    publicUrl: 'http://localhost',
    operators: new Set([OPERATOR]),
    checkResponses: true,
    pagesFolder: 'nowhere',
    dependencies: {},
    stopping: new AbortController().signal,
    instantCeilingMs: 900,
    trustedProxies: [],
    hasAdminPort: true,
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    world,
    noted,
    key: keys.create().key,
    async call(method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) {
      Object.assign(noted, { handled: [], inTurn: [], counted: [], entries: [] } satisfies Noted);
      const response = await fetch(`${url}${path}`, { method, redirect: 'manual', ...init });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
