import { createServer } from 'node:http';
import Koa from 'koa';
import type { RequestState } from '../api/middleware/request-context.js';
import { adminRouter, healthRouter, type HealthOptions } from '../api/health.js';
import type { Lifecycle } from './lifecycle.js';

export interface AdminServerOptions extends HealthOptions {
  readonly port: number;
  /** Absent: all interfaces. */
  readonly host?: string;
}

/** Serves `/healthz`, `/readyz` and `/metrics` on a port for operators. @returns the port it listens on @throws when the port is taken */
export async function openAdminServer(lifecycle: Lifecycle, options: AdminServerOptions): Promise<number> {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(healthRouter().routes());
  app.use(adminRouter(options).routes());
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, ...(options.host === undefined ? {} : { host: options.host }) }, resolve);
  });
  lifecycle.register(server, (listening) => {
    listening.closeAllConnections();
    listening.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : options.port;
}
