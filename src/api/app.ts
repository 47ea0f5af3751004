import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { ServiceError } from '../kernel/values/errors.js';
import { type RequestState, requestContext } from '../kernel/http/request-context.js';
import { adminRouter, loopbackOnly, healthRouter, type HealthOptions } from './health.js';
import { httpMetrics } from '../kernel/http/metrics.js';
import { accessLog, type AnsweredRequest, errorHandler } from '../kernel/http/errors.js';
import { hostHeader, securityHeaders } from '../kernel/http/security-headers.js';
import { mcpRoute } from './mcp.js';
import { docsRouter } from './openapi/router.js';
import { ownRequests } from './own-requests.js';
import { type PipelineContext, serveRoutes } from './pipeline.js';
import { countUnauthenticated } from './rate-limit.js';
import { pagesRouter } from './dashboard-pages.js';
import type { ApiContext } from './routes.js';
import type { Route } from '../features/route.js';

export interface AppOptions extends PipelineContext, HealthOptions {
  /** Folder of the dashboard's built pages. */
  readonly pagesFolder: string;
  readonly log: Logger;
  readonly routes: readonly Route<ApiContext>[];
  readonly onAnswered?: AnsweredRequest | undefined;
  readonly stopping: AbortSignal;
  /** Ceiling of the instant path: metrics count finely around it. */
  readonly instantCeilingMs: number;
  /** Networks of proxies whose X-Forwarded-For is believed, in CIDR notation. */
  readonly trustedProxies: readonly string[];
  /** Whether `/readyz` and `/metrics` have a port of their own; else they are served here, to clients on this machine. */
  readonly hasAdminPort: boolean;
}

/** The HTTP application: a thin shell around services. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.silent = true;
  const operations = new Router<RequestState>();
  serveRoutes(operations, options, [
    ...options.routes,
    mcpRoute(
      options.publicUrl,
      ownRequests(() => app.callback()),
    ),
  ]);
  app.use(requestContext(options));
  app.use(securityHeaders(options.publicUrl));
  app.use(accessLog(options.log, httpMetrics(options.registry, options.instantCeilingMs), options.onAnswered));
  app.use(errorHandler(options.log));
  app.use(hostHeader());
  app.use(healthRouter(options).routes());
  if (!options.hasAdminPort) app.use(loopbackOnly(adminRouter(options).routes()));
  app.use(docsRouter(options.routes.filter(({ audiences }) => audiences.includes('key'))).routes());
  app.use(pagesRouter(options.pagesFolder).routes());
  app.use(async (ctx, next) => {
    const methods = methodsAt(operations, ctx.path);
    if (methods.includes(ctx.method)) return next();
    await countUnauthenticated(options, ctx);
    if (methods.length === 0) throw new ServiceError('not_found');
    ctx.set('Allow', methods.join(', '));
    throw new ServiceError('method_not_allowed');
  });
  app.use(operations.routes());
  return app;
}

/** Methods that a path accepts. A literal segment takes precedence over a parameter that would match it as a value. */
function methodsAt(router: Router<RequestState>, path: string): string[] {
  const layers = router.stack.filter((layer) => layer.match(path));
  const fewest = Math.min(...layers.map(({ paramNames }) => paramNames.length));
  return [...new Set(layers.filter(({ paramNames }) => paramNames.length === fewest).flatMap(({ methods }) => methods))].sort();
}
