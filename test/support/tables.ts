/** Tables of facts for bundles of tests, made of those that are shipped. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { BundledTable } from '../../src/engine/catalogue/rules/revision.js';
import { combineLists, disposableDomains, type DomainTable, readDomainTable } from '../../src/facts/email/sources/disposable-lists.js';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** What the release ships, read before a test exchanges it. */
export const shippedDomains: DomainTable = readDomainTable(disposableDomains.content);
const { asOf: SHIPPED_AS_OF } = disposableDomains.about;

/** Names that are agreed on because the curated list has them, and for no other reason. */
export function onlyCurated(): string[] {
  const without = combineLists({ ...shippedDomains, curated: { ...shippedDomains.curated, domains: ['none.example.com'] } });
  const all = combineLists(shippedDomains);
  return shippedDomains.curated.domains.filter((name) => all.listingOf(name).agreed === name && without.listingOf(name).agreed === null);
}

export function tableOf(name: BundledTable['name'], value: unknown, asOf = '2027-01-01'): BundledTable {
  return { name, asOf, origin: 'a test', content: brotliCompressSync(typeof value === 'string' ? value : JSON.stringify(value), FAST) };
}

/** The shipped table of disposable domains without some names of its curated list. */
export function domainsWithout(names: readonly string[], asOf = SHIPPED_AS_OF): BundledTable {
  const left = new Set(names);
  const curated = { ...shippedDomains.curated, domains: shippedDomains.curated.domains.filter((name) => !left.has(name)) };
  return tableOf('disposable-domains', { ...shippedDomains, curated }, asOf);
}
