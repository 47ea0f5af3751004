import type { IPv4, IPv6 } from 'ipaddr.js';
import { join } from 'node:path';
import { readCityRecord, claimOfKind, readNetworkRecord, claimOfNetwork } from '../database-records.js';
import type { IpClaim } from '../claim.js';
import { parseCountryCode, parseName } from '../../../kernel/values/readings.js';
import type { Source } from '../../query-sources.js';
import { Mmdb, type MmdbFile } from './mmdb.js';
import { networkKinds } from './network-kinds.js';
import { folderOf, type ShippedSource } from '../../sources/shipped-sources.js';
import { isWellKnownAnycast } from './special-addresses.js';
import { timezoneAt } from './timezone.js';

/** A source whose data is in this process. */
export interface EmbeddedSource extends Source<IPv4 | IPv6, IpClaim> {
  /** Loads the data before the first lookup. @throws when it cannot be loaded */
  warm(): Promise<void>;
}

/** Readers for the texts of the shipped tables. */
const READERS = {
  'network-owners': (text: string) => {
    const [number = '', owner, registeredIn] = text.split('\t');
    const claim = claimOfNetwork('network-owners', { number: Number(number), owner: parseName(owner) });
    return { ...claim, registeredIn: parseCountryCode(registeredIn) };
  },
  'network-countries': (text: string) => claimOfCountry('network-countries', text),
  'dbip-country-lite': (text: string) => claimOfCountry('dbip-country-lite', text),
} as const;

const NETWORK_KINDS: EmbeddedSource = {
  name: 'network-kinds',
  warm: async () => void networkKinds.value,
  query: async (address) => {
    const record: unknown = networkKinds.value.get(address.toString());
    if (typeof record !== 'string') return { failure: 'unknown' };
    const [kind = '', name = ''] = record.split('\t');
    return claimOfKind(kind, name);
  },
};

function claimOfCountry(source: 'network-countries' | 'dbip-country-lite', text: string): IpClaim {
  return { source, fields: { countryCode: parseCountryCode(text) }, codes: [] };
}

/** A source that reads a table of ours. */
function createTableSource(name: keyof typeof READERS, shipped: ReadonlyMap<string, ShippedSource>): EmbeddedSource {
  const files = shippedFiles(sourceNamed(shipped, name));
  return createMmdbSource(name, files, (record) => (typeof record === 'string' ? READERS[name](record) : null));
}

/** The family that the name of a shipped file tells, if its addresses are of one. */
const familyOf = (file: string) => (['ipv4', 'ipv6'] as const).find((family) => file.includes(family)) ?? null;

/** The files of a shipped source; none when its package is not installed. */
export function shippedFiles(source: ShippedSource): MmdbFile[] {
  const folder = folderOf(source);
  if (folder === null) return [];
  return source.files.map(({ file, sha256 }) => ({ path: join(folder, file), sha256, family: familyOf(file) }));
}

/** Cities, from files that come with the service or that an operator mounted. */
export function createCitySource(name: 'dbip-city-lite' | 'mounted-city-database', files: readonly MmdbFile[]): EmbeddedSource {
  return createMmdbSource(name, files, (record) => {
    const { fields, anycast } = readCityRecord(record);
    const { countryCode = null, latitude = null, longitude = null } = fields;
    const timezone = fields.timezone ?? timezoneAt({ countryCode, latitude, longitude });
    return { source: name, fields: { ...fields, timezone }, codes: anycast ? ['anycast'] : [] };
  });
}

/** Network owners, from a file that an operator mounted. */
export function createNetworkSource(files: readonly MmdbFile[]): EmbeddedSource {
  return createMmdbSource('mounted-network-database', files, (record) => {
    const network = readNetworkRecord(record);
    return network === null ? null : claimOfNetwork('mounted-network-database', network);
  });
}

function createMmdbSource(name: string, files: readonly MmdbFile[], read: (record: unknown) => IpClaim | null): EmbeddedSource {
  const database = new Mmdb(files);
  return {
    name,
    warm: () => database.warm(),
    query: async (address: IPv4 | IPv6) => {
      const record = await database.find(address);
      return (record === null ? null : read(record)) ?? { failure: 'unknown' };
    },
  };
}

export interface MountedFiles {
  readonly city: readonly string[];
  readonly networks: readonly string[];
}

/** The sources with data in this process: shipped with the service, brought by a bundle, or mounted by the operator. */
export function embeddedSources(shipped: ReadonlyMap<string, ShippedSource>, mounted: MountedFiles): readonly EmbeddedSource[] {
  return [
    ...citySources(shipped, mounted.city),
    ...(mounted.networks.length === 0 ? [] : [createNetworkSource(mountedFiles(mounted.networks))]),
    createTableSource('network-owners', shipped),
    createTableSource('network-countries', shipped),
    createTableSource('dbip-country-lite', shipped),
    NETWORK_KINDS,
    ANYCAST_LIST,
  ];
}

const ANYCAST_LIST: EmbeddedSource = {
  name: 'anycast-list',
  warm: () => Promise.resolve(),
  query: async (address) =>
    isWellKnownAnycast(address) ? { source: 'anycast-list', fields: {}, codes: ['anycast'] } : { failure: 'unknown' },
};

/** The operator's city files in place of the shipped ones; none when the shipped ones are not installed. */
function citySources(shipped: ReadonlyMap<string, ShippedSource>, mounted: readonly string[]): EmbeddedSource[] {
  if (mounted.length > 0) return [createCitySource('mounted-city-database', mountedFiles(mounted))];
  const files = shippedFiles(sourceNamed(shipped, 'dbip-city-lite'));
  return files.length > 0 ? [createCitySource('dbip-city-lite', files)] : [];
}

const mountedFiles = (paths: readonly string[]): MmdbFile[] => paths.map((path) => ({ path, sha256: null, family: null }));

function sourceNamed(shipped: ReadonlyMap<string, ShippedSource>, name: string): ShippedSource {
  const source = shipped.get(name);
  if (source === undefined) throw new Error(`src/facts/ip/data/SOURCES.json does not tell of ${name}`);
  return source;
}
