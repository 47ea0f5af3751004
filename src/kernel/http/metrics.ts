import { Gauge, Histogram, collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of one process. Labels are route patterns and codes: nothing personal. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'footprint_' });
  return registry;
}

/** Sets the value of a gauge under its labels. */
export type SetGauge = (labels: Readonly<Record<string, string>>, value: number) => void;

/** A gauge that is read at each scrape. What cannot be read has no value then: monitoring sees the others. */
export function readGauge(
  registry: Registry,
  [name, help, ...labelNames]: readonly [name: string, help: string, ...labelNames: string[]],
  read: (set: SetGauge) => unknown,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      // A gauge without labels would begin at 0, which alerts would take for a value.
      const clear = () => (labelNames.length > 0 ? this.reset() : this.remove());
      clear();
      try {
        await read((labels, value) => this.set(labels, value));
      } catch {
        clear();
      }
    },
  });
}

export interface HttpMetrics {
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

/** Bounds of the histogram in seconds; three more show how many instant lookups end before, at and after their ceiling. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const AROUND_CEILING_MS = [-50, 0, 50];

export function httpMetrics(registry: Registry, instantCeilingMs: number): HttpMetrics {
  const aroundCeiling = AROUND_CEILING_MS.map((ms) => (instantCeilingMs + ms) / 1_000);
  return {
    requests: new Histogram({
      name: 'footprint_http_request_seconds',
      help: 'Time from the request to its response, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [...new Set([...BUCKETS, ...aroundCeiling])].sort((a, b) => a - b),
      registers: [registry],
    }),
  };
}
