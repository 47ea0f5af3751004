import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SourceDescription } from '../../domain/lookup/enrichment.js';
import { folderOf, readShippedSources, type ShippedSource } from './shipped-sources.js';

/** Settings of the IP module; names as in src/config/env.ts. */
export interface IpConfig {
  readonly IP_CITY_DB?: readonly string[] | undefined;
  readonly IP_ASN_DB?: readonly string[] | undefined;
  readonly TOR_DNSEL: boolean;
  readonly TOR_DNSEL_ZONE: string;
  readonly DRONEBL: boolean;
  readonly DRONEBL_ZONE: string;
  readonly DNS_SERVERS?: readonly string[] | undefined;
  readonly PROXYCHECK_API_KEY?: string | undefined;
  readonly PROXYCHECK_URL: string;
  readonly IPQS_API_KEY?: string | undefined;
  readonly IPQS_URL: string;
}

/**
 * The sources of the IP module, configured or not.
 *
 * @throws when data/SOURCES.json cannot be read
 */
export function describeIpSources(config: IpConfig): SourceDescription[] {
  const mountedCities = config.IP_CITY_DB ?? [];
  const mountedNetworks = config.IP_ASN_DB ?? [];
  const shipped = [...readShippedSources().values()].map((source) => ({
    ...describeShipped(source),
    ...(source.name === 'dbip-city-lite' && mountedCities.length > 0 ? { configured: false } : {}),
  }));
  return [
    ...shipped,
    mountedSource('mounted-city-database', mountedCities, 'IP_CITY_DB'),
    mountedSource('mounted-network-database', mountedNetworks, 'IP_ASN_DB'),
    liveSource('tor-exit-list', config.TOR_DNSEL, ['TOR_DNSEL'], 'public service of the Tor Project'),
    liveSource('dronebl', config.DRONEBL, ['DRONEBL'], 'free, also for commercial use'),
    liveSource('proxycheck', config.PROXYCHECK_API_KEY !== undefined, ['PROXYCHECK_API_KEY'], 'terms of proxycheck.io'),
    liveSource('ipqualityscore', config.IPQS_API_KEY !== undefined, ['IPQS_API_KEY'], 'terms of IPQualityScore'),
    liveSource('anycast-list', true, [], 'MIT'),
    liveSource('special-addresses', true, [], 'MIT (ipaddr.js), of the IANA special-purpose registries'),
  ];
}

function describeShipped(source: ShippedSource): SourceDescription {
  const { name, dataDate, licence, credit } = source;
  return { name, module: 'ip', configured: folderOf(source) !== null, settings: [], dataDate, licence, credit };
}

function mountedSource(name: string, paths: readonly string[], setting: string): SourceDescription {
  const [oldest = null] = paths
    .map(mmdbDate)
    .filter((date) => date !== null)
    .sort();
  return {
    name,
    module: 'ip',
    configured: paths.length > 0,
    settings: [setting],
    dataDate: oldest,
    licence: 'of the mounted file',
    credit: null,
  };
}

/** A source that is queried live, or that is code and has no date of its own. */
function liveSource(name: string, configured: boolean, settings: readonly string[], licence: string): SourceDescription {
  return { name, module: 'ip', configured, settings, dataDate: null, licence, credit: null };
}

/** The metadata are in the last 128 kB of a file (MaxMind DB format 2.0, "Database Metadata"). */
const MAX_METADATA_BYTES = 131_072;
const KEY = Buffer.from('build_epoch');

/** Day on which a file in MaxMind's format was built; null when it cannot be read or has no date. Reads only its end. */
export function mmdbDate(path: string): string | null {
  try {
    const end = endOf(path);
    const at = end.lastIndexOf(KEY);
    if (at < 0) return null;
    // A control byte with the size, then the extended type 2 + 7: an unsigned number of 64 bits.
    const [size = 0, type] = end.subarray(at + KEY.length);
    if (size < 1 || size > 6 || type !== 2) return null;
    return new Date(end.readUIntBE(at + KEY.length + 2, size) * 1_000).toISOString().slice(0, 10);
  } catch {
    return null;
  }
}

function endOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, MAX_METADATA_BYTES));
    readSync(file, end, 0, end.length, size - end.length);
    return end;
  } finally {
    closeSync(file);
  }
}
