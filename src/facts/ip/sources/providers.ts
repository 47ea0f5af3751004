import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../claim.js';
import { readIpqualityscore, readProxycheck } from '../source-results.js';
import type { SourceFailure } from '../../../kernel/values/source.js';
import { canonicalIp } from '../../../kernel/identity/canonical-ip.js';
import { type ProviderHttp, providerSource, providerUrl } from '../../provider-http.js';
import type { ConfiguredSource } from '../../configured-sources.js';
import type { Source } from '../../query-sources.js';

/** A provider's interface: one GET for an address, with the key in the URL. */
interface Provider {
  readonly name: string;
  readonly url: (baseUrl: string, apiKey: string, ip: string) => URL;
  /** @returns the claim, or why the response cannot be used */
  readonly read: (body: unknown, ip: string) => IpClaim | SourceFailure;
}

/** IPQualityScore's proxy detection, at its lowest strictness: a suspicion does not count as a yes. */
const IPQUALITYSCORE: Provider = {
  name: 'ipqualityscore',
  url: (baseUrl, apiKey, ip) =>
    providerUrl(baseUrl, ['api', 'json', 'ip', apiKey, ip], { strictness: '0', allow_public_access_points: 'true' }),
  read: readIpqualityscore,
};

/** proxycheck.io, version 3. */
const PROXYCHECK: Provider = {
  name: 'proxycheck',
  url: (baseUrl, apiKey, ip) => providerUrl(baseUrl, ['v3', ip], { key: apiKey }),
  read: (body, ip) => readProxycheck(body, (name) => canonicalIp(name) === ip),
};

/** The providers that the IP module can query. */
export const PROVIDERS: readonly ConfiguredSource<{ readonly http: ProviderHttp }, Source<IPv4 | IPv6, IpClaim>>[] = [
  {
    name: PROXYCHECK.name,
    settings: ['PROXYCHECK_API_KEY'],
    licence: 'terms of proxycheck.io',
    configure: ({ PROXYCHECK_API_KEY: key, PROXYCHECK_URL: url }) => queryWith(PROXYCHECK, url, key),
  },
  {
    name: IPQUALITYSCORE.name,
    settings: ['IPQS_API_KEY'],
    licence: 'terms of IPQualityScore',
    configure: ({ IPQS_API_KEY: key, IPQS_URL: url }) => queryWith(IPQUALITYSCORE, url, key),
  },
];

/** How a provider is queried with a key; null without one. */
function queryWith({ name, url, read }: Provider, baseUrl: string, apiKey: string | undefined) {
  if (apiKey === undefined) return null;
  return providerSource(
    name,
    (http, address: IPv4 | IPv6, budget) => http.getJson(url(baseUrl, apiKey, address.toString()), { budget }),
    (body, address) => read(body, address.toString()),
  );
}
