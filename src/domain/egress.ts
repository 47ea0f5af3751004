/**
 * The way out that a process's probes take, by its name: `direct`, a pool of proxies, `simulator`. Facts, controls and statistics
 * are stamped with it and never used across: another way out may see other answers, and a simulator's are invented.
 */
export type EgressPool = string;

/** One proxy, without its credentials. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
}

/** Longer lists of proxies are named by a digest, in characters. */
const MAX_LISTED = 60;

/**
 * The egress pool of a process.
 *
 * @param name what the operator calls it, if anything
 * @param proxies all that probes may go through; none: they go out directly
 * @param digest a short one of a text
 */
export function egressPool(name: string | undefined, proxies: readonly ProxyAddress[], digest: (text: string) => string): EgressPool {
  if (name !== undefined) return name;
  if (proxies.length === 0) return 'direct';
  const list = [...new Set(proxies.map(({ host, port }) => `${host}:${port}`))].sort().join(',');
  return `proxy:${list.length > MAX_LISTED ? digest(list) : list}`;
}
