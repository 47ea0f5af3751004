import type { IpFieldName, IpSource } from './claim.js';

type Order = readonly IpSource[];

/**
 * Sources of each field by precedence: the first source that knows a field decides it. Providers that an operator pays for come before
 * data that is shipped, because they see traffic and shipped data ages; the list of Tor's own project comes before them for exits.
 * Location is decided separately (location.ts): its fields belong together.
 */
export const PRECEDENCE = {
  riskScore: ['proxycheck', 'ipqualityscore'],
  isProxy: ['proxycheck', 'ipqualityscore', 'dronebl'],
  isVpn: ['proxycheck', 'ipqualityscore', 'network-kinds', 'dronebl'],
  isTor: ['tor-exit-list', 'proxycheck', 'ipqualityscore', 'network-kinds'],
  isHosting: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
  isScraper: ['proxycheck', 'ipqualityscore', 'network-kinds'],
  isCompromised: ['proxycheck', 'dronebl'],
  operator: ['proxycheck', 'ipqualityscore', 'network-kinds'],
  asn: ['mounted-network-database', 'proxycheck', 'ipqualityscore', 'network-owners'],
  connectionType: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
} as const satisfies Partial<Record<IpFieldName, Order>>;

/**
 * Sources whose "no" outweighs the "yes" of any other source. The "no" of every other source becomes null then: a source that does not
 * know of a proxy has not shown that there is none.
 */
export const FINAL_NO_SOURCES: ReadonlySet<IpSource> = new Set(['tor-exit-list']);

export interface LocationRank {
  readonly sources: Order;
  /** Whether each of them that was queried must have answered. */
  readonly requiresAll: boolean;
  /** Source that is used only if another one names the same country. */
  readonly needsConfirmation?: IpSource;
}

/** Sources of location, the better informed first. If sources of one rank name different countries, none is used. */
export const LOCATION_RANKS: readonly LocationRank[] = [
  { sources: ['proxycheck', 'ipqualityscore'], requiresAll: false },
  { sources: ['mounted-city-database', 'dbip-city-lite', 'network-countries'], requiresAll: true, needsConfirmation: 'dbip-city-lite' },
];
