import type { Config } from '../../../kernel/config/env.js';
import { type IpClaim, unknownIpDetails } from '../claim.js';
import { mergeIp } from '../merge-ip.js';
import type { SourceDescription } from '../../fact-modules.js';
import type { IpDetails, IpInspector } from '../ip-details.js';
import type { Finding } from '../../../kernel/values/source.js';
import { parseIp } from '../../../kernel/identity/canonical-ip.js';
import type { ProviderHttp } from '../../provider-http.js';
import { createConfigured, describeConfigured } from '../../configured-sources.js';
import { type SourceReport, querySources } from '../../query-sources.js';
import { DNS_LISTS } from './dns-lists.js';
import { type EmbeddedSource, embeddedSources } from './embedded.js';
import { mmdbDate } from './mmdb.js';
import { networkKinds, torExits } from './network-kinds.js';
import { PROVIDERS } from './providers.js';
import { folderOf, readShippedSources } from '../../sources/shipped-sources.js';
import { specialKind } from './special-addresses.js';

/** Sources that are queried over the network; settings turn each of them on. */
const LIVE_SOURCES = [...DNS_LISTS, ...PROVIDERS];

/**
 * The sources of the IP module, configured or not.
 *
 * @throws when src/facts/ip/data/SOURCES.json cannot be read
 */
export function describeIpSources(config: Config): SourceDescription[] {
  const shipped = [...readShippedSources().values()].map((source): SourceDescription => {
    const { name, licence, credit } = source;
    const dataDate = name === 'network-kinds' ? networkKinds.about.asOf : source.dataDate;
    const isReplaced = name === 'dbip-city-lite' && (config.IP_CITY_DB ?? []).length > 0;
    return { name, module: 'ip', configured: folderOf(source) !== null && !isReplaced, settings: [], dataDate, licence, credit };
  });
  return [
    ...shipped,
    mountedSource('mounted-city-database', config, 'IP_CITY_DB'),
    mountedSource('mounted-network-database', config, 'IP_ASN_DB'),
    ...describeConfigured('ip', LIVE_SOURCES, config),
    codeSource('anycast-list', 'MIT'),
    codeSource('special-addresses', 'MIT (ipaddr.js), of the IANA special-purpose registries'),
  ];
}

/** Files of the operator; the date is that of the oldest. */
function mountedSource(name: string, config: Config, setting: 'IP_CITY_DB' | 'IP_ASN_DB'): SourceDescription {
  const paths = config[setting] ?? [];
  const [dataDate = null] = paths.flatMap((path) => mmdbDate(path) ?? []).sort();
  return { name, module: 'ip', configured: paths.length > 0, settings: [setting], dataDate, licence: 'of the mounted file', credit: null };
}

/** A source that is code, and has no date of its own. */
function codeSource(name: string, licence: string): SourceDescription {
  return { name, module: 'ip', configured: true, settings: [], dataDate: null, licence, credit: null };
}

export interface IpModule extends IpInspector {
  /**
   * Loads and checks all data before the first lookup, in the background (under a second).
   *
   * @throws when a file is missing or is not the recorded one; lookups then work without it
   */
  warm(): Promise<void>;
}

/**
 * The IP module: data in this process, and the live sources that the settings name. Makes no connection and reads no data before the
 * first lookup.
 *
 * @param options.http shared client for providers
 * @param options.shared data in this process with other users; default: data of its own
 * @throws when src/facts/ip/data/SOURCES.json cannot be read
 */
export function createIpInspector({
  config,
  http,
  shared,
}: {
  config: Config;
  http: ProviderHttp;
  shared?: readonly EmbeddedSource[];
}): IpModule {
  const mounted = { city: config.IP_CITY_DB ?? [], networks: config.IP_ASN_DB ?? [] };
  const embedded = shared ?? embeddedSources(readShippedSources(), mounted);
  const live = createConfigured(LIVE_SOURCES, config, { http, torExits: async () => torExits() });
  const sources = [...embedded, ...live];
  return {
    inspect: async (ip, budget) => {
      const address = parseIp(ip);
      const special = specialKind(address);
      return special === null ? publicFinding(ip, await querySources(sources, address, budget)) : specialFinding(ip, special);
    },
    warm: async () => {
      const results = await Promise.allSettled(embedded.map((source) => source.warm()));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** What the sources told of an address. */
function publicFinding(ip: string, reports: readonly SourceReport<IpClaim>[]): Finding<IpDetails> {
  const claims = reports.flatMap(({ claim }) => (claim === null ? [] : [claim]));
  const failedSources = new Set(reports.filter((each) => !hasResponded(each)).map(({ source }) => source));
  const { facts, decidedFields } = mergeIp(ip, claims, failedSources);
  const notes = reports.map(({ source, claim, failure, tookMs }) => ({
    source,
    failure,
    tookMs,
    decidedFields: (claim && decidedFields.get(claim.source)) ?? [],
    codes: claim?.codes ?? [],
  }));
  return { facts: reports.some(wasConsulted) ? facts : null, notes };
}

/** Whether a source responded, or does not apply to this address. */
const hasResponded = ({ failure }: SourceReport<IpClaim>): boolean =>
  failure === null || failure === 'unknown' || failure === 'not_applicable';

/** Whether a source was consulted; that it has nothing about the address is a result too. */
const wasConsulted = ({ claim, failure }: SourceReport<IpClaim>): boolean => claim !== null || failure === 'unknown';

/** A special address has no network owner and no location; it is sent to no source. */
function specialFinding(ip: string, kind: string): Finding<IpDetails> {
  const note = { source: 'special-addresses', failure: null, tookMs: 0, decidedFields: [], codes: [`special_${kind.toLowerCase()}`] };
  return { facts: unknownIpDetails(ip), notes: [note] };
}
