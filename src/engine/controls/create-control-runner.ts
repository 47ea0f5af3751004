import { LRUCache } from 'lru-cache';
import { ControlRunner, type ControlPorts } from './control-runner.js';
import { type CachedDomainControl, DomainControls } from './domain-controls.js';
import { negativeControlAddress, negativeControlIdentities } from './negative-control-identities.js';

/** Controls at mail domains that a process keeps, some hundred bytes each. */
const MAX_DOMAIN_CONTROLS = 20_000;

/** The controls of a process: identities, caches and tables as they are outside of tests. */
export function createControlRunner(
  ports: Omit<ControlPorts, 'negativeIdentities' | 'domains'> & Partial<Pick<ControlPorts, 'negativeIdentities'>>,
): ControlRunner {
  const { prober, backoffs, now, store, workers } = ports;
  const cache = new LRUCache<string, CachedDomainControl>({ max: MAX_DOMAIN_CONTROLS });
  const domains = new DomainControls({ prober, backoffs, now, cache, store, workers, addressAt: negativeControlAddress });
  return new ControlRunner({ negativeIdentities: negativeControlIdentities, ...ports, domains });
}
