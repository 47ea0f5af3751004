import type { IPv4, IPv6 } from 'ipaddr.js';
import type { IpClaim } from '../../domain/ip/claim.js';
import { readProxycheck } from '../../domain/ip/proxycheck.js';
import type { Source } from '../query-sources.js';
import { canonicalIp } from '../../net/canonical-ip.js';
import { type ProviderHttp, providerUrl } from '../../net/provider-http.js';

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
      if (answer.silence !== undefined) return answer;
      const read = readProxycheck(answer.body, (name) => canonicalIp(name) === ip);
      return typeof read === 'string' ? { silence: read } : read;
    },
  };
}
