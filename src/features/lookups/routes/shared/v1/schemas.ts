/**
 * Shapes of v1, field by field as the interface document has them. `id` names a component of the OpenAPI document,
 * descriptions are shown there and in the client's types.
 */
import { z } from 'zod';
import { RESULT_METHODS } from '../../../../../engine/catalogue/rules/probe-rule.js';
import { identityText, onlyTrue, queryText, slugText } from '../../../../../kernel/http/request-fields.js';
import { QUERY_TYPES } from '../../../../../kernel/identity/identity.js';
import { lookupId } from '../lookup-routes.js';

const timestamp = z.iso.datetime();
const slug = z.string();
const queried = z.string().describe('The queried value, as it was sent.');

/** How a lookup is answered (docs/contract.md, 3). */
export const lookupQuery = z.object({
  wait: onlyTrue.describe('Respond when the full result is ready.'),
  instant: onlyTrue.describe(
    'Probe only a high-signal subset of the platforms. The response is sent after the time limit of this installation ' +
      '(`INSTANT_CEILING_MS`), with the results so far. `wait` is not needed.',
  ),
  deep: onlyTrue.describe(
    'Check every platform, not only the default ones. Lookups without `wait` and `instant` always check every platform.',
  ),
});

export const queryType = z.enum(QUERY_TYPES);

export const platformResult = z
  .object({
    platform: slug.describe('Platform slug.'),
    registered: z.boolean().describe('Whether an account exists. A platform without a confident answer is not in the list.'),
    method: z.enum(RESULT_METHODS).describe('How the result was obtained.'),
    icon: z.string().nullable().describe('URL of an icon.'),
    checkedAt: timestamp.describe('When the result was established. A result from the cache keeps its original time.'),
    mailboxProvider: z
      .boolean()
      .optional()
      .describe('Present when the account came with the e-mail address itself. Not counted in `socialMatches`.'),
  })
  .meta({ id: 'PlatformResult', description: 'The result of one platform: registered or not registered.' });

export const breachRecord = z
  .object({ name: z.string().describe('Name of the breach.'), date: z.string().describe('Date of the breach, ISO 8601.') })
  .meta({ id: 'BreachRecord' });
export const webMention = z
  .object({
    title: z.string(),
    url: z.string(),
    snippet: z.string(),
    matchConfidence: z.enum(['confirmed', 'unconfirmed']).describe('`confirmed`: the exact query string is on the page.'),
  })
  .meta({ id: 'WebMention' });
export const phoneDetails = z
  .object({
    valid: z.boolean(),
    carrier: z.string().nullable(),
    lineType: z.string().nullable(),
    countryCode: z.string().nullable(),
    voipClass: z
      .enum(['fixed', 'nonFixed'])
      .nullable()
      .optional()
      .describe('`fixed`: a business line tied to an address; `nonFixed`: a number that anyone can create in an app.'),
    isVoip: z.boolean().nullable().optional().describe('Any VOIP line.'),
  })
  .meta({ id: 'PhoneDetails' });
export const emailDetails = z
  .object({
    deliverable: z.boolean().nullable().describe('Null on a catch-all domain, which accepts every address.'),
    disposable: z.boolean().nullable(),
    freeProvider: z.boolean().nullable().describe('Consumer webmail rather than a custom domain.'),
    acceptAll: z.boolean().nullable().describe('The domain accepts every address, so it is not known whether this one is deliverable.'),
    domainAgeDays: z.number().nullable().describe('Age of a custom domain in days; null for consumer webmail.'),
    domainRegisteredAt: z.string().nullable().describe('When the domain was registered.'),
  })
  .meta({ id: 'EmailDetails' });
const flag = z.boolean().nullable();
const text = z.string().nullable();
const number = z.number().nullable();
export const ipDetails = z
  .object({
    ip: z.string().describe('The address.'),
    riskScore: number.describe('0 to 100; null when only geolocation was available.'),
    confidence: number.describe('How confident the source is of the score.'),
    isProxy: flag,
    isVpn: flag,
    isTor: flag,
    isHosting: flag.describe('Hosted in a data centre.'),
    isScraper: flag,
    isCompromised: flag.describe('Believed compromised (botnet, malware): a victim, not a deliberate proxy.'),
    operator: text.describe('VPN brand, if known.'),
    asn: text.describe('Autonomous system number.'),
    isp: text.describe('Network operator, not always the retail brand.'),
    connectionType: text.describe('Business, Residential, Hosting or Wireless.'),
    countryCode: text,
    regionName: text,
    cityName: text,
    latitude: number,
    longitude: number,
    timezone: text,
  })
  .meta({ id: 'IpDetails' });

export const lookupResponse = z
  .object({
    lookupId,
    query: queried,
    platformsChecked: z.int().describe('How many platforms gave an answer, registered or not. An omitted platform is not counted.'),
    matches: z.int().describe('How many platforms have an account for the identity.'),
    socialMatches: z.int().describe('`matches` minus accounts flagged `mailboxProvider`.'),
    hits: z.array(slug).describe('Slugs of the platforms in `results` that have an account; `matches` is their number.'),
    servedFromCache: z.boolean().describe('True if any result was reused from the cache.'),
    results: z.array(platformResult),
    breaches: z.array(breachRecord).nullable().describe('Null if not checked; empty if nothing was found.'),
    webMentions: z.array(webMention).nullable().describe('Null if not checked; empty if nothing was found.'),
    phoneDetails: phoneDetails.nullable().describe('For phone queries; null if not checked.'),
    emailDetails: emailDetails.nullable().describe('For e-mail queries; null if not checked.'),
    ipDetails: ipDetails.nullable().describe('Present when the request had `ip` and enabled its module; null if not checked.'),
    platformsPending: z.int().optional().describe('Instant answers only: platforms that had not answered when the time was up.'),
  })
  .meta({ id: 'LookupResponse' });
export const pendingLookup = z
  .object({ lookupId, status: z.literal('processing') })
  .meta({ id: 'PendingLookup', description: 'The lookup was accepted and has not finished yet.' });

export const checks = z
  .object({
    footprint: z.boolean().optional().describe('Platforms; default true.'),
    email: z.boolean().optional().describe('E-mail details; default false.'),
    phone: z.boolean().optional().describe('Phone details; default false.'),
    ip: z.boolean().optional().describe('Risk and network facts of `ip`; default false, but true if `ip` is sent alone.'),
    breaches: z.boolean().optional().describe('Breach history; default true if a source is configured.'),
    webMentions: z.boolean().optional().describe('Public web mentions; default true if a source is configured.'),
  })
  .meta({ id: 'LookupChecks' })
  .describe(
    'Which modules to run; a request without any module is refused. Unknown keys, and modules without a source in this installation ' +
      '(GET /v2/sources), are ignored.',
  );

const itemFields = {
  query: queryText
    .optional()
    .describe('An e-mail address, a phone number or a username; the type is detected. Usernames can be sent only in this field.'),
  email: identityText('invalid_email')
    .optional()
    .meta({ format: 'email', description: 'An e-mail address, without detection of its type.' }),
  phone: identityText('invalid_phone').optional().describe('Phone number in E.164 format.'),
  ip: identityText('invalid_ip').optional().describe('IPv4 or IPv6 address. Its risk score does not depend on platforms.'),
  checks: checks.optional(),
};
export const lookupRequest = z
  .object({
    ...itemFields,
    platforms: z.array(slugText).max(10_000).optional().describe('Check only these platforms. An empty list is ignored.'),
  })
  .meta({
    id: 'LookupRequest',
    description: 'At least one of `query`, `email` and `phone`; or `ip` alone, to check only that address.',
  });

export const batchItem = z.object(itemFields).meta({ id: 'BatchItem' });
export const batchLookup = z.object({ items: z.array(batchItem).min(1).max(50) }).meta({ id: 'BatchLookup' });

export const emailCheck = z.object({ email: identityText('invalid_email') }).meta({ id: 'EmailCheck' });
export const phoneCheck = z
  .object({ phone: identityText('invalid_phone').describe('A phone number, preferably in E.164 format.') })
  .meta({ id: 'PhoneCheck' });
export const ipCheck = z.object({ ip: identityText('invalid_ip').describe('IPv4 or IPv6 address.') }).meta({ id: 'IpCheck' });
const answered = { lookupId, query: queried };
export const emailCheckResponse = z.object({ ...answered, emailDetails: emailDetails.nullable() }).meta({ id: 'EmailCheckResponse' });
export const phoneCheckResponse = z.object({ ...answered, phoneDetails: phoneDetails.nullable() }).meta({ id: 'PhoneCheckResponse' });
export const ipCheckResponse = z.object({ ...answered, ipDetails: ipDetails.nullable() }).meta({ id: 'IpCheckResponse' });

export const lookupHistoryEntry = z
  .object({
    id: lookupId,
    query: queried,
    queryType,
    platformsChecked: z.int().describe('How many platforms gave an answer; 0 until the lookup is finished.'),
    matches: z.int(),
    socialMatches: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: 'LookupHistoryEntry' });
export const lookupHistory = z.array(lookupHistoryEntry);

export type LookupResponse = z.infer<typeof lookupResponse>;
export type PendingLookup = z.infer<typeof pendingLookup>;
