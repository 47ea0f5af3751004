/** Orders the accounts that sources claim to exist on a site: a control asks the first one first. Pure. */
import { registrableDomain } from '../../src/kernel/net/probe-host.js';
import { siteHost } from './deduplicate.js';
import sites from './sites.json' with { type: 'json' };
import { slugify } from './slugs.js';
import type { SourceEntry } from './source-entry.js';

/** Accounts of platforms themselves, by host, each with a page of it that others cite. */
const OWN_ACCOUNTS: Readonly<Record<string, { readonly handle: string; readonly seen: string } | undefined>> = sites.ownAccounts;

/** Sites for which the sources give one name, from which on it is a common word that somebody took, not an account that was chosen. */
const GENERIC_FROM_SITES = 15;

/** Names that stand for anybody, on however few sites. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['user', 'username', 'nickname', 'test', 'admin']);

/** How often each name is given as an account, in lower case, over all sites of the sources. */
function countClaims(entries: readonly SourceEntry[]): ReadonlyMap<string, number> {
  const claims = new Map<string, number>();
  for (const { positiveControls } of entries)
    for (const name of positiveControls) claims.set(name.toLowerCase(), (claims.get(name.toLowerCase()) ?? 0) + 1);
  return claims;
}

/** Whether a name is given for so many sites that it is chosen because somebody has it everywhere (alex, blue, adam). */
export function createGenericTest(entries: readonly SourceEntry[]): (name: string) => boolean {
  const claims = countClaims(entries);
  return (name) => PLACEHOLDERS.has(name.toLowerCase()) || (claims.get(name.toLowerCase()) ?? 0) >= GENERIC_FROM_SITES;
}

/**
 * A function that orders an entry's accounts: the platform's own, then those that somebody chose, then generic ones. Only names that a
 * source gives, or that a page of the platform shows, are used.
 *
 * @param entries all sites of the sources
 */
export function bestAccountsFirst(entries: readonly SourceEntry[]): (entry: SourceEntry) => SourceEntry {
  const isGeneric = createGenericTest(entries);
  return (entry) => {
    const host = siteHost(entry.url);
    const label = (registrableDomain(host) ?? '').split('.')[0];
    const known = OWN_ACCOUNTS[host]?.handle;
    const names = [...new Set([...(known === undefined ? [] : [known]), ...entry.positiveControls])];
    const isOwn = (name: string): boolean => name === known || slugify(name).replaceAll('-', '') === label;
    const rank = (name: string): number => (isOwn(name) ? 0 : isGeneric(name) ? 2 : 1);
    return { ...entry, positiveControls: [...names].sort((a, b) => rank(a) - rank(b)) };
  };
}
