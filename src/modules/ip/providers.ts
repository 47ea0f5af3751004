import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import { readIpqualityscore, readProxycheck } from '../../domain/ip/source-results.js';
import { canonicalIp } from '../../net/canonical-ip.js';
import { type ProviderHttp, providerUrl } from '../../net/provider-http.js';
import type { Source } from '../query-sources.js';

/** IPQualityScore's proxy detection, at its lowest strictness: a suspicion does not count as a yes. */
export function createIpqualityscore({
  http,
  baseUrl,
  apiKey,
}: {
  http: ProviderHttp;
  baseUrl: string;
  apiKey: string;
}): Source<IPv4 | IPv6, IpClaim> {
  const parameters = { strictness: '0', allow_public_access_points: 'true' };
  return {
    name: 'ipqualityscore',
    query: async (address, budget) => {
      const url = providerUrl(baseUrl, ['api', 'json', 'ip', apiKey, address.toString()], parameters);
      const answer = await http.getJson(url, { budget });
      if (answer.failure !== undefined) return answer;
      const read = readIpqualityscore(answer.body);
      return typeof read === 'string' ? { failure: read } : read;
    },
  };
}

/** proxycheck.io, version 3. */
export function createProxycheck({
  http,
  baseUrl,
  apiKey,
}: {
  http: ProviderHttp;
  baseUrl: string;
  apiKey: string;
}): Source<IPv4 | IPv6, IpClaim> {
  return {
    name: 'proxycheck',
    query: async (address, budget) => {
      const ip = address.toString();
      const answer = await http.getJson(providerUrl(baseUrl, ['v3', ip], { key: apiKey }), { budget });
      if (answer.failure !== undefined) return answer;
      const read = readProxycheck(answer.body, (name) => canonicalIp(name) === ip);
      return typeof read === 'string' ? { failure: read } : read;
    },
  };
}
