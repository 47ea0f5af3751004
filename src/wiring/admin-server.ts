import { createServer } from 'node:http';
import Koa from 'koa';
import type { RequestState } from '../kernel/http/request-context.js';
import { listen } from '../kernel/net/listen.js';
import { adminRouter, healthRouter, type HealthOptions, isLocalName } from '../api/health.js';
import type { Lifecycle } from './lifecycle.js';

/** Serves `/healthz`, `/readyz` and `/metrics` on a port for operators. @returns the port it listens on @throws when the port is taken */
export async function openAdminServer(
  lifecycle: Lifecycle,
  options: HealthOptions & { readonly port: number; readonly host: string },
): Promise<number> {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use((ctx, next) => {
    if (isLocalName(ctx.hostname)) return next();
    ctx.status = 421; // Misdirected Request (RFC 9110, 15.5.20)
  });
  app.use(healthRouter(options).routes());
  app.use(adminRouter(options).routes());
  const server = createServer(app.callback());
  const { port, host } = options;
  const listening = await listen(server, { port, host });
  lifecycle.register(server, () => {
    server.closeAllConnections();
    server.close();
  });
  return listening;
}
