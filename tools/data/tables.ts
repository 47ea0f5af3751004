/** Makes the tables that a bundle of the catalogue can bring from their packages; `npm run data:build` puts them into the checkout. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import type { DomainTable } from '../../src/facts/email/sources/disposable-lists.js';
import type { ShippedSource } from '../../src/facts/sources/shipped-sources.js';
import { type Boundary, networksOf } from './boundaries.js';
import { encodeMmdb } from './mmdb-writer.js';
import { readOriginRanges } from './origin-ranges.js';
import { CURATED, KINDS, LISTS, REFUSED_LABELS } from './pins.js';
import { readWheel, sha256, type WheelRequest } from './wheel.js';

/** A table with its entry of SOURCES.json, and what goes beside it. */
export interface BuiltTable {
  readonly source: ShippedSource;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function packed(content: Uint8Array): Uint8Array {
  return brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}

/** A table of networks in MaxMind's format. */
export function networkTable(
  { name, licence, credit, origin }: Pick<ShippedSource, 'name' | 'licence' | 'credit' | 'origin'>,
  boundaries: Iterable<Boundary>,
  builtAt: Date,
): BuiltTable {
  const file = `${name}.mmdb.br`;
  const bytes = packed(encodeMmdb(networksOf(boundaries), { ipVersion: 6, builtAt }));
  const files = [{ file, sha256: sha256(bytes) }];
  return { source: { name, dataDate: dayOf(builtAt), licence, credit, origin, package: null, files }, files: new Map([[file, bytes]]) };
}

/** @param wheel default: the pinned one */
export function networkKindsTable(wheel: WheelRequest = KINDS): BuiltTable {
  const { version, members } = readWheel(wheel, ['iporigin/data/ranges.bin', LICENCE]);
  const kinds = readOriginRanges(members['iporigin/data/ranges.bin'], REFUSED_LABELS);
  const licence = "MIT (code), CC0-1.0 and providers' published feeds (data)";
  const origin = `${KINDS.name} ${version} without ${REFUSED_LABELS.size} labels`;
  const { source, files } = networkTable({ name: 'network-kinds', licence, credit: null, origin }, kinds.boundaries, kinds.builtAt);
  return {
    source: { ...source, torExits: torExits(kinds.boundaries, 8) },
    files: new Map([...files, ['LICENSE-iporigin', members[LICENCE]]]),
  };
}

const LICENCE = '*.dist-info/licenses/LICENSE*';

/** Some Tor exits, spread over the list: controls for the live list. */
function torExits(boundaries: readonly Boundary[], count: number): string[] {
  const exits = boundaries.filter(({ start, value }) => value === 'tor\tTor' && start < 1n << 32n);
  const step = Math.max(Math.floor(exits.length / count), 1);
  const chosen = exits.filter((_, index) => index % step === 0).slice(0, count);
  return chosen.map(({ start }) => [24n, 16n, 8n, 0n].map((shift) => (start >> shift) & 255n).join('.'));
}

const CURATED_NAMES = 'disposable_email_domains/__init__.py';

/** @param wheel of the curated list; default: the pinned one. The other lists are of the installed packages, which the lock pins. */
export function disposableDomainsTable(wheel: WheelRequest = CURATED): BuiltTable {
  const { version, published, members } = readWheel(wheel, [CURATED_NAMES, LICENCE]);
  const lists: DomainTable = {
    curated: { asOf: published, domains: namesIn(members[CURATED_NAMES].toString().match(/(?<=')[^'\s]+(?=')/g)) },
    ...installedLists(),
  };
  const bytes = packed(Buffer.from(JSON.stringify(lists)));
  const origins = [{ name: CURATED.name, version, published }, ...Object.values(LISTS)];
  const source = {
    name: 'disposable-domains',
    dataDate:
      origins
        .map((each) => each.published)
        .sort()
        .at(-1) ?? published,
    licence: 'CC0-1.0, BSD-3-Clause, MIT, ISC',
    credit: null,
    origin: origins.map((each) => `${each.name} ${each.version} (${each.published})`).join(', '),
    package: null,
    files: [{ file: 'disposable-domains.json.br', sha256: sha256(bytes) }],
  };
  const licences = LICENCES.map(([file, at]) => [file, readFileSync(require.resolve(at))] as const);
  return {
    source,
    files: new Map([['disposable-domains.json.br', bytes] as const, [`LICENSE-${CURATED.name}`, members[LICENCE]] as const, ...licences]),
  };
}

/** Of the packages that bring the text of theirs. */
const LICENCES = [
  ['LICENSE-fakefilter', 'fakefilter/LICENSE.md'],
  ['LICENSE-mailchecker', 'mailchecker/LICENSE'],
  ['LICENSE-email-providers', 'email-providers/license.md'],
] as const;

const require = createRequire(import.meta.url);
const installed = (file: string): unknown => JSON.parse(readFileSync(require.resolve(file), 'utf8'));
const sightings = z.object({ domains: z.record(z.string(), z.object({ lastseen: z.int() })) });

function installedLists(): Omit<DomainTable, 'curated'> {
  for (const { name, version } of Object.values(LISTS)) {
    const found = (installed(`${name}/package.json`) as { version: string }).version;
    if (found !== version) throw new Error(`${name} ${found} is installed and ${version} pinned: look up when it was published`);
  }
  const seen = Object.entries(sightings.parse(installed('fakefilter/json/data.json')).domains).filter(([name]) => NAME.test(name));
  const list = ({ published: asOf }: { published: string }, domains: unknown) => ({ asOf, domains: namesIn(domains) });
  // It is code.
  const { blacklist } = require('mailchecker') as { blacklist: () => Set<string> };
  return {
    sighted: { asOf: LISTS.sighted.published, domains: seen.map(([name]) => name), lastSeen: seen.map(([, { lastseen }]) => lastseen) },
    broad: list(LISTS.broad, installed('disposable-email-domains/index.json')),
    wild: list(LISTS.broad, installed('disposable-email-domains/wildcard.json')),
    checker: list(LISTS.checker, [...blacklist()]),
    webmail: list(LISTS.webmail, installed('email-providers/all.json')),
  };
}

/** As `readDomainTable` takes them; a handful of entries are no names. */
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;
const namesIn = (list: unknown): string[] =>
  [
    ...new Set(
      z
        .array(z.string())
        .parse(list)
        .map((name) => name.toLowerCase()),
    ),
  ]
    .filter((name) => NAME.test(name))
    .sort();

/** Writes tables with their SOURCES.json into a folder. */
export function writeTables(folder: string, tables: readonly BuiltTable[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { files } of tables) for (const [file, content] of files) writeFileSync(join(folder, file), content);
  writeFileSync(
    join(folder, 'SOURCES.json'),
    `${JSON.stringify(
      tables.map(({ source }) => source),
      null,
      2,
    )}\n`,
  );
}
