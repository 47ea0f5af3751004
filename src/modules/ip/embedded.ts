import { join } from 'node:path';
import type { IPv4 } from 'ipaddr.js';
import { createCitySource, createNetworkSource } from './mmdb-source.js';
import type { MmdbFile } from './mmdb.js';
import { createRangeSource, type EmbeddedSource, shippedTable } from './range-source.js';
import { folderOf, type ShippedSource } from './shipped-sources.js';
import { isWellKnownAnycast } from './special-addresses.js';

/** Files of the operator, in MaxMind's format. */
export interface MountedFiles {
  readonly city: readonly string[];
  readonly networks: readonly string[];
}

export interface EmbeddedSources {
  readonly sources: readonly EmbeddedSource[];
  /** Addresses of listed Tor exits, spread over the list. */
  readonly torExits: (count: number) => Promise<readonly IPv4[]>;
}

/** The sources with data in this process: shipped with the service, or mounted by the operator. */
export function embeddedSources(shipped: ReadonlyMap<string, ShippedSource>, mounted: MountedFiles): EmbeddedSources {
  const tableOf = (name: string) => shippedTable(sourceNamed(shipped, name));
  const kinds = tableOf('network-kinds');
  return {
    sources: [
      ...citySources(shipped, mounted.city),
      ...(mounted.networks.length === 0 ? [] : [createNetworkSource(mountedFiles(mounted.networks))]),
      createRangeSource('network-owners', tableOf('network-owners')),
      createRangeSource('network-countries', tableOf('network-countries')),
      createRangeSource('network-kinds', kinds),
      ANYCAST_LIST,
    ],
    torExits: async (count) => (await kinds.get()).sampleV4('tor\tTor', count),
  };
}

const ANYCAST_LIST: EmbeddedSource = {
  name: 'anycast-list',
  warm: () => Promise.resolve(),
  close: () => Promise.resolve(),
  query: async (address) =>
    isWellKnownAnycast(address) ? { source: 'anycast-list', fields: {}, codes: ['anycast'] } : { silence: 'unknown' },
};

/** The operator's city files in place of the shipped ones; none when the shipped ones are not installed. */
function citySources(shipped: ReadonlyMap<string, ShippedSource>, mounted: readonly string[]): EmbeddedSource[] {
  if (mounted.length > 0) return [createCitySource('mounted-city-database', mountedFiles(mounted))];
  const source = sourceNamed(shipped, 'dbip-city-lite');
  const folder = folderOf(source);
  if (folder === null) return [];
  const files = source.files.map(({ file, sha256 }): MmdbFile => {
    return { path: join(folder, file), sha256, family: file.includes('ipv6') ? 'ipv6' : 'ipv4' };
  });
  return [createCitySource('dbip-city-lite', files)];
}

const mountedFiles = (paths: readonly string[]): MmdbFile[] => paths.map((path) => ({ path, sha256: null, family: null }));

function sourceNamed(shipped: ReadonlyMap<string, ShippedSource>, name: string): ShippedSource {
  const source = shipped.get(name);
  if (source === undefined) throw new Error(`data/SOURCES.json does not tell of ${name}`);
  return source;
}
