import type { IpDetails } from '../lookup/enrichment.js';
import type { IpClaim, IpCode, IpSource } from './claim.js';

type Flag = 'isProxy' | 'isVpn' | 'isTor' | 'isCompromised';

interface Weight {
  /** 0 to 100, as a provider's score. */
  readonly score: number;
  /** 0 to 100: how sure we are, lower for lists that come with the service and age. */
  readonly confidence: number;
  /** The flag that it shows: a listing weighs nothing when another source contradicts that flag. */
  readonly shows?: Flag;
}

const proxy: Weight = { score: 75, confidence: 70, shows: 'isProxy' };
const drone: Weight = { score: 70, confidence: 60, shows: 'isCompromised' };

/**
 * The score of a listing when no provider gives one. A listing shows that the address was used to hide or to attack, never that one is
 * harmless, so no score here is low. Whole table: docs/adr/0015-address-data.md.
 */
const WEIGHTS: { readonly [Source in IpSource]?: { readonly [Code in IpCode]?: Weight } } = {
  'tor-exit-list': { tor_exit: { score: 75, confidence: 90, shows: 'isTor' } },
  'network-kinds': { tor_exit: { score: 75, confidence: 60, shows: 'isTor' } },
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
  },
};

export interface ListingScore {
  readonly score: number;
  readonly confidence: number;
  readonly source: IpSource;
}

/** The score of the heaviest listing; null without one: then only the location is known, and the score is null. */
export function scoreListings(claims: readonly IpClaim[], facts: Pick<IpDetails, Flag>): ListingScore | null {
  const scores = claims.flatMap(({ source, codes }) =>
    codes.flatMap((code): ListingScore[] => {
      const { score, confidence, shows } = WEIGHTS[source]?.[code] ?? {};
      if (score === undefined || confidence === undefined || (shows !== undefined && facts[shows] !== true)) return [];
      return [{ score, confidence, source: source }];
    }),
  );
  const [heaviest = null] = scores.sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.source < b.source ? -1 : 1));
  return heaviest;
}
