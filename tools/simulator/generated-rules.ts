/** The kinds of invented platforms: the request and the responses of each. */
import type { QueryType } from '../../src/domain/identity/identity.js';
import type { SafetyReview, ProbeRule, ProbeSamples, SampleResponse } from '../../src/domain/catalogue/probe-rule.js';
import { challengePage, htmlSample, page } from './pages.js';

export interface GeneratedProbe {
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
  readonly samples: ProbeSamples;
}

export interface SiteKind {
  readonly name: string;
  /** Whether it is a documented API with typed responses, suitable for the instant path. */
  readonly typed: boolean;
  probes(host: string): GeneratedProbe[];
}

const HANDLE = '^[A-Za-z0-9_][A-Za-z0-9._-]{0,38}$';
const KNOWN: Readonly<Record<QueryType, readonly string[]>> = {
  username: ['northwind', 'contoso'],
  email: ['press@northwind.example', 'press@contoso.example'],
  phone: ['+15550100', '+15550101'],
};
const review = (basis: SafetyReview['basis']): SafetyReview => ({
  basis,
  reviewed: '2026-11-21',
  reason: 'An invented platform of the simulator: reading its answer changes nothing anywhere.',
});
const limited: SampleResponse = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '30' },
  json: { error: 'rate limited' },
};
const common = (queryType: QueryType) => ({ positiveControls: KNOWN[queryType], ...(queryType === 'username' ? { pattern: HANDLE } : {}) });

const typedMiss: SiteKind = {
  name: 'typed-miss',
  typed: true,
  probes: (host) =>
    (['username', 'email'] as const).map((queryType) => ({
      queryType,
      rule: {
        method: 'public_api',
        ...common(queryType),
        request: { method: 'GET', url: `https://${host}/api/v1/${queryType}s/{${queryType}}`, headers: { accept: 'application/json' } },
        safety: review('documented_api'),
        registered: {
          status: [200],
          json: [
            { pointer: `/${queryType}`, is: 'identity' },
            { pointer: '/id', is: 'number' },
          ],
        },
        absent: { status: [404], json: [{ pointer: '/error', equals: 'account_not_found' }] },
      },
      samples: {
        registered: { status: 200, json: { id: 4711, [queryType]: `{${queryType}}`, created: '2019-04-01T00:00:00Z', followers: 12 } },
        absent: { status: 404, json: { error: 'account_not_found' } },
        blocked: limited,
      },
    })),
};

const emptyList: SiteKind = {
  name: 'empty-list',
  typed: true,
  probes: (host) =>
    (['username', 'email', 'phone'] as const).map((queryType) => ({
      queryType,
      rule: {
        method: 'public_api',
        ...common(queryType),
        request: {
          method: 'GET',
          url: `https://${host}/api/find?by=${queryType}&value={${queryType}}`,
          headers: { accept: 'application/json' },
        },
        safety: review('documented_api'),
        registered: {
          status: [200],
          json: [
            { pointer: '/users', is: 'nonEmpty' },
            { pointer: `/users/0/${queryType}`, is: 'identity' },
          ],
        },
        absent: {
          status: [200],
          json: [
            { pointer: '/users', is: 'array' },
            { pointer: '/users', is: 'empty' },
          ],
        },
      },
      samples: {
        registered: { status: 200, json: { users: [{ id: 4711, [queryType]: `{${queryType}}` }], total: 1 } },
        absent: { status: 200, json: { users: [], total: 0 } },
        blocked: challengePage,
      },
    })),
};

const pages: SiteKind = {
  name: 'pages',
  typed: false,
  probes: (host) => [
    {
      queryType: 'username',
      rule: {
        method: 'account_enumeration',
        ...common('username'),
        request: { method: 'GET', url: `https://${host}/@{username}` },
        safety: review('public_page'),
        registered: { status: [200], contentType: 'html', contains: ['<h1 class="profile-name">{username}</h1>'] },
        absent: { status: [404], contentType: 'html', contains: ['Nobody here has that name'] },
      },
      samples: {
        registered: htmlSample(200, page('{username}', '<h1 class="profile-name">{username}</h1><p>Member since 2019</p>')),
        absent: htmlSample(404, page('Not here', '<p>Nobody here has that name</p>')),
        blocked: challengePage,
      },
    },
  ],
};

const redirectMiss: SiteKind = {
  name: 'redirect-miss',
  typed: false,
  probes: (host) => [
    {
      queryType: 'username',
      rule: {
        method: 'account_enumeration',
        ...common('username'),
        request: { method: 'GET', url: `https://${host}/people/{username}` },
        safety: review('public_page'),
        registered: { status: [200], contentType: 'html', contains: ['data-profile="{username}"'] },
        absent: { status: [302], location: `https://${host}/people?missing=1` },
      },
      samples: {
        registered: htmlSample(200, page('{username}', '<article data-profile="{username}"><h1>{username}</h1></article>')),
        absent: htmlSample(302, '', { location: `https://${host}/people?missing=1` }),
        blocked: challengePage,
      },
    },
  ],
};

const availability: SiteKind = {
  name: 'availability',
  typed: false,
  probes: (host) =>
    (['username', 'email'] as const).map((queryType) => ({
      queryType,
      rule: {
        method: 'account_enumeration',
        ...common(queryType),
        request: { method: 'POST', url: `https://${host}/api/availability`, body: { json: { kind: queryType, value: `{${queryType}}` } } },
        safety: review('availability_check'),
        registered: {
          status: [200],
          json: [
            { pointer: '/available', is: 'false' },
            { pointer: '/value', is: 'identity' },
          ],
        },
        absent: {
          status: [200],
          json: [
            { pointer: '/available', is: 'true' },
            { pointer: '/value', is: 'identity' },
          ],
        },
      },
      samples: {
        registered: { status: 200, json: { available: false, value: `{${queryType}}` } },
        absent: { status: 200, json: { available: true, value: `{${queryType}}` } },
        blocked: limited,
      },
    })),
};

/** For sites that redirect to their root for a missing account: the evidence of the rule, and the query of the redirect. */
const ROOT_REDIRECTS: readonly {
  readonly name: string;
  readonly sides: Pick<ProbeRule, 'registered' | 'absent'>;
  readonly query: string;
}[] = [
  {
    name: 'root-redirect-unmet',
    query: '',
    sides: {
      registered: { status: [200], contentType: 'html', contains: ['data-member="{username}"'] },
      absent: { status: [404], contentType: 'html', contains: ['Nobody here has that name'] },
    },
  },
  {
    name: 'root-redirect-weak',
    query: '?from=members',
    sides: {
      registered: { status: [200], contains: ['{username}'], weakEvidence: true },
      absent: { status: [404], weakEvidence: true },
    },
  },
  {
    name: 'root-redirect-told',
    query: '',
    sides: {
      registered: { status: [200], contains: ['data-member="{username}"'] },
      absent: { status: [301, 302, 303, 307, 308], redirectToRoot: true },
    },
  },
];

/** Sites that redirect to their root for a missing account. */
export const ROOT_REDIRECT_KINDS: readonly SiteKind[] = ROOT_REDIRECTS.map(({ name, sides, query }) => ({
  name,
  typed: false,
  probes: (host) => [
    {
      queryType: 'username',
      rule: {
        method: 'account_enumeration',
        ...common('username'),
        request: { method: 'GET', url: `https://${host}/members/{username}` },
        safety: review('public_page'),
        ...sides,
      },
      samples: {
        registered: htmlSample(200, page('{username}', '<article data-member="{username}"><h1>{username}</h1></article>')),
        absent: htmlSample(302, '', { location: `https://${host}/${query}` }),
        blocked: challengePage,
      },
    },
  ],
}));

export const SITE_KINDS: readonly SiteKind[] = [typedMiss, emptyList, pages, redirectMiss, availability];
