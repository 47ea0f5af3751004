import type { IpDetails } from './ip-details.js';

/** Flags that a listing can show. */
export type ListingFlag = 'isProxy' | 'isVpn' | 'isTor' | 'isCompromised';

interface Weight {
  /** 0 to 100, as a provider's score. */
  readonly score: number;
  /** 0 to 100: how sure we are, lower for lists that come with the service and age. */
  readonly confidence: number;
  /** The flag that it shows: a listing weighs nothing when another source contradicts that flag. */
  readonly shows?: ListingFlag;
}

const proxy: Weight = { score: 75, confidence: 70, shows: 'isProxy' };
const drone: Weight = { score: 70, confidence: 60, shows: 'isCompromised' };
/** What the number of a network shows, or else the name of its owner. */
const networkCodes = {
  hosting_network: null,
  hosting_owner: null,
  vpn_network: null,
  content_delivery: null,
  mobile_network: null,
  consumer_network: null,
  consumer_owner: null,
  organisation_network: null,
  organisation_owner: null,
};

/**
 * The sources of the IP module, by their names in `GET /v2/sources`, and the codes of what each may observe. A code with a weight is a
 * listing: its score counts when no provider gives one. A listing shows that the address was used to hide or to attack, never that one is
 * harmless, so no score of a listing is low. The reasons: docs/adr/0015-address-data.md.
 */
const CODES = {
  proxycheck: {},
  ipqualityscore: {},
  'tor-exit-list': { tor_exit: { score: 75, confidence: 90, shows: 'isTor' }, no_tor_exit: null },
  dronebl: {
    open_socks_proxy: proxy,
    open_http_proxy: proxy,
    open_wingate_proxy: proxy,
    proxy_chain: proxy,
    web_proxy: { ...proxy, score: 65 },
    irc_drone: drone,
    spam_drone: drone,
    ddos_drone: { ...drone, score: 80, confidence: 70 },
    compromised_router: { ...drone, confidence: 70 },
    autorooting_worm: { ...drone, score: 80, confidence: 70 },
    suspected_botnet: { score: 60, confidence: 40 },
    brute_force: { score: 75, confidence: 70 },
    abused_vpn: { score: 60, confidence: 60, shows: 'isVpn' },
    open_resolver: null,
    other_listing: null,
  },
  // Anycast: one address in many places, so that it has no location.
  'mounted-city-database': { anycast: null },
  'dbip-city-lite': { anycast: null },
  'mounted-network-database': networkCodes,
  'network-owners': networkCodes,
  'network-countries': {},
  'dbip-country-lite': {},
  'network-kinds': {
    tor_exit: { score: 75, confidence: 60, shows: 'isTor' },
    hosting_range: null,
    cloud_region: null,
    content_delivery: null,
    declared_crawler: null,
    privacy_relay: null,
    vpn_brand: null,
  },
  'anycast-list': { anycast: null },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Weight | null>>>>;

export type IpSource = keyof typeof CODES;
/** A code of what a source observed. */
export type IpCode = { [Source in IpSource]: keyof (typeof CODES)[Source] }[IpSource];

export const IP_SOURCES = Object.keys(CODES) as readonly IpSource[];
export const IP_CODES = [...new Set(Object.values(CODES).flatMap((codes) => Object.keys(codes)))] as readonly IpCode[];

/** What a listing weighs; null: the code is no listing. */
export function listingWeight(source: IpSource, code: IpCode): Weight | null {
  const weights: { readonly [Code in IpCode]?: Weight | null } = CODES[source];
  return weights[code] ?? null;
}

/**
 * What a flag weighs when no source scores the address and no listing weighs more: as much as the flag does in the risk model
 * (`src/facts/risk/signals.ts`), where a score of 100 gives 24 points. A datacentre gives 6 of them, a VPN 8, a Tor exit 18 as listed.
 */
const FLAG_SCORES = { isTor: 75, isVpn: 35, isHosting: 25 } as const;
export type ScoredFlag = keyof typeof FLAG_SCORES;
export const SCORED_FLAGS = Object.keys(FLAG_SCORES) as readonly ScoredFlag[];

/** How sure a flag of shipped data is: published ranges age, a network is more than one address. Live sources: `LIVE_CONFIDENCE`. */
const SHIPPED_CONFIDENCE: Readonly<Partial<Record<IpSource, number>>> = {
  'network-kinds': 60,
  'mounted-network-database': 50,
  'network-owners': 50,
};
const LIVE_CONFIDENCE = 70;

/** What a flag weighs that this source decided. */
export function flagWeight(flag: ScoredFlag, source: IpSource): Weight {
  return { score: FLAG_SCORES[flag], confidence: SHIPPED_CONFIDENCE[source] ?? LIVE_CONFIDENCE };
}

type Order = readonly IpSource[];

/**
 * Sources of each field by precedence: the first source that knows a field decides it. Providers that an operator pays for come before
 * data that is shipped, because they see traffic and shipped data ages; the list of Tor's own project comes before them for exits.
 * Location is decided separately (`LOCATION_RANKS`): its fields belong together.
 */
export const PRECEDENCE = {
  riskScore: ['proxycheck', 'ipqualityscore'],
  isProxy: ['proxycheck', 'ipqualityscore', 'dronebl'],
  isVpn: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners', 'dronebl'],
  isTor: ['tor-exit-list', 'proxycheck', 'ipqualityscore', 'network-kinds'],
  isHosting: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
  isScraper: ['proxycheck', 'ipqualityscore', 'network-kinds'],
  isCompromised: ['proxycheck', 'dronebl'],
  operator: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
  asn: ['mounted-network-database', 'proxycheck', 'ipqualityscore', 'network-owners'],
  connectionType: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
} as const satisfies Partial<Record<keyof IpDetails, Order>>;

/**
 * Sources whose "no" outweighs the "yes" of any other source. The "no" of every other source becomes null then: a source that does not
 * know of a proxy has not shown that there is none.
 */
export const FINAL_NO_SOURCES: ReadonlySet<IpSource> = new Set(['tor-exit-list']);

/** Sources that derive facts from the number of the network or the name of its owner. */
export const NUMBER_BASED_SOURCES: ReadonlySet<IpSource> = new Set(['mounted-network-database', 'network-owners']);

interface LocationRank {
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

/** Sources that know anycast and content delivery addresses. */
export const ANYCAST_SOURCES: readonly IpSource[] = ['network-owners', 'network-kinds'];

/** Sources that know the only country of a network. */
export const HOME_SOURCES: readonly IpSource[] = ['mounted-network-database', 'network-owners'];
