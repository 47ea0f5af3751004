/** Rules whose accounts have addresses among a site's own pages, so that a page at a name may be the site's. Pure. */
import { restsOnWeakEvidence } from './weak-evidence.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { accountPosition } from '../evaluation/account-position.js';
import { isRouteWord } from '../evaluation/route-words.js';

/** Words at which most sites have a page of their own, which hardly anybody takes for a name, and whose page does nothing. */
const HARMLESS_WORDS = { root: ['about', 'privacy'], host: ['help', 'support'], elsewhere: [] } as const;

/** Whether a "registered" on weak evidence may be a page of the site. */
export function mayBeSitePage(rule: ProbeRule): boolean {
  return restsOnWeakEvidence(rule, 'registered') && accountPosition(rule) !== 'elsewhere';
}

/** Whether such a page is compared with accounts' pages: there are known accounts, and a response has a body. */
export function comparesPages(rule: ProbeRule): boolean {
  return mayBeSitePage(rule) && rule.request.method === 'GET' && (rule.positiveControls ?? []).length > 0;
}

/** Whether a name is the site's own word, where no page can be compared: nothing is asked then. */
export function isSiteWord(rule: ProbeRule, name: string): boolean {
  return mayBeSitePage(rule) && !comparesPages(rule) && isRouteWord(name);
}

/** The word at which a page of the site itself is requested, of those that the rule's pattern takes; null: none. */
export function harmlessWord(rule: ProbeRule): string | null {
  const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u');
  return HARMLESS_WORDS[accountPosition(rule)].find((word) => pattern === null || pattern.test(word)) ?? null;
}

/**
 * A rule that requests the root of the site: the origin of the accounts' addresses, without the identity's label. Any page there is
 * "registered"; block pages are told as for every rule.
 */
export function rootPageRule(rule: ProbeRule): ProbeRule {
  const { origin } = new URL(rule.request.url.replace(/\{username(?::lower)?\}\./, ''));
  const { headers, redirectHosts, limits } = rule.request;
  return {
    method: rule.method,
    request: { method: 'GET', url: `${origin}/`, headers, followRedirects: true, redirectHosts, limits },
    safety: { ...rule.safety, basis: 'public_page' },
    registered: { status: [200] },
    absent: { status: [404, 410] },
    echoExemption: "the root of a site is nobody's page",
    blockPages: rule.blockPages,
  };
}
