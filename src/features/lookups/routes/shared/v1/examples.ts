/** Examples of v1's responses in the document. Identities are invented; addresses are from RFC 5737. */
import { EXAMPLE_LOOKUP_ID as LOOKUP_ID } from '../lookup-routes.js';
import type { LookupResponse, PendingLookup } from './schemas.js';

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
