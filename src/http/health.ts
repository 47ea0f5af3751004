import Router from '@koa/router';
import type { Registry } from 'prom-client';
import { isUnreachable, type Reach } from '../domain/flow/reach.js';
import type { RequestState } from './context.js';

/** A dependency's answer to "are you there?"; rejects when it is not. */
export type Probe = () => Promise<unknown>;

const PATIENCE_MS = 2_000;

async function answers(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([probe().then(() => true, () => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How requests to platforms went within the last minute. `idle`: too few to tell. */
async function egressState(reach: () => Promise<Reach>) {
  const current = await reach().catch(() => null);
  if (current === null) return { status: 'unknown' };
  return { status: current.sent === 0 ? 'idle' : isUnreachable(current) ? 'unreachable' : 'ok', ...current };
}

export interface HealthOptions {
  readonly dependencies: Readonly<Record<string, Probe>>;
  readonly registry: Registry;
  /** Whether platforms can be reached, as the workers see it; absent where that is not known. It does not make a process unready. */
  readonly reach?: () => Promise<Reach>;
  /** Aborts when the process begins to stop; absent where it needs no notice. */
  readonly stopping?: AbortSignal;
}

/**
 * `/healthz`: the process lives. `/readyz`: each dependency answers, and the process does not stop. `/metrics`: Prometheus.
 * None needs a key.
 */
export function healthRouter({ dependencies, registry, reach, stopping }: HealthOptions): Router<RequestState> {
  const router = new Router<RequestState>();
  router.get('/healthz', (ctx) => {
    ctx.state.route = 'GET /healthz';
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    ctx.state.route = 'GET /readyz';
    const checks = await Promise.all(
      Object.entries(dependencies).map(async ([name, probe]) => [name, (await answers(probe)) ? 'ok' : 'unavailable'] as const),
    );
    const egress = reach ? { egress: await egressState(reach) } : {};
    const ready = checks.every(([, state]) => state === 'ok') && !stopping?.aborted;
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ok' : stopping?.aborted ? 'stopping' : 'unavailable', dependencies: Object.fromEntries(checks), ...egress };
  });
  router.get('/metrics', async (ctx) => {
    ctx.state.route = 'GET /metrics';
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  });
  return router;
}
