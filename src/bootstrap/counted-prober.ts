import { Counter, type Registry } from 'prom-client';
import type { PlatformProber } from '../domain/catalogue/ports.js';

/** Counts verdicts by state and inconclusive reason; neither platform nor identity is a label. */
export function countedProber(prober: PlatformProber, registry: Registry): PlatformProber {
  const verdicts = new Counter({
    name: 'footprint_probes_total',
    help: 'Probes that ended, by verdict and reason',
    labelNames: ['state', 'reason'],
    registers: [registry],
  });
  return {
    async probe(platform, identity, budget) {
      const verdict = await prober.probe(platform, identity, budget);
      verdicts.inc({ state: verdict.state, reason: verdict.state === 'inconclusive' ? verdict.reason : '' });
      return verdict;
    },
  };
}
