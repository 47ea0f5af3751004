import type { PhoneClaim } from '../../domain/phone/claim.js';
import { readTelnyx } from '../../domain/phone/telnyx.js';
import type { Source } from '../query-sources.js';
import { type ProviderHttp, providerUrl } from '../../net/provider-http.js';

/** Telnyx' number lookup, version 2, with carrier data. */
export function createTelnyx({
  http,
  baseUrl,
  apiKey,
}: {
  http: ProviderHttp;
  baseUrl: string;
  apiKey: string;
}): Source<string, PhoneClaim> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    name: 'telnyx',
    query: async (phone, budget) => {
      const answer = await http.getJson(providerUrl(baseUrl, ['v2', 'number_lookup', phone], { type: 'carrier' }), {
        headers,
        budget,
      });
      if (answer.silence !== undefined) return answer;
      const read = readTelnyx(answer.body, phone);
      return typeof read === 'string' ? { silence: read } : read;
    },
  };
}
