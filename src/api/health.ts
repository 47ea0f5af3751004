import Router from '@koa/router';
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';
import { isUnreachable, type Reachability } from '../engine/flow/reachability.js';
import { withTimeout } from '../kernel/net/deadline.js';
import type { RequestState } from '../kernel/http/request-context.js';

/** Checks that a dependency responds; rejects when it does not. */
export type DependencyCheck = () => Promise<unknown>;

const TIMEOUT_MS = 2_000;

/** What a read gives; null: it failed, or took too long. */
const knownInTime = <T>(read: () => Promise<T>): Promise<T | null> =>
  withTimeout(
    read().catch(() => null),
    TIMEOUT_MS,
    () => null,
  );

const isAvailable = async (probe: DependencyCheck): Promise<boolean> => (await knownInTime(() => probe().then(() => true))) ?? false;

/** How requests to platforms ended within the last minute. `idle`: there were none; `unknown`: too few, and none was answered. */
async function egressState(reachability: () => Promise<Reachability>) {
  const current = await knownInTime(reachability);
  if (current === null) return { status: 'unknown' };
  if (current.sent === 0) return { status: 'idle', ...current };
  if (isUnreachable(current)) return { status: 'unreachable', ...current };
  return { status: current.answered > 0 ? 'ok' : 'unknown', ...current };
}

/** Whether any worker takes lookups, and how many. `none`: what is accepted waits for the next one. */
async function workersState(workers: () => Promise<number>) {
  const count = await knownInTime(workers);
  return count === null ? { status: 'unknown' } : { status: count > 0 ? 'ready' : 'none', count };
}

export interface HealthOptions {
  readonly dependencies: Readonly<Record<string, DependencyCheck>>;
  readonly registry: Registry;
  /** More metrics for `/metrics`, as text. */
  readonly more?: () => Promise<string>;
  /** Whether platforms can be reached, as the workers report it; absent where that is not known. Does not affect readiness. */
  readonly reachability?: () => Promise<Reachability>;
  /** How many workers take lookups; absent where that is not known. Does not affect readiness. */
  readonly workers?: () => Promise<number>;
  /** Which catalogue is in use; absent where that is not known. Does not affect readiness. */
  readonly catalogue?: () => object;
  /** Whether it has yet to begin its work, as a worker whose data is loaded; absent: it works as soon as it answers. */
  readonly isStarting?: () => boolean;
  /** Aborts when the process begins to stop; absent: readiness does not depend on it. */
  readonly stopping?: AbortSignal;
}

/** How old the state behind `/readyz` may be, in milliseconds: many may request it, and each read queries the database and Temporal. */
const MAX_AGE_MS = 1_000;

type PublicHealth = Pick<HealthOptions, 'dependencies' | 'isStarting'>;

/**
 * `/healthz`: whether the process is of use, which it is without Temporal, and not without its database or before it has begun. It needs no key and is public, so
 * it says nothing more, and the database is queried once a second at most.
 */
export function healthRouter({ dependencies: { postgres }, isStarting }: PublicHealth): Router<RequestState> {
  const state = new LRUCache<'state', { isOk: boolean }>({
    max: 1,
    ttl: MAX_AGE_MS,
    fetchMethod: async () => ({ isOk: postgres === undefined || (await isAvailable(postgres)) }),
  });
  const router = new Router<RequestState>();
  router.get('/healthz', async (ctx) => {
    ctx.state.route = 'GET /healthz';
    const isOk = (await state.forceFetch('state')).isOk && !isStarting?.();
    ctx.status = isOk ? 200 : 503;
    ctx.body = { status: isOk ? 'ok' : 'unavailable' };
  });
  return router;
}

/**
 * For operators: `/livez` (the process is at work, whatever it has lost: only one that is not should be started anew), `/readyz` (every
 * dependency responds, and the process has begun and is not stopping) and `/metrics` (Prometheus). None needs a key or counts against a rate limit, so
 * they must not be public.
 */
export function adminRouter({ registry, more, catalogue, isStarting, stopping, ...read }: HealthOptions): Router<RequestState> {
  const state = new LRUCache<'state', State>({ max: 1, ttl: MAX_AGE_MS, fetchMethod: () => readState(read) });
  const router = new Router<RequestState>();
  router.get('/livez', (ctx) => {
    ctx.state.route = 'GET /livez';
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.route = 'GET /readyz';
    const { dependencies: states, ...more } = await state.forceFetch('state');
    // Neither is ever cached: load balancers have to stop routing to it at once.
    const step = stopping?.aborted ? 'stopping' : isStarting?.() ? 'starting' : undefined;
    const ready = Object.values(states).every((each) => each === 'ok') && step === undefined;
    ctx.status = ready ? 200 : 503;
    ctx.body = {
      status: ready ? 'ok' : (step ?? 'unavailable'),
      dependencies: states,
      ...more,
      ...(catalogue ? { catalogue: catalogue() } : {}),
    };
  });
  router.get('/metrics', async (ctx) => {
    ctx.state.route = 'GET /metrics';
    ctx.type = registry.contentType;
    ctx.body = (await Promise.all([registry.metrics(), more?.()])).join('\n');
  });
  return router;
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState({ dependencies, workers, reachability }: Pick<HealthOptions, 'dependencies' | 'workers' | 'reachability'>) {
  const [checks, working, egress] = await Promise.all([
    Promise.all(
      Object.entries(dependencies).map(async ([name, probe]) => [name, (await isAvailable(probe)) ? 'ok' : 'unavailable'] as const),
    ),
    workers ? workersState(workers) : undefined,
    reachability ? egressState(reachability) : undefined,
  ]);
  return { dependencies: Object.fromEntries(checks), ...(working ? { workers: working } : {}), ...(egress ? { egress } : {}) };
}

/** Headers of a proxied request: its sender may be anywhere, though the connection comes from this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Serves clients on this machine only; for others the routes do not exist. */
export function loopbackOnly<Context>(serve: Middleware<RequestState, Context>): Middleware<RequestState, Context> {
  return (ctx, next) => {
    const isHere = isLoopback(ctx.socket.remoteAddress ?? '') && FORWARDED.every((name) => ctx.get(name) === '');
    return isHere && isLocalName(ctx.hostname) ? serve(ctx, next) : next();
  };
}

/** Names that the public DNS does not have (RFC 6761, RFC 6762, and `internal`, reserved by ICANN in 2024). */
const LOCAL_SUFFIX = /(?:^|\.)(?:localhost|local|internal)$/i;

/**
 * Whether a request names this service by an address or a local name. A page of another site that has its own name resolve to an address
 * in here (DNS rebinding) sends that name.
 */
export function isLocalName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) || !bare.includes('.') || LOCAL_SUFFIX.test(bare);
}

/** Whether it is an address of the machine itself (127.0.0.0/8, ::1, also mapped). @param address as the socket reports it */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
