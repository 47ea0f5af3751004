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
export function isUnreliableListing(listed: string): boolean {
  return SUBDOMAIN_HOSTS.has(listed) || CONTESTED.has(listed);
}
