/** Settings of the sources of facts: breaches, search engines, mail, phone numbers and addresses. */
import { z } from 'zod';
import { flag, nameServers, paths, port, secretText, url, zone } from './setting-types.js';

export const breachAndSearchSettings = {
  HIBP_API_KEY: secretText(8).describe('Key of Have I Been Pwned. Unset: it is not queried for breaches.'),
  HIBP_URL: url(/^https?$/)
    .default('https://haveibeenpwned.com/api/v3')
    .describe('Address of Have I Been Pwned.'),
  HIBP_WHOLE_ADDRESS: flag
    .default(false)
    .describe(
      'Send whole e-mail addresses to Have I Been Pwned, for a key whose plan has no k-anonymity. Unset: it sees six hexadecimal digits ' +
        'of the SHA-1.',
    ),
  XPOSEDORNOT: flag
    .default(false)
    .describe('Query XposedOrNot for breaches, by the whole e-mail address (25 requests per hour and 100 per day for each IP address).'),
  XPOSEDORNOT_URL: url(/^https?$/)
    .default('https://api.xposedornot.com')
    .describe('Address of XposedOrNot.'),
  LEAKCHECK: flag
    .default(false)
    .describe(
      "Query the public API of LeakCheck for breaches (one request per second), by 24 hexadecimal digits of an address's SHA-256, or by a " +
        'username.',
    ),
  LEAKCHECK_URL: url(/^https?$/)
    .default('https://leakcheck.io/api/public')
    .describe('Address of the public API of LeakCheck.'),
  SEARXNG_URL: url(/^https?$/)
    .optional()
    .describe('Your own SearXNG instance with the format `json` enabled. Unset: it is not queried for web mentions.'),
  BRAVE_API_KEY: secretText(8).describe('Key of the Brave Search API. Unset: it is not queried for web mentions.'),
  BRAVE_URL: url(/^https?$/)
    .default('https://api.search.brave.com')
    .describe('Address of the Brave Search API.'),
  MOJEEK_API_KEY: secretText(8).describe('Key of the Mojeek Search API. Unset: it is not queried for web mentions.'),
  MOJEEK_URL: url(/^https?$/)
    .default('https://api.mojeek.com')
    .describe('Address of the Mojeek Search API.'),
  KAGI_API_KEY: secretText(8).describe('Key of the Kagi Search API. Unset: it is not queried for web mentions.'),
  KAGI_URL: url(/^https?$/)
    .default('https://kagi.com')
    .describe('Address of the Kagi Search API.'),
} as const;

export const enrichmentSettings = {
  DNS_SERVERS: nameServers
    .optional()
    .describe(
      "Name servers (address or address:port, comma-separated) for enrichment; use servers that do not filter. Unset: the system's.",
    ),
  SMTP_PROBE: flag
    .default(false)
    .describe(
      'Check with mail servers whether they accept mail for an address. No mail is sent. Requires outbound port 25 and an IP address with a good reputation.',
    ),
  SMTP_PROBE_HELO: z
    .string()
    .regex(/^[a-z0-9.:[\]-]{1,255}$/i, 'a host name or an address literal')
    .optional()
    .describe('Name that is sent to mail servers in the greeting. Unset: the full host name of the machine, or its address.'),
  SMTP_PROBE_FROM: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'an e-mail address')
    .optional()
    .describe('Sender in such dialogues. Unset: the null sender.'),
  SMTP_PROBE_PORT: port.default(25).describe('Port on which mail servers are contacted.'),
  KICKBOX_API_KEY: secretText(4).describe('Key of Kickbox. Unset: it is not queried about e-mail addresses.'),
  KICKBOX_URL: url(/^https?$/)
    .default('https://api.kickbox.com')
    .describe('Address of Kickbox; accounts of its EU instance have https://api.eu.kickbox.com.'),
  REACHER_URL: url(/^https?$/)
    .optional()
    .describe(
      'Your own Reacher with the path of its check, such as http://reacher:8080/v0/check_email, or /v1/check_email if it has ' +
        'workers. Unset: it is not queried about e-mail addresses.',
    ),
  REACHER_SECRET: secretText(4).describe('Value of the header x-reacher-secret that your Reacher requires.'),
  RDAP: flag.default(true).describe('Query domain registries for the age of domains.'),
  RDAP_BOOTSTRAP_URL: url(/^https?$/)
    .default('https://data.iana.org/rdap/dns.json')
    .describe("List of the registries' RDAP services (RFC 9224); fetched once a day."),
  IP_CITY_DB: paths
    .optional()
    .describe(
      "Your own city databases in MaxMind's format (GeoLite2, GeoIP2, IPinfo, DB-IP), comma-separated, instead of the shipped one.",
    ),
  IP_ASN_DB: paths
    .optional()
    .describe("Your own network databases in MaxMind's format, comma-separated; they take precedence over the shipped one."),
  TOR_DNSEL: flag.default(false).describe("Query the Tor project's list of exits about addresses, over DNS."),
  TOR_DNSEL_ZONE: zone.default('dnsel.torproject.org').describe('Domain of the list of Tor exits.'),
  DRONEBL: flag.default(false).describe('Query DroneBL about addresses, over DNS.'),
  DRONEBL_ZONE: zone.default('dnsbl.dronebl.org').describe('Domain of DroneBL.'),
  PROXYCHECK_API_KEY: secretText(4).describe('Key of proxycheck.io. Unset: it is not queried about addresses.'),
  PROXYCHECK_URL: url(/^https?$/)
    .default('https://proxycheck.io')
    .describe('Address of proxycheck.io.'),
  IPQS_API_KEY: secretText(4).describe('Key of IPQualityScore. Unset: it is not queried about IP addresses.'),
  IPQS_EMAIL: flag.default(false).describe('Query IPQualityScore about e-mail addresses too, with IPQS_API_KEY.'),
  IPQS_URL: url(/^https?$/)
    .default('https://ipqualityscore.com')
    .describe('Address of IPQualityScore.'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .min(4)
    .optional()
    .describe('Account of Twilio Lookup, with TWILIO_AUTH_TOKEN. Unset: it is not queried about phone numbers.'),
  TWILIO_AUTH_TOKEN: secretText(4).describe('Token of that account.'),
  TWILIO_LOOKUP_URL: url(/^https?$/)
    .default('https://lookups.twilio.com')
    .describe('Address of Twilio Lookup.'),
  TELNYX_API_KEY: secretText(4).describe('Key of Telnyx. Unset: it is not queried about phone numbers.'),
  TELNYX_URL: url(/^https?$/)
    .default('https://api.telnyx.com')
    .describe('Address of Telnyx.'),
} as const;
