/**
 * Whether a page is an account's or one of the site's own, by structure (`structure-fingerprint.ts`). All pages of a site share its frame;
 * what a known account's page has and none of the site's own pages has tells accounts. Pages of other templates share little of that, also
 * such as are built of the same parts; empty, full and private profiles share most of it. Pure.
 */
import { hashesOf, MARK_LIMIT } from '../evaluation/structure-fingerprint.js';

/** What a page is: an account's; one of the site's; or neither for certain. */
export type PageKind = 'account' | 'site_page' | 'undecided';

/** Pages to compare with, as structure fingerprints. */
export interface ComparedPages {
  /** Of known accounts: two, where the rule names them. A page that is like one of them is enough: sites have several layouts. */
  readonly accounts: readonly string[];
  /** Of the site itself: its root, a page at a route word or for an absent account. */
  readonly sitePages: readonly string[];
}

/** What says of a whole page which kind it is weighs as much as three parts of it. */
const MARK_WEIGHT = 3;
/** What tells accounts weighs so much at least, or nothing is told; and an account's page has such a share of it. */
const MIN_WEIGHT = 3;
const ACCOUNT_SHARE = 0.65;
/** Below this share a page is the site's own. */
const SITE_SHARE = 0.4;

/**
 * Compares a page with those of accounts and of the site. Undecided where no page of either kind is known, or where the site's own pages
 * have all that accounts' pages have (one shell for all pages).
 *
 * @param page structure fingerprint of the page
 */
export function kindOfPage(page: string, { accounts, sitePages }: ComparedPages): PageKind {
  if (accounts.length === 0 || sitePages.length === 0) return 'undecided';
  const pages = [page, ...accounts, ...sitePages].map(hashesOf);
  // Of long pages the smallest hashes are known: above the lowest of their limits nothing can be compared.
  const limit = Math.min(...pages.map((each) => each.limit));
  const [own = new Set<number>(), ...others] = pages.map(({ hashes }) => new Set(hashes.filter((hash) => hash <= limit)));
  const ofSite = others.slice(accounts.length);
  const shares = others.slice(0, accounts.length).map((account) => {
    const telling = [...account].filter((hash) => !ofSite.some((each) => each.has(hash)));
    const weight = weightOf(telling);
    return weight < MIN_WEIGHT ? null : weightOf(telling.filter((hash) => own.has(hash))) / weight;
  });
  if (shares.includes(null)) return 'undecided';
  const share = Math.max(...shares.map((each) => each ?? 0));
  if (share >= ACCOUNT_SHARE) return 'account';
  return share < SITE_SHARE ? 'site_page' : 'undecided';
}

function weightOf(hashes: readonly number[]): number {
  return hashes.reduce((sum, hash) => sum + (hash < MARK_LIMIT ? MARK_WEIGHT : 1), 0);
}
