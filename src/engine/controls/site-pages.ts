/**
 * Whether a page is an account's or one of the site's own, by structure (`structure-fingerprint.ts`). All pages of a site share its frame;
 * what is in every account's page and in none of the site's own tells accounts, and what is in no account's page tells other pages. Pure.
 */
import { hashesOf, MARK_LIMIT } from '../evaluation/structure-fingerprint.js';

/** What a page is: an account's; one of the site's; or neither for certain. */
export type PageKind = 'account' | 'site_page' | 'undecided';

/** Pages to compare with, as structure fingerprints. */
export interface ComparedPages {
  /** Of known accounts: two, where the rule names them. */
  readonly accounts: readonly string[];
  /** Of the site itself: its root, a page at a route word. */
  readonly sitePages: readonly string[];
}

/** What says of a whole page which kind it is weighs as much as three parts of it. */
const MARK_WEIGHT = 3;
/** An account's page has so much of what tells accounts, and so many times more of it than of what no account's page has. */
const MIN_EVIDENCE = 3;
const MIN_RATIO = 1.5;

/**
 * Compares a page with those of accounts and of the site. A tie is `undecided`, as is everything where no page of either kind is known and
 * where the site's root looks like an account (one shell for all pages).
 *
 * @param page structure fingerprint of the page
 */
export function kindOfPage(page: string, { accounts, sitePages }: ComparedPages): PageKind {
  if (accounts.length === 0 || sitePages.length === 0) return 'undecided';
  const pages = [page, ...accounts, ...sitePages].map(hashesOf);
  // Of long pages the smallest hashes are known: above the lowest of their limits nothing can be compared.
  const limit = Math.min(...pages.map((each) => each.limit));
  const [own = new Set<number>(), ...others] = pages.map(({ hashes }) => new Set(hashes.filter((hash) => hash <= limit)));
  const ofAccounts = others.slice(0, accounts.length);
  const ofSite = others.slice(accounts.length);
  const isOfAll = (hash: number): boolean => ofAccounts.every((each) => each.has(hash));
  const tellsAccounts = weightOf([...own].filter((hash) => isOfAll(hash) && !ofSite.some((each) => each.has(hash))));
  const tellsOthers = weightOf([...own].filter((hash) => !ofAccounts.some((each) => each.has(hash))));
  if (tellsAccounts >= MIN_EVIDENCE && tellsAccounts > MIN_RATIO * tellsOthers) return 'account';
  return tellsOthers > tellsAccounts ? 'site_page' : 'undecided';
}

function weightOf(hashes: readonly number[]): number {
  return hashes.reduce((sum, hash) => sum + (hash < MARK_LIMIT ? MARK_WEIGHT : 1), 0);
}
