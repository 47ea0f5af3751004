/** Kinds of invented platforms that answer about one country or domain only, and such as need a control account. */
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import { flagSides, type GeneratedProbe, review, type SiteKind } from './generated-parts.js';
import { challengePage } from './pages.js';

/** A probe whose response says whether there is an account, beside the whole identity. */
function flagProbe(queryType: QueryType, rule: Pick<ProbeRule, 'request' | 'safety' | 'scope' | 'positiveControls'>): GeneratedProbe {
  const { sides, samples } = flagSides(queryType, { flag: 'exists', echo: 'identity', registered: true });
  return { queryType, rule: { method: 'account_enumeration', ...rule, ...sides }, samples: { ...samples, blocked: challengePage } };
}

/** Sites for the phone numbers of one country, and for the addresses of one domain: their negative controls lie within it. */
export const SCOPE_KINDS: readonly SiteKind[] = [
  {
    name: 'scope-country',
    typed: false,
    probes: (host) => [
      flagProbe('phone', {
        scope: { countries: ['US'] },
        positiveControls: ['+12025550181', '+12025550182'],
        request: {
          method: 'POST',
          url: `https://${host}/api/lines`,
          body: { form: { country: '{phone:cc}', number: '{phone:national}' } },
        },
        safety: review('availability_check'),
      }),
    ],
  },
  {
    name: 'scope-domain',
    typed: false,
    probes: (host) => [
      flagProbe('email', {
        scope: { domains: ['example.com'] },
        positiveControls: ['press@example.com', 'contact@example.com'],
        request: { method: 'POST', url: `https://${host}/api/mailboxes`, body: { json: { name: '{email:local}' } } },
        safety: review('availability_check'),
      }),
    ],
  },
];

/** Sites with the identifier step of a sign-in, of which no account is known: they deny beside a control account only. */
export const OWN_ACCOUNT_KINDS: readonly SiteKind[] = [
  {
    name: 'own-account',
    typed: false,
    probes: (host) => [
      flagProbe('email', {
        request: { method: 'POST', url: `https://${host}/login/identifier`, body: { json: { identifier: '{email}' } } },
        safety: {
          ...review('identifier_step'),
          evidence: 'The simulator answers from its list of people; it has nobody to write to and keeps no accounts.',
          withoutPassword: { does: 'Answers as for any other account: no account there has a password.', source: 'the simulator itself' },
        },
      }),
    ],
  },
];
