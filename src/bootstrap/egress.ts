import { createHash } from 'node:crypto';
import { parseProxies } from '../net/outbound-http/proxies.js';
import { type Config, ConfigError } from '../config/env.js';
import { type EgressPool, egressPool } from '../domain/lookup/egress.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The egress pool that the settings name or imply.
 *
 * @throws ConfigError when the proxies cannot be read
 */
export function egressPoolOf({ PROBE_EGRESS, PROBE_PROXY_URL }: Pick<Config, 'PROBE_EGRESS' | 'PROBE_PROXY_URL'>): EgressPool {
  try {
    return egressPool(PROBE_EGRESS, parseProxies(PROBE_PROXY_URL), digest);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
