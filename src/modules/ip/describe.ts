import type { SourceDescription } from '../../domain/lookup/enrichment-ports.js';
import type { IpConfig } from './config.js';
import { mmdbDate } from './mmdb-date.js';
import { folderOf, readShippedSources, type ShippedSource } from './shipped-sources.js';

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
