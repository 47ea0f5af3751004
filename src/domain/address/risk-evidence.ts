import type { AddressFacts } from '../enrichment.js';
import type { AddressClaim, AddressCode, AddressSource } from './claim.js';

interface Weight {
  /** 0 to 100, as a provider's score. */
  readonly score: number;
  /** 0 to 100: how sure we are, lower for lists that come with the service and age. */
  readonly confidence: number;
}

/**
 * What a listing alone amounts to when no provider was asked. A listing says that the address was used to hide or to attack;
 * it never says that one is harmless, so nothing here scores low. Whole table: docs/adr/0015-address-data.md.
 */
const WEIGHTS: { readonly [Source in AddressSource]?: { readonly [Code in AddressCode]?: Weight } } = {
  'tor-exit-list': { tor_exit: { score: 75, confidence: 90 } },
  'network-kinds': { tor_exit: { score: 75, confidence: 60 } },
  dronebl: {
    open_socks_proxy: { score: 75, confidence: 70 }, open_http_proxy: { score: 75, confidence: 70 },
    open_wingate_proxy: { score: 75, confidence: 70 }, proxy_chain: { score: 75, confidence: 70 }, web_proxy: { score: 65, confidence: 70 },
    irc_drone: { score: 70, confidence: 60 }, spam_drone: { score: 70, confidence: 60 }, ddos_drone: { score: 80, confidence: 70 },
    compromised_router: { score: 70, confidence: 70 }, autorooting_worm: { score: 80, confidence: 70 },
    suspected_botnet: { score: 60, confidence: 40 }, brute_force: { score: 75, confidence: 70 }, abused_vpn: { score: 60, confidence: 60 },
  },
};

export interface EvidenceScore extends Weight {
  readonly by: AddressSource;
}

/** The score of the heaviest listing; null where there is none: then only the location is known, and the score is null. */
export function scoreEvidence(claims: readonly AddressClaim[], facts: Pick<AddressFacts, 'isTor'>): EvidenceScore | null {
  const scores = claims.flatMap(({ source, codes }) => codes.flatMap((code): EvidenceScore[] => {
    const weight = WEIGHTS[source]?.[code];
    // A list that ages has been contradicted by one that is asked live.
    if (weight === undefined || (code === 'tor_exit' && facts.isTor !== true)) return [];
    return [{ ...weight, by: source }];
  }));
  const [heaviest = null] = scores.sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.by < b.by ? -1 : 1));
  return heaviest;
}
