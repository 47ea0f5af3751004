/**
 * Whether a page is an account's or one of the site's own, by structure (`structure-fingerprint.ts`). All pages of a site share its frame;
 * what a known account's page has and none of the site's own pages has tells accounts. Empty, full and private profiles share half of it at
 * least, and show the name in the same place; pages of other templates do not, also such as are built of the same parts. Pure.
 */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { accountPosition } from '../evaluation/account-position.js';
import { isRouteWord } from '../evaluation/route-words.js';
import { comparableHashes, hashesOf, LIMITS, withoutClasses } from '../evaluation/structure-hashes.js';
import { restsOnWeakEvidence } from './weak-evidence.js';

/** Pages to compare with, as structure fingerprints. */
export interface ComparedPages {
  /** Fingerprints of two known accounts, where the rule names them. Being like one is enough: sites have several layouts. */
  readonly accounts: readonly string[];
  /** Fingerprints of the site's own pages: its root, a page at a route word or for an absent account. */
  readonly sitePages: readonly string[];
}

/** What says of a whole page which kind it is, or where a page shows the name, weighs as much as three parts of it. */
const STRONG_WEIGHT = 3;
/** Below this share of classes that a known page has as well, classes are other ones at each load, or since a release. */
const KNOWN_CLASSES = 0.15;
/** Below this share of an account's classes that its page still has, there was a release. */
const KEPT_CLASSES = 0.6;
/**
 * What tells accounts has so many parts at least besides the name's places, or nothing is told; and an account's page has such a share of
 * it: of classes, where the name is shown as on a known account's page; of classes alone; of nestings, where classes cannot be compared.
 * Nestings are few and occur everywhere: of what the page has and the site's own pages have not, a share must be of accounts as well.
 */
const NEEDED = {
  placed: { parts: 4, share: 0.45, ownShare: 0 },
  classes: { parts: 6, share: 0.65, ownShare: 0 },
  nestings: { parts: 6, share: 0.55, ownShare: 0.3 },
} as const;

type Hashes = ReadonlySet<number>;

/**
 * Whether a page resembles those of known accounts more than the site's own. Not where there is none of either kind, or where the site's
 * own pages have all that accounts' pages have (one shell for all pages): a tie.
 *
 * @param page structure fingerprint of the page
 */
export function resemblesAccounts(page: string, { accounts, sitePages }: ComparedPages): boolean {
  if (accounts.length === 0 || sitePages.length === 0) return false;
  const [own = new Set<number>(), ...others] = comparableHashes([page, ...accounts, ...sitePages]).map((hashes): Hashes => new Set(hashes));
  const ofSite = new Set(others.slice(accounts.length).flatMap((each) => [...each]));
  return others.slice(0, accounts.length).some((account) => resembles(own, account, ofSite));
}

function resembles(page: Hashes, account: Hashes, ofSite: Hashes): boolean {
  const areSteady = shareOf(classesOf(page), account) >= KNOWN_CLASSES && shareOf(classesOf(account), ofSite) >= KNOWN_CLASSES;
  const ofAccount = [...account].filter((hash) => !ofSite.has(hash) && (areSteady || hash < LIMITS.position));
  const positions = ofAccount.filter(
    (hash) => (areSteady ? hash >= LIMITS.position : hash >= LIMITS.nesting) && hash < LIMITS.classedPosition,
  );
  if (positions.length > 0 && !positions.some((hash) => page.has(hash))) return false;
  const needed = NEEDED[!areSteady ? 'nestings' : positions.length > 0 ? 'placed' : 'classes'];
  const own = [...page].filter((hash) => !ofSite.has(hash) && (areSteady || hash < LIMITS.position));
  const common = weightOf(ofAccount.filter((hash) => page.has(hash)));
  return (
    ofAccount.filter((hash) => !isPosition(hash)).length >= needed.parts &&
    common >= needed.share * weightOf(ofAccount) &&
    common >= needed.ownShare * weightOf(own)
  );
}

/**
 * Pages of the site as they are compared with newer pages of accounts. Once classes have new names, a frame that all pages share would tell
 * accounts: the nestings alone are left then.
 *
 * @param before pages of accounts from when the site's own were requested
 */
export function comparableWith(accounts: readonly string[], own: readonly string[], before: readonly string[]): readonly string[] {
  const [then, now] = [before[0], accounts[0]].map((page): Hashes => new Set(hashesOf(page ?? '')));
  return shareOf(classesOf(then as Hashes), now as Hashes) >= KEPT_CLASSES ? own : own.map(withoutClasses);
}

/** Such a share of what tells accounts from the root makes the page at a word an account's; other pages of a site have next to none. */
const ACCOUNT_AT_WORD = 0.8;

/**
 * The site's own pages without that of somebody who is called as the word.
 *
 * @param own the root, then the page at a word
 */
export function withoutAccounts([root, ...words]: readonly string[], accounts: readonly string[]): string[] {
  if (root === undefined) return [];
  const isAccount = (word: string): boolean => {
    const [page = new Set<number>(), base = new Set<number>(), ...known] = comparableHashes([word, root, ...accounts]).map(
      (hashes): Hashes => new Set(hashes),
    );
    return known.some((account) => {
      const telling = [...account].filter((hash) => !base.has(hash));
      return telling.length >= NEEDED.classes.parts && shareOf(telling, page) >= ACCOUNT_AT_WORD;
    });
  };
  return [root, ...words.filter((word) => !isAccount(word))];
}

const classesOf = (hashes: Hashes): number[] => [...hashes].filter((hash) => hash >= LIMITS.position);

function shareOf(hashes: readonly number[], known: Hashes): number {
  return hashes.length === 0 ? 0 : hashes.filter((hash) => known.has(hash)).length / hashes.length;
}

function weightOf(hashes: readonly number[]): number {
  return hashes.reduce((sum, hash) => sum + (isStrong(hash) ? STRONG_WEIGHT : 1), 0);
}

const isPosition = (hash: number): boolean => hash >= LIMITS.nesting && hash < LIMITS.classedPosition;
const isStrong = (hash: number): boolean => hash < LIMITS.mark || isPosition(hash);

/** Words at which most sites have a page of their own, which hardly anybody takes for a name, and whose page does nothing. */
const HARMLESS_WORDS = { root: ['about', 'privacy'], host: ['help', 'support'], inside: ['about', 'help'], elsewhere: [] } as const;

/**
 * Whether a "registered" about a name may be a page of the site: on weak evidence of any name beside the site's own pages, and on what a
 * page shows of a word that sites use.
 */
export function mayBeSitePage(rule: ProbeRule, name: string): boolean {
  const position = accountPosition(rule);
  if (position !== 'inside' && position !== 'elsewhere' && restsOnWeakEvidence(rule, 'registered')) return true;
  return position !== 'elsewhere' && restsOnPage(rule) && isRouteWord(name);
}

/** Whether the evidence of presence is a page, and no member of an interface's answer. */
const restsOnPage = ({ registered }: ProbeRule): boolean => registered !== undefined && registered.json === undefined;

/** Whether such a page is compared with accounts' pages: there are known accounts, and a response has a body. */
export function comparesPages(rule: ProbeRule, name: string): boolean {
  return mayBeSitePage(rule, name) && rule.request.method === 'GET' && (rule.positiveControls ?? []).length > 0;
}

/** Whether a name is the site's own word, where no page can be compared: nothing is asked then. */
export function isSiteWord(rule: ProbeRule, name: string): boolean {
  return mayBeSitePage(rule, name) && !comparesPages(rule, name) && isRouteWord(name);
}

/** Digits alone are ids of others on pages that repeat what they were asked for. */
export const isOthersId = ({ registered }: ProbeRule, name: string): boolean =>
  /^\p{Nd}+$/u.test(name) && registered !== undefined && !(registered.json ?? []).some(({ is }) => is === 'identity');

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
