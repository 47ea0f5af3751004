import { consumerProvider, isAliasService } from '../../kernel/identity/mail-providers.js';

/** Entries of the lists of disposable domains for a domain and its parents, up to the registrable one. */
export interface DisposableListing {
  /** The name that the lists agree on: the domain or a parent that is no public suffix. Null: none. */
  readonly agreed: string | null;
  /** Whether any list, however weak, names the domain or a parent, or lists it as webmail of any kind. */
  readonly mentioned: boolean;
  /** Newest day that the agreeing lists cover, ISO 8601; null: unknown. */
  readonly asOf: string | null;
}

/** Other facts that the decision depends on. */
export interface DisposableContext {
  readonly domain: string;
  /** A mail exchanger of the domain is known to exist. */
  readonly routed: boolean;
  /** A mail exchanger is in a disposable mail service's domain. */
  readonly routedToListed: boolean;
  readonly registeredAt: Date | null;
  readonly now: Date;
}

export interface DisposableVerdict {
  readonly disposable: boolean | null;
  readonly code: string;
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Whether a domain gives out disposable mailboxes.
 *
 * Yes: the lists agree and nothing contradicts them. No: a consumer provider, an alias service, or a domain that takes mail, is older
 * than a year and that no list mentions. Otherwise null.
 */
export function evaluateDisposable(listing: DisposableListing, context: DisposableContext): DisposableVerdict {
  const { domain, registeredAt, now } = context;
  const known = isAliasService(domain) ? 'alias_service' : consumerProvider(domain) === null ? null : 'consumer_provider';
  const { agreed } = listing;
  if (agreed !== null) {
    if (known !== null || isUnreliableListing(agreed)) return { disposable: null, code: 'lists_contradict' };
    // The listed name has expired and was registered again.
    if (registeredAt !== null && listing.asOf !== null && registeredAt > new Date(listing.asOf)) {
      return { disposable: null, code: 'registered_after_listing' };
    }
    return { disposable: true, code: agreed === domain ? 'listed' : 'parent_listed' };
  }
  if (known !== null) return { disposable: false, code: known };
  if (listing.mentioned) return { disposable: null, code: 'lists_disagree' };
  if (context.routedToListed) return { disposable: null, code: 'mx_of_listed_domain' };
  const old = registeredAt !== null && now.getTime() - registeredAt.getTime() > YEAR_MS;
  return context.routed && old ? { disposable: false, code: 'unlisted_and_old' } : { disposable: null, code: 'unlisted' };
}

/**
 * Domains that lists of disposable mail name although that shows nothing about an address in or below them.
 *
 * The first give a subdomain to anybody (dynamic DNS, free hosting), and the public suffix list does not have them. The second are
 * webmail of private customers that one list calls free and another calls disposable.
 */
const SUBDOMAIN_HOSTS = new Set(
  `uk.to us.to mooo.com chickenkiller.com ignorelist.com crabdance.com strangled.net twilightparadox.com jumpingcrab.com undo.it
   my.id ddns.net ddnsfree.com dynu.net hopto.org kozow.com sytes.net zapto.org 3utilities.com bounceme.net servegame.com epizy.com
   rf.gd esy.es heliohost.org somee.com cu.cc usa.cc eu.cc fr.nf info.tm biz.st biz.tm pe.hu one.pl n-e.kr o-r.kr p-e.kr r-e.kr kro.kr`.split(
    /\s+/,
  ),
);
const CONTESTED = new Set(
  '99.com sify.com hongkong.com techemail.com mantramail.com nameplanet.com postafree.com sofortmail.de aemail4u.com'.split(' '),
);

/** Whether a name in a list of disposable domains proves nothing. */
function isUnreliableListing(listed: string): boolean {
  return SUBDOMAIN_HOSTS.has(listed) || CONTESTED.has(listed);
}
