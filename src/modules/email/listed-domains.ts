import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

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
