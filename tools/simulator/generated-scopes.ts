/** Kinds of invented platforms that answer about one country or domain only, and such as need a control account. */
import type { JsonAssertion, ProbeRule, ProbeSamples } from '../../src/domain/catalogue/probe-rule.js';
import type { QueryType } from '../../src/domain/identity/identity.js';
import type { SiteKind } from './generated-rules.js';
import { challengePage } from './pages.js';

const REVIEWED = '2026-11-23';
const REASON = 'An invented platform of the simulator: reading its answer changes nothing anywhere.';
const EVIDENCE = 'The simulator answers from its list of people; it has nobody to write to and keeps no accounts.';

const says = (field: string, is: 'true' | 'false', echo: string): JsonAssertion[] => [
  { pointer: `/${field}`, is },
  { pointer: `/${echo}`, is: 'identity' },
];
const sides = (field: string, echo: string): Pick<ProbeRule, 'registered' | 'absent'> => ({
  registered: { status: [200], json: says(field, 'true', echo) },
  absent: { status: [200], json: says(field, 'false', echo) },
});
const samplesOf = (field: string, echo: QueryType): ProbeSamples => ({
  registered: { status: 200, json: { [field]: true, [echo]: `{${echo}}` } },
  absent: { status: 200, json: { [field]: false, [echo]: `{${echo}}` } },
  blocked: challengePage,
});

/** Sites for the phone numbers of one country, and for the addresses of one domain: their negative controls lie within it. */
export const SCOPE_KINDS: readonly SiteKind[] = [
  {
    name: 'scope-country',
    typed: false,
    probes: (host) => [
      {
        queryType: 'phone',
        rule: {
          method: 'account_enumeration',
          scope: { countries: ['US'] },
          positiveControls: ['+12025550181', '+12025550182'],
          request: {
            method: 'POST',
            url: `https://${host}/api/lines`,
            body: { form: { country: '{phone:cc}', number: '{phone:national}' } },
          },
          safety: { basis: 'availability_check', reviewed: REVIEWED, reason: REASON },
          ...sides('known', 'phone'),
        },
        samples: samplesOf('known', 'phone'),
      },
    ],
  },
  {
    name: 'scope-domain',
    typed: false,
    probes: (host) => [
      {
        queryType: 'email',
        rule: {
          method: 'account_enumeration',
          scope: { domains: ['example.com'] },
          positiveControls: ['press@example.com', 'contact@example.com'],
          request: { method: 'POST', url: `https://${host}/api/mailboxes`, body: { json: { name: '{email:local}' } } },
          safety: { basis: 'availability_check', reviewed: REVIEWED, reason: REASON },
          ...sides('taken', 'email'),
        },
        samples: samplesOf('taken', 'email'),
      },
    ],
  },
];

/** Sites with the identifier step of a sign-in, of which no account is known: they deny beside a control account only. */
export const OWN_ACCOUNT_KINDS: readonly SiteKind[] = [
  {
    name: 'own-account',
    typed: false,
    probes: (host) => [
      {
        queryType: 'email',
        rule: {
          method: 'account_enumeration',
          request: { method: 'POST', url: `https://${host}/login/identifier`, body: { json: { identifier: '{email}' } } },
          safety: { basis: 'identifier_step', reviewed: REVIEWED, reason: REASON, evidence: EVIDENCE },
          ...sides('exists', 'email'),
        },
        samples: samplesOf('exists', 'email'),
      },
    ],
  },
];
