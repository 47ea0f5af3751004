/**
 * Name of the egress that a process's probes go through: `direct`, a pool of proxies, `simulator`. Facts, controls and statistics are
 * stored with it and never used across: another egress may get other responses, and a simulator's are invented.
 */
export type EgressPool = string;

/** The egress of `npm start -- --simulator`: no platform is asked, and what is answered is invented. */
export const SIMULATOR_EGRESS: EgressPool = 'simulator';

/** The mark of what was obtained through the simulator; nothing for another egress, or none. */
export const simulatedBy = (egress: EgressPool | null | undefined): { readonly simulated?: true } =>
  egress === SIMULATOR_EGRESS ? { simulated: true } : {};

/** One proxy, without its credentials. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
}

/** Longest list of proxies in a name, in characters; a longer one is replaced by a digest. */
const MAX_NAME = 60;

/**
 * The egress pool of a process.
 *
 * @param name the operator's name for it, if there is one
 * @param proxies all that probes may go through; none: they go out directly
 * @param digest makes a short digest of a text
 */
export function egressPool(name: string | undefined, proxies: readonly ProxyAddress[], digest: (text: string) => string): EgressPool {
  if (name !== undefined) return name;
  if (proxies.length === 0) return 'direct';
  const list = [...new Set(proxies.map(({ host, port }) => `${host}:${port}`))].sort().join(',');
  return `proxy:${list.length > MAX_NAME ? digest(list) : list}`;
}
