import type { SourceFailure } from '../../../kernel/values/source.js';
import type { PhoneClaim } from '../claim.js';
import { readTelnyx, readTwilio } from '../source-results.js';
import { type ProviderHttp, providerSource, providerUrl } from '../../provider-http.js';
import type { ConfiguredSource } from '../../configured-sources.js';
import type { Source } from '../../query-sources.js';

/** A provider's interface: one GET for a number. */
interface Provider {
  readonly name: string;
  readonly url: (baseUrl: string, phone: string) => URL;
  /** @returns the claim, or why the response cannot be used */
  readonly read: (body: unknown, phone: string) => PhoneClaim | SourceFailure;
}

/** Twilio Lookup, version 2, with line type intelligence. */
const TWILIO: Provider = {
  name: 'twilio',
  url: (baseUrl, phone) => providerUrl(baseUrl, ['v2', 'PhoneNumbers', phone], { Fields: 'line_type_intelligence' }),
  read: readTwilio,
};

/** Telnyx' number lookup, version 2, with carrier data. */
const TELNYX: Provider = {
  name: 'telnyx',
  url: (baseUrl, phone) => providerUrl(baseUrl, ['v2', 'number_lookup', phone], { type: 'carrier' }),
  read: readTelnyx,
};

/** The providers that the phone module can query. */
export const PROVIDERS: readonly ConfiguredSource<{ readonly http: ProviderHttp }, Source<string, PhoneClaim>>[] = [
  {
    name: TWILIO.name,
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
    licence: 'terms of Twilio',
    // Twilio requires both: an account alone counts as none.
    configure: ({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_LOOKUP_URL: url }) =>
      account && token ? queryWith(TWILIO, url, `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`) : null,
  },
  {
    name: TELNYX.name,
    settings: ['TELNYX_API_KEY'],
    licence: 'terms of Telnyx',
    configure: ({ TELNYX_API_KEY: key, TELNYX_URL: url }) => (key ? queryWith(TELNYX, url, `Bearer ${key}`) : null),
  },
];

/** How a provider is queried with the credentials of an account. */
const queryWith = ({ name, url, read }: Provider, baseUrl: string, authorization: string) =>
  providerSource(name, (http, phone: string, budget) => http.getJson(url(baseUrl, phone), { headers: { authorization }, budget }), read);
