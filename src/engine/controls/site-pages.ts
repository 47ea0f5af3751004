/**
 * Whether a page is an account's or one of the site's own, by structure (`structure-fingerprint.ts`). All pages of a site share its frame;
 * what a known account's page has and none of the site's own pages has tells accounts. Empty, full and private profiles share half of it at
 * least, and show the name in the same place; pages of other templates do not, also such as are built of the same parts. Pure.
 */
import type { SitePages } from './control.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { accountPosition } from '../evaluation/account-position.js';
import { namesAccount } from '../evaluation/evidence-match.js';
import { isRouteWord } from '../evaluation/route-words.js';
import { comparableHashes, hashesOf, LIMITS, withoutClasses } from '../evaluation/structure-hashes.js';

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
 * `empty`: a page that shows the name there and has little else than accounts have, beside a known account that has filled in everything.
 * On simulated sites, own pages that are built like a profile have at most 0.15 of an account's parts, which are 0.05 of their own.
 */
const NEEDED = {
  placed: { parts: 4, share: 0.45, ownShare: 0 },
  classes: { parts: 6, share: 0.65, ownShare: 0 },
  nestings: { parts: 6, share: 0.55, ownShare: 0.3 },
  empty: { share: 0.25, ownShare: 0.6 },
} as const;

type Hashes = ReadonlySet<number>;

/** Whose page a page is; `tie`: nothing tells accounts' pages from the site's own. */
export type PageOwner = 'account' | 'site' | 'tie';

/**
 * Whether a page resembles those of known accounts more than the site's own. A tie where there is none of either kind, or where the site's
 * own pages have all that accounts' pages have (one shell for all pages).
 *
 * @param page structure fingerprint of the page
 */
export function pageOwner(page: string, { accounts, sitePages }: ComparedPages): PageOwner {
  if (accounts.length === 0 || sitePages.length === 0) return 'tie';
  const [own = new Set<number>(), ...others] = comparableHashes([page, ...accounts, ...sitePages]).map((hashes): Hashes => new Set(hashes));
  const ofSite = new Set(others.slice(accounts.length).flatMap((each) => [...each]));
  const owners = others.slice(0, accounts.length).map((account) => ownerBy(own, account, ofSite));
  return (['account', 'site'] as const).find((owner) => owners.includes(owner)) ?? 'tie';
}

function ownerBy(page: Hashes, account: Hashes, ofSite: Hashes): PageOwner {
  const areSteady = shareOf(classesOf(page), account) >= KNOWN_CLASSES && shareOf(classesOf(account), ofSite) >= KNOWN_CLASSES;
  const ofAccount = [...account].filter((hash) => !ofSite.has(hash) && (areSteady || hash < LIMITS.position));
  const positions = ofAccount.filter(
    (hash) => (areSteady ? hash >= LIMITS.position : hash >= LIMITS.nesting) && hash < LIMITS.classedPosition,
  );
  const needed = NEEDED[!areSteady ? 'nestings' : positions.length > 0 ? 'placed' : 'classes'];
  if (ofAccount.filter((hash) => !isPosition(hash)).length < needed.parts) return 'tie';
  if (positions.length > 0 && !positions.some((hash) => page.has(hash))) return 'site';
  const own = [...page].filter((hash) => !ofSite.has(hash) && (areSteady || hash < LIMITS.position));
  const common = weightOf(ofAccount.filter((hash) => page.has(hash)));
  const isOfAccounts = ({ share, ownShare }: { share: number; ownShare: number }): boolean =>
    common >= share * weightOf(ofAccount) && common >= ownShare * weightOf(own);
  return isOfAccounts(needed) || (needed === NEEDED.placed && isOfAccounts(NEEDED.empty)) ? 'account' : 'site';
}

/** From this share on of what an account's page has and the site's root has not, a page at a word is an account's: 1.00, else 0.01. */
const ACCOUNT_SHARE = 0.8;

/** Whether a page has nearly all that tells known accounts' pages from the site's root: somebody is called "about". */
export function isAccountOfWord(page: string, root: string, accounts: readonly string[]): boolean {
  const [own, base, ...known] = comparableHashes([page, root, ...accounts]).map((hashes): Hashes => new Set(hashes));
  return known.some((account) => {
    const ofAccount = [...account].filter((hash) => base?.has(hash) === false);
    return ofAccount.length >= NEEDED.classes.parts && shareOf(ofAccount, own as Hashes) >= ACCOUNT_SHARE;
  });
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
const HARMLESS_WORDS = {
  root: ['about', 'privacy'],
  host: ['help', 'support'],
  inside: ['search', 'about', 'help'],
  elsewhere: [],
} as const;

const doubtful = new WeakMap<ProbeRule, boolean>();

/** Whether a "registered" about a name may be about something else: a page of the site, or an account with such an id. */
export function mayBeSitePage(rule: ProbeRule): boolean {
  const known = doubtful.get(rule) ?? (isAboutUsernames(rule) && rule.registered !== undefined && !namesAccount(rule.registered));
  doubtful.set(rule, known);
  return known;
}

const isAboutUsernames = ({ request }: ProbeRule): boolean => /\{username[:}]/.test(JSON.stringify(request));

/** Whether such a page is compared with accounts' pages: they stand among the site's own, some are known, and a response has a body. */
export function comparesPages(rule: ProbeRule): boolean {
  const isPage = rule.request.method === 'GET' && [undefined, 'html'].includes(rule.registered?.contentType);
  const isAmongPages = isPage && mayBeSitePage(rule) && accountPosition(rule) !== 'elsewhere';
  return isAmongPages && (rule.positiveControls ?? []).length > 0;
}

/** Whether a "registered" at a word that sites use may be of the site: of a page among its own, or of an interface that reserves it. */
export function isReservedWord(rule: ProbeRule, name: string): boolean {
  const isOfSite = accountPosition(rule) !== 'elsewhere' || rule.request.method === 'POST' || rule.registered?.json !== undefined;
  return mayBeSitePage(rule) && isOfSite && isRouteWord(name);
}

/** Whether a name is the site's own word, where accounts stand among its pages and none can be compared: nothing is asked then. */
export function isSiteWord(rule: ProbeRule, name: string): boolean {
  const isPage = accountPosition(rule) !== 'elsewhere' && rule.registered?.json === undefined;
  return isPage && !comparesPages(rule) && isReservedWord(rule, name);
}

/** Words at which a page of the site itself is requested, of those that the rule's pattern takes: further ones where the first is a name. */
export function harmlessWords(rule: ProbeRule): readonly string[] {
  const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u');
  return HARMLESS_WORDS[accountPosition(rule)].filter((word) => pattern === null || pattern.test(word));
}

/**
 * A rule that requests the root of the site: the origin of the accounts' addresses, without the identity's label. Any page there is
 * "registered"; block pages are told as for every rule.
 */
export function rootPageRule(rule: ProbeRule): ProbeRule {
  const { origin } = new URL(rule.request.url.replace(/\{username(?::[a-z]+)?\}\./, ''));
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

/** The newer of two sets of pages. */
export function newerPages(one: SitePages | undefined, other: SitePages | undefined): SitePages | undefined {
  return one && other ? (one.accountsAt >= other.accountsAt ? one : other) : (one ?? other);
}
