import type { IPv4, IPv6 } from 'ipaddr.js';
import { type IpClaim, unknownIpDetails } from '../../domain/ip/claim.js';
import { mergeIp } from '../../domain/ip/merge-ip.js';
import type { IpDetails, IpInspector, Finding, Budget } from '../../domain/lookup/enrichment.js';
import { type SourceReport, querySources, type Source } from '../query-sources.js';
import { parseIp } from '../../net/canonical-ip.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import type { IpConfig } from './describe.js';
import { createDronebl, createTorExitList } from './dns-lists.js';
import { type EmbeddedSources, embeddedSources } from './embedded.js';
import { createIpqualityscore, createProxycheck } from './providers.js';
import { readShippedSources } from './shipped-sources.js';
import { specialKind } from './special-addresses.js';

export type { IpConfig } from './describe.js';
export { describeIpSources } from './describe.js';

export interface IpModule extends IpInspector {
  /**
   * Loads and checks all data before the first lookup, in the background (under a second).
   *
   * @throws when a file is missing or is not the recorded one; lookups then work without it
   */
  warm(): Promise<void>;
  /** Closes the files. Later lookups work without them. */
  close(): Promise<void>;
}

/** Listed exits used as positive controls for the live list of Tor exits. */
const TOR_CONTROLS = 8;

/**
 * The IP module: data in this process, and the live sources that the settings name. Makes no connection and reads no data before the
 * first lookup.
 *
 * @param options.http shared client for providers
 * @param options.shared data in this process with other users; its creator closes it; default: data of its own
 * @throws when data/SOURCES.json cannot be read
 */
export function createIpInspector({ config, http, shared }: { config: IpConfig; http: ProviderHttp; shared?: EmbeddedSources }): IpModule {
  const mounted = { city: config.IP_CITY_DB ?? [], networks: config.IP_ASN_DB ?? [] };
  const embedded = shared ?? embeddedSources(readShippedSources(), mounted);
  const sources = [...embedded.sources, ...liveSources({ config, http, torExits: () => embedded.torExits(TOR_CONTROLS) })];
  return {
    inspect: async (ip, budget) => {
      const address = parseIp(ip);
      const special = specialKind(address);
      return special === null ? inspectPublic({ ip, address, sources, budget }) : specialFinding(ip, special);
    },
    warm: async () => {
      const results = await Promise.allSettled(embedded.sources.map((source) => source.warm()));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    close: async () => {
      if (shared) return;
      await Promise.all(embedded.sources.map((source) => source.close()));
    },
  };
}

function liveSources({
  config,
  http,
  torExits,
}: {
  config: IpConfig;
  http: ProviderHttp;
  torExits: () => Promise<readonly IPv4[]>;
}): Source<IPv4 | IPv6, IpClaim>[] {
  const servers = config.DNS_SERVERS ?? [];
  const { PROXYCHECK_API_KEY: proxycheckKey, IPQS_API_KEY: ipqsKey } = config;
  return [
    ...(config.TOR_DNSEL ? [createTorExitList({ servers, zone: config.TOR_DNSEL_ZONE, controls: torExits })] : []),
    ...(config.DRONEBL ? [createDronebl({ servers, zone: config.DRONEBL_ZONE })] : []),
    ...(proxycheckKey ? [createProxycheck({ http, baseUrl: config.PROXYCHECK_URL, apiKey: proxycheckKey })] : []),
    ...(ipqsKey ? [createIpqualityscore({ http, baseUrl: config.IPQS_URL, apiKey: ipqsKey })] : []),
  ];
}

async function inspectPublic({
  ip,
  address,
  sources,
  budget,
}: {
  ip: string;
  address: IPv4 | IPv6;
  sources: readonly Source<IPv4 | IPv6, IpClaim>[];
  budget: Budget;
}): Promise<Finding<IpDetails>> {
  const asked = await querySources(sources, address, budget);
  const claims = asked.flatMap(({ claim }) => (claim === null ? [] : [claim]));
  const unheard = new Set(asked.filter((each) => !hasResponded(each)).map(({ source }) => source));
  const { facts, decidedFields } = mergeIp(ip, claims, unheard);
  const notes = asked.map(({ source, claim, failure, tookMs }) => ({
    source,
    failure,
    tookMs,
    decidedFields: (claim && decidedFields.get(claim.source)) ?? [],
    codes: claim?.codes ?? [],
  }));
  return { facts: asked.some(wasConsulted) ? facts : null, notes };
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
