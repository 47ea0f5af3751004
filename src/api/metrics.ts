import { Histogram, collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of one process. Labels are route patterns and codes: nothing personal. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'footprint_' });
  return registry;
}

export interface HttpMetrics {
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

export function httpMetrics(registry: Registry): HttpMetrics {
  return {
    requests: new Histogram({
      name: 'footprint_http_request_seconds',
      help: 'Time from the request to its response, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.85, 0.9, 0.95, 1, 2.5, 5, 10, 30, 120],
      registers: [registry],
    }),
  };
}
