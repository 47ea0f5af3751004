import type { SourceDescription } from '../../domain/enrichment-ports.js';
import type { AddressConfig } from './config.js';
import { mmdbDate } from './mmdb-date.js';
import { folderOf, readShippedSources, type ShippedSource } from './shipped-sources.js';

/**
 * The sources of the IP module, configured or not.
 *
 * @throws when data/SOURCES.json cannot be read
 */
export function describeAddressSources(config: AddressConfig): SourceDescription[] {
  const mountedCities = config.IP_CITY_DB ?? [];
  const mountedNetworks = config.IP_ASN_DB ?? [];
  const shipped = [...readShippedSources().values()].map((source) => ({
    ...describeShipped(source),
    ...(source.name === 'dbip-city-lite' && mountedCities.length > 0 ? { configured: false } : {}),
  }));
  return [
    ...shipped,
    own('mounted-city-database', mountedCities, 'IP_CITY_DB'),
    own('mounted-network-database', mountedNetworks, 'IP_ASN_DB'),
    live('tor-exit-list', config.TOR_DNSEL, ['TOR_DNSEL'], 'public service of the Tor Project'),
    live('dronebl', config.DRONEBL, ['DRONEBL'], 'free, also for commercial use'),
    live('proxycheck', config.PROXYCHECK_API_KEY !== undefined, ['PROXYCHECK_API_KEY'], 'terms of proxycheck.io'),
    live('ipqualityscore', config.IPQS_API_KEY !== undefined, ['IPQS_API_KEY'], 'terms of IPQualityScore'),
    live('anycast-list', true, [], 'MIT'),
    live('special-addresses', true, [], 'MIT (ipaddr.js), of the IANA special-purpose registries'),
  ];
}

function describeShipped(source: ShippedSource): SourceDescription {
  const { name, dataDate, licence, credit } = source;
  return { name, module: 'ip', configured: folderOf(source) !== null, settings: [], dataDate, licence, credit };
}

function own(name: string, paths: readonly string[], setting: string): SourceDescription {
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
function live(name: string, configured: boolean, settings: readonly string[], licence: string): SourceDescription {
  return { name, module: 'ip', configured, settings, dataDate: null, licence, credit: null };
}
