import type { PhoneClaim } from '../../domain/phone/claim.js';
import { readTelnyx, readTwilio } from '../../domain/phone/source-results.js';
import { type ProviderHttp, providerUrl } from '../../net/provider-http.js';
import type { Source } from '../query-sources.js';

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
      if (answer.failure !== undefined) return answer;
      const read = readTelnyx(answer.body, phone);
      return typeof read === 'string' ? { failure: read } : read;
    },
  };
}

/** Twilio Lookup, version 2, with line type intelligence. */
export function createTwilio({
  http,
  baseUrl,
  accountSid,
  authToken,
}: {
  http: ProviderHttp;
  baseUrl: string;
  accountSid: string;
  authToken: string;
}): Source<string, PhoneClaim> {
  const headers = { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` };
  return {
    name: 'twilio',
    query: async (phone, budget) => {
      const url = providerUrl(baseUrl, ['v2', 'PhoneNumbers', phone], { Fields: 'line_type_intelligence' });
      const answer = await http.getJson(url, { headers, budget });
      if (answer.failure !== undefined) return answer;
      const read = readTwilio(answer.body, phone);
      return typeof read === 'string' ? { failure: read } : read;
    },
  };
}
