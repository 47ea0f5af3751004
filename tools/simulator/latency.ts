/** How long a platform takes before it responds. */
import { fraction, normal, randomStream } from './deterministic.js';

/** Lognormal response time: half of the responses take at most the median, a few take several times as long. */
export interface Latency {
  /** Milliseconds; 0 responds at once. */
  readonly medianMs: number;
  /** Standard deviation of the logarithm: 0 is constant, 0.5 is usual on the web. Default 0. */
  readonly sigma?: number | undefined;
  /** Maximum response time in milliseconds. Default: ten times the median. */
  readonly capMs?: number | undefined;
  /** Platforms differ by a constant factor between 1/spread and spread. Default 1: all alike. */
  readonly spread?: number | undefined;
}

export interface LatencyModel {
  /** Delay of the platform's next response, in whole milliseconds. */
  delayFor(slug: string): number;
  /** Sets the latency of one platform, or of all with '*' (which removes the single ones); null goes back to '*'. */
  set(slug: string, latency: Latency | null): void;
}

export function createLatencyModel(all: Latency = { medianMs: 0 }, seed = 'footprint'): LatencyModel {
  const random = randomStream(`${seed}|latency`);
  const single = new Map<string, Latency>();
  const factors = new Map<string, number>();
  let everywhere = all;

  function factorOf(slug: string, spread: number): number {
    let exponent = factors.get(slug);
    if (exponent === undefined) {
      exponent = 2 * fraction(`${seed}|pace|${slug}`) - 1;
      factors.set(slug, exponent);
    }
    return spread ** exponent;
  }

  return {
    delayFor(slug) {
      const latency = single.get(slug) ?? everywhere;
      if (latency.medianMs <= 0) return 0;
      const median = latency.spread === undefined ? latency.medianMs : latency.medianMs * factorOf(slug, latency.spread);
      const drawn = latency.sigma ? median * Math.exp(latency.sigma * normal(random)) : median;
      return Math.round(Math.min(drawn, latency.capMs ?? 10 * latency.medianMs));
    },
    set(slug, latency) {
      if (slug === '*') {
        everywhere = latency ?? { medianMs: 0 };
        single.clear();
      } else if (latency === null) single.delete(slug);
      else single.set(slug, latency);
    },
  };
}
