import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'tldts';
import { z } from 'zod';
import { selfAndParents } from '../../../kernel/identity/mail-providers.js';
import type { DisposableListing } from '../disposable.js';
import { fnv1a } from '../../../kernel/values/fnv1a.js';

export interface DomainLists {
  listingOf(domain: string): DisposableListing;
  /** Whether a list of webmail providers names the domain or a parent of it; rarely true when none does. */
  listedAsWebmail(domain: string): boolean;
  /** Whether such a list names the domain itself. */
  isWebmail(domain: string): boolean;
}

/** Day on which the undated packages were added: what they list was listed by then at the latest. */
export const LISTS_DATE = '2026-11-21T00:00:00.000Z';

/**
 * The lists of disposable domains combined: names on a curated list or a list of sightings, and names on both of two broad lists, which
 * contain many legitimate domains each. Some 41,000 names; 150,000 more that only one broad list has count as uncertain. Takes about 0.2 s
 * and 9 MB, once a process.
 */
export function loadDomainLists(): DomainLists {
  const [curated, sighted, broad, checker] = [curatedList(), sightedList(), broadList(), checkerList()];
  const inChecker = new Set(checker.domains);
  const both = broad.domains.filter((domain) => inChecker.has(domain));
  const agreed = new Set([...curated.domains, ...both]);
  const sightedOnly = new Map([...sighted.lastSeen].filter(([name]) => !agreed.has(name)));
  for (const name of sightedOnly.keys()) agreed.add(name);
  const mentioned = new NameDigests([...agreed, ...broad.domains, ...wildList().domains, ...checker.domains]);
  const webmail = new NameDigests(webmailList().domains);
  return {
    listingOf: (domain) => {
      const names = listable(domain);
      const listed = names.find((name) => agreed.has(name)) ?? null;
      return {
        agreed: listed,
        mentioned: names.some((name) => mentioned.has(name)),
        asOf: listed === null ? null : (sightedOnly.get(listed) ?? LISTS_DATE),
      };
    },
    listedAsWebmail: (domain) => selfAndParents(domain).some((name) => webmail.has(name)),
    isWebmail: (domain) => webmail.has(domain),
  };
}

let loaded: DomainLists | null = null;

/** The lists, loaded at the first use and shared by the whole process. */
export function domainLists(): DomainLists {
  loaded ??= loadDomainLists();
  return loaded;
}

/** The domain and its parents, without public suffixes: a list that names a suffix means some names below it. */
function listable(domain: string): readonly string[] {
  return selfAndParents(domain).filter((name) => parse(name, { allowPrivateDomains: true }).publicSuffix !== name);
}

/** Names on the list of one package, with the date of its data where it gives one. */
export interface DomainList {
  readonly domains: readonly string[];
  /** ISO 8601; null: the package does not say. */
  readonly dataDate: string | null;
}

const require = createRequire(import.meta.url);
const sightings = z.object({ t: z.number(), domains: z.record(z.string(), z.object({ lastseen: z.number() })) });

/** JSON of an installed package; read as a file, so that the module cache does not hold megabytes for ever. */
const packaged = (file: string): unknown => JSON.parse(readFileSync(require.resolve(file), 'utf8'));
const undated = (domains: unknown): DomainList => ({ domains: texts(domains), dataDate: null });

/** @throws Error when a package has changed its form */
function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) throw new Error('a list of domains is none');
  return value;
}

/** Curated by hand, CC0. */
export function curatedList(): DomainList {
  return undated(packaged('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'));
}

export interface SightedList extends DomainList {
  /** When each was last seen, ISO 8601: later holders of the name are not concerned. */
  readonly lastSeen: ReadonlyMap<string, string>;
}

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Seen at disposable services, with first and last sighting, BSD-3-Clause. */
export function sightedList(): SightedList {
  const { t, domains } = sightings.parse(packaged('fakefilter/json/data.json'));
  const lastSeen = new Map(Object.entries(domains).map(([name, { lastseen }]) => [name, isoOf(lastseen)]));
  return { domains: [...lastSeen.keys()], dataDate: isoOf(t), lastSeen };
}

/** Large and unreviewed, MIT: names that match exactly. */
export function broadList(): DomainList {
  return undated(packaged('disposable-email-domains/index.json'));
}

/** From the same package: names that stand for all their subdomains; many of them lend subdomains to anybody. */
export function wildList(): DomainList {
  return undated(packaged('disposable-email-domains/wildcard.json'));
}

/** Broad too, MIT, from other collectors. It is code; its module is dropped from the module cache once read. */
export function checkerList(): DomainList {
  const file = require.resolve('mailchecker');
  const { blacklist } = require(file) as { blacklist: () => Set<string> };
  const domains = [...blacklist()];
  delete require.cache[file];
  return undated(domains);
}

/** Webmail providers of every kind, ISC: wide and noisy, good only for doubt. */
export function webmailList(): DomainList {
  return undated(packaged('email-providers/all.json'));
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
