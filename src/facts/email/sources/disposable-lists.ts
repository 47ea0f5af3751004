import { parse } from 'tldts';
import { z } from 'zod';
import { selfAndParents } from '../../../kernel/identity/mail-providers.js';
import type { DisposableListing } from '../disposable.js';
import { fnv1a } from '../../../kernel/values/fnv1a.js';
import { DataTable, readRows, shippedTable, type TableContent } from '../../sources/data-table.js';
import { shippedData } from '../../sources/shipped-sources.js';

export interface DomainLists {
  listingOf(domain: string): DisposableListing;
  /** Whether a list of webmail providers names the domain or a parent of it; rarely true when none does. */
  listedAsWebmail(domain: string): boolean;
  /** Whether such a list names the domain itself. */
  isWebmail(domain: string): boolean;
}

const names = z.array(z.string().regex(/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/)).min(1);
/** `asOf`: day on which the list was published, ISO 8601. */
const list = z.strictObject({ asOf: z.iso.date(), domains: names });

/** The lists of `npm run data:build`; NOTICE and SOURCES.json have their packages, `docs/adr/0010-mailbox-facts.md` how they are weighed. */
const table = z.strictObject({
  /** By hand. */
  curated: list,
  /** Seen at disposable services, and when last, in seconds: later holders of the name are not concerned. */
  sighted: list.extend({ lastSeen: z.array(z.int().positive()) }),
  /** Large and unreviewed: names that match exactly. */
  broad: list,
  /** From the same package: names that stand for all their subdomains; many of them lend subdomains to anybody. */
  wild: list,
  /** Broad too, from other collectors. */
  checker: list,
  /** Webmail providers of every kind: wide and noisy, good only for doubt. */
  webmail: list,
});
export type DomainTable = z.infer<typeof table>;

/** @throws Error in half a sentence */
export const readDomainTable = (content: TableContent): DomainTable => readRows(content, table);

/**
 * The lists of disposable domains combined: names on a curated list or a list of sightings, and names on both of two broad lists, which
 * contain many legitimate domains each. Some 42,000 names; 150,000 more that only one broad list has count as uncertain.
 */
export function combineLists({ curated, sighted, broad, wild, checker, webmail: mail }: DomainTable): DomainLists {
  const inChecker = new Set(checker.domains);
  // Both have to name it, so what they agree on is as old as the older one.
  const bothAsOf = [broad.asOf, checker.asOf].sort()[0] ?? broad.asOf;
  const agreed = new Map<string, string>();
  for (const [index, name] of sighted.domains.entries()) agreed.set(name, isoOf(sighted.lastSeen[index] ?? 0));
  for (const name of broad.domains) if (inChecker.has(name)) agreed.set(name, bothAsOf);
  for (const name of curated.domains) agreed.set(name, curated.asOf);
  const mentioned = new NameDigests([...agreed.keys(), ...broad.domains, ...wild.domains, ...checker.domains]);
  const webmail = new NameDigests(mail.domains);
  return {
    listingOf: (domain) => {
      const candidates = listable(domain);
      const listed = candidates.find((name) => agreed.has(name)) ?? null;
      return {
        agreed: listed,
        mentioned: candidates.some((name) => mentioned.has(name)),
        asOf: listed === null ? null : (agreed.get(listed) ?? null),
      };
    },
    listedAsWebmail: (domain) => selfAndParents(domain).some((name) => webmail.has(name)),
    isWebmail: (domain) => webmail.has(domain),
  };
}

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Read at the first use (some 0.2 s and 9 MB), and shared by the whole process. */
export const disposableDomains = new DataTable<DomainLists>({
  shipped: () => shippedTable('disposable-domains', shippedData('email')),
  read: (content) => combineLists(readDomainTable(content)),
});

/** The lists in use in this process. */
export const domainLists = (): DomainLists => disposableDomains.value;

/** The domain and its parents, without public suffixes: a list that names a suffix means some names below it. */
function listable(domain: string): readonly string[] {
  return selfAndParents(domain).filter((name) => parse(name, { allowPrivateDomains: true }).publicSuffix !== name);
}

/**
 * A set of names kept as 32-bit digests, sorted: a tenth of the memory of the names. It may report a name that is not in it (one in 30,000
 * with 150,000 names), but never misses one that is; use it where a false positive only costs a result.
 */
export class NameDigests {
  readonly #sorted: Uint32Array;

  constructor(names: readonly string[]) {
    this.#sorted = Uint32Array.from(names, fnv1a).sort();
  }

  has(name: string): boolean {
    const wanted = fnv1a(name);
    let [low, high] = [0, this.#sorted.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#sorted[middle] ?? 0;
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
