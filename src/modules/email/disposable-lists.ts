import { parse } from 'tldts';
import { selfAndParents } from '../../domain/email/consumer-domains.js';
import type { DisposableListing } from '../../domain/email/disposable.js';
import { broadList, checkerList, curatedList, sightedList, webmailList, wildList } from './listed-domains.js';
import { NameDigests } from './name-digests.js';

export interface DomainLists {
  listingOf(domain: string): DisposableListing;
  /** Whether a list of webmail providers names the domain or a parent of it; rarely true when none does. */
  listedAsWebmail(domain: string): boolean;
}

/** Day on which the undated packages were added: what they list was listed by then at the latest. */
export const LISTS_DATE = '2026-11-21T00:00:00.000Z';

/**
 * The lists of disposable domains combined: names on a curated list or a list of sightings, and names on both of two broad lists, which
 * contain many legitimate domains each. Some 41,000 names; 150,000 more that only one broad list has count as uncertain. Takes about 0.2 s
 * and 9 MB, once a process.
 */
export function loadDomainLists(): DomainLists {
  const [curated, sighted, broad, checker] = [curatedList(), sightedList(), broadList(), checkerList()];
  const inChecker = new Set(checker.domains);
  const both = broad.domains.filter((domain) => inChecker.has(domain));
  const agreed = new Set([...curated.domains, ...both]);
  const sightedOnly = new Map([...sighted.lastSeen].filter(([name]) => !agreed.has(name)));
  for (const name of sightedOnly.keys()) agreed.add(name);
  const mentioned = new NameDigests([...agreed, ...broad.domains, ...wildList().domains, ...checker.domains]);
  const webmail = new NameDigests(webmailList().domains);
  return {
    listingOf: (domain) => {
      const names = listable(domain);
      const listed = names.find((name) => agreed.has(name)) ?? null;
      return {
        agreed: listed,
        mentioned: names.some((name) => mentioned.has(name)),
        asOf: listed === null ? null : (sightedOnly.get(listed) ?? LISTS_DATE),
      };
    },
    listedAsWebmail: (domain) => selfAndParents(domain).some((name) => webmail.has(name)),
  };
}

let loaded: DomainLists | null = null;

/** The lists, loaded at the first use and shared by the whole process. */
export function domainLists(): DomainLists {
  loaded ??= loadDomainLists();
  return loaded;
}

/** The domain and its parents, without public suffixes: a list that names a suffix means some names below it. */
function listable(domain: string): readonly string[] {
  return selfAndParents(domain).filter((name) => parse(name, { allowPrivateDomains: true }).publicSuffix !== name);
}
