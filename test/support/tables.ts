/** Tables of facts for bundles of tests, made of those that are shipped. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { BundledTable } from '../../src/engine/catalogue/rules/revision.js';
import { evaluateDisposable } from '../../src/facts/email/disposable.js';
import {
  combineLists,
  disposableDomains,
  type DomainLists,
  type DomainTable,
  readDomainTable,
} from '../../src/facts/email/sources/disposable-lists.js';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** What the release ships, read before a test exchanges it. */
export const shippedDomains: DomainTable = readDomainTable(disposableDomains.content);
const { asOf: SHIPPED_AS_OF } = disposableDomains.about;

/** Names that are disposable because the curated list has them, and for no other reason. */
export function onlyCurated(): string[] {
  const without = combineLists({ ...shippedDomains, curated: { ...shippedDomains.curated, domains: ['none.example.com'] } });
  const all = combineLists(shippedDomains);
  return shippedDomains.curated.domains.filter((name) => isDisposable(all, name) && without.listingOf(name).agreed === null);
}

function isDisposable(lists: DomainLists, domain: string): boolean {
  const nothingElse = { domain, routed: false, routedToListed: false, registeredAt: null, now: new Date() };
  return evaluateDisposable(lists.listingOf(domain), nothingElse).disposable === true;
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
