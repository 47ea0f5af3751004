import { createServer } from 'node:http';
import Koa from 'koa';
import { Counter, type Registry } from 'prom-client';
import type { PlatformProber } from '../domain/ports.js';
import { healthRouter, type Probe } from '../http/health.js';
import type { RequestState } from '../http/context.js';
import type { Lifecycle } from './lifecycle.js';

export interface WorkerMonitorOptions {
  readonly port: number;
  readonly host: string;
  readonly registry: Registry;
  readonly dependencies: Readonly<Record<string, Probe>>;
}

/** Serves a worker's `/healthz`, `/readyz` and `/metrics`. @returns the port it listens on @throws when the port is taken */
export async function openWorkerMonitor(lifecycle: Lifecycle, options: WorkerMonitorOptions): Promise<number> {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(healthRouter(options).routes());
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  lifecycle.opened(server, (listening) => {
    listening.closeAllConnections();
    listening.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : options.port;
}

/** Counts what platforms answered, by state and by the reason of doubt; neither platform nor identity is a label. */
export function countedProber(prober: PlatformProber, registry: Registry): PlatformProber {
  const verdicts = new Counter({
    name: 'footprint_probes_total',
    help: 'Probes that ended, by verdict and doubt',
    labelNames: ['state', 'doubt'],
    registers: [registry],
  });
  return {
    async probe(platform, identity, patience) {
      const verdict = await prober.probe(platform, identity, patience);
      verdicts.inc({ state: verdict.state, doubt: verdict.state === 'inconclusive' ? verdict.doubt : '' });
      return verdict;
    },
  };
}
