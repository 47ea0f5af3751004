/** Notes of the document on each operation of v1, with examples. Identities are invented; addresses are from RFC 5737. */
import type { LookupResponse, PendingLookup } from '../v1/schemas.js';
import { CACHE_CONTROL, lookupLink, STREAM_LIMITS, type OperationNote } from './notes.js';

const LOOKUP_ID = 'lkp_01m7y8dd45e4fbn0v7h1d9p9b9';

export const PENDING: PendingLookup = { lookupId: LOOKUP_ID, status: 'processing' };

export const FINISHED: LookupResponse = {
  lookupId: LOOKUP_ID,
  query: 'ada@example.com',
  platformsChecked: 3,
  matches: 2,
  socialMatches: 1,
  hits: ['example-forum', 'example-mail'],
  servedFromCache: false,
  results: [
    { platform: 'example-forum', registered: true, method: 'public_api', icon: null, checkedAt: '2026-11-21T05:14:10.113Z' },
    {
      platform: 'example-mail',
      registered: true,
      method: 'domain_derived',
      icon: null,
      checkedAt: '2026-11-21T05:14:10.021Z',
      mailboxProvider: true,
    },
    { platform: 'example-photos', registered: false, method: 'account_enumeration', icon: null, checkedAt: '2026-11-21T05:14:10.480Z' },
  ],
  breaches: [],
  webMentions: null,
  phoneDetails: null,
  emailDetails: null,
  ipDetails: null,
};

export const INSTANT: LookupResponse = { ...FINISHED, platformsPending: 3 };

export const EMAIL_CHECK = {
  lookupId: LOOKUP_ID,
  query: 'ada@example.com',
  emailDetails: {
    deliverable: true,
    disposable: false,
    freeProvider: false,
    acceptAll: false,
    domainAgeDays: 11_421,
    domainRegisteredAt: '1995-08-14T04:00:00Z',
  },
};

export const PHONE_CHECK = {
  lookupId: LOOKUP_ID,
  query: '+12025550123',
  phoneDetails: { valid: true, carrier: null, lineType: 'fixed_line_or_mobile', countryCode: 'US', voipClass: null, isVoip: null },
};

export const IP_CHECK = {
  lookupId: LOOKUP_ID,
  query: '192.0.2.17',
  ipDetails: {
    ip: '192.0.2.17',
    riskScore: 12,
    confidence: 80,
    isProxy: false,
    isVpn: false,
    isTor: false,
    isHosting: true,
    isScraper: false,
    isCompromised: false,
    operator: null,
    asn: 'AS64500',
    isp: 'Example Network',
    connectionType: 'Hosting',
    countryCode: 'US',
    regionName: null,
    cityName: null,
    latitude: null,
    longitude: null,
    timezone: null,
  },
};

export const BATCH = {
  results: [
    { index: 0, status: 'queued' as const, lookupId: LOOKUP_ID },
    { index: 1, status: 'error' as const, error: { code: 'insufficient_credits', message: 'The balance does not cover this lookup.' } },
  ],
};

export const HISTORY = [
  {
    id: LOOKUP_ID,
    query: 'ada@example.com',
    queryType: 'email' as const,
    platformsChecked: 3,
    matches: 2,
    socialMatches: 1,
    createdAt: '2026-11-21T05:14:09.500Z',
  },
];

export const PLATFORMS = {
  total: 1,
  platforms: [{ platform: 'example-forum', supports: ['email' as const, 'username' as const], instant: ['username' as const] }],
};

const billed = 'Billed as one lookup.';

/** The note of a check: one request and one response. */
function check(description: string, request: object, answer: object): OperationNote {
  return {
    description: `${description} No platform is asked. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: { check: { value: request } },
    responseExamples: { checked: { value: answer } },
    links: { ReadLookup: lookupLink('/lookupId') },
  };
}

export const V1_NOTES: Readonly<Record<string, OperationNote>> = {
  listPlatforms: {
    description: 'Every slug that `platforms` accepts, the query types that reach it, and whether it answers on the instant path.',
    responseExamples: { platforms: { value: PLATFORMS } },
  },
  createLookup: {
    description:
      'Says on which platforms an identity is registered, with breach history and web mentions. Without `wait` or `instant` the ' +
      'answer is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted, and one that the ' +
      `kind of identity cannot reach is skipped. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: {
      email: { summary: 'An e-mail address', value: { email: 'ada@example.com' } },
      username: { summary: 'A username on two platforms', value: { query: 'ada-example', platforms: ['github', 'gitlab'] } },
      modules: {
        summary: 'E-mail details without a sweep',
        value: { email: 'ada@example.com', checks: { footprint: false, email: true } },
      },
      address: { summary: 'An IP address alone', value: { ip: '192.0.2.17', checks: { ip: true } } },
    },
    responseExamples: {
      pending: { summary: 'Accepted', value: PENDING },
      finished: { summary: 'With wait', value: FINISHED },
      instant: { summary: 'With instant', value: INSTANT },
    },
    links: { ReadLookup: lookupLink('/lookupId') },
  },
  getLookup: {
    description:
      'The full result, or `status: processing` while the lookup runs. An id of another account is answered like one that does not exist.',
    responseExamples: { finished: { value: FINISHED }, pending: { value: PENDING } },
  },
  listLookups: {
    description: "The account's lookups, most recent first. Single-subject checks are not listed.",
    responseExamples: { page: { value: HISTORY } },
  },
  createLookupBatch: {
    description:
      'Queues up to fifty lookups. A malformed item refuses the whole batch and nothing is billed. Afterwards every item is billed ' +
      'and queued on its own: one that runs out of credit does not touch the others. Each is read with GET /v1/lookup/{id}.',
    headers: [CACHE_CONTROL],
    requestExamples: { two: { value: { items: [{ email: 'ada@example.com' }, { query: 'ada-example' }] } } },
    responseExamples: { mixed: { summary: 'One queued, one refused', value: BATCH } },
    links: { ReadFirst: lookupLink('/results/0/lookupId') },
  },
  streamLookup: {
    description:
      'Server-sent events: each platform result as it resolves, then `done` exactly once, last. Leaving does not cancel the ' +
      `lookup; come back with \`Last-Event-ID\` and pay nothing; the first id comes before any result, and after that of \`done\` the answer is an empty 204. ${STREAM_LIMITS} Comments are heartbeats and progress. ${billed}`,
    headers: [
      CACHE_CONTROL,
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'Id of the last event that was seen: the stream goes on after it.',
        schema: { type: 'string' },
      },
    ],
  },
  checkEmail: check(
    'Deliverable, disposable, consumer webmail, catch-all, age of the domain; in about a second.',
    { email: 'ada@example.com' },
    EMAIL_CHECK,
  ),
  checkPhone: check('Validity, carrier, line type and VOIP class.', { phone: '+12025550123' }, PHONE_CHECK),
  checkIp: check(
    'A risk score of 0 to 100, flags for VPN, proxy, Tor and datacentre, location and network owner.',
    { ip: '192.0.2.17' },
    IP_CHECK,
  ),
};
