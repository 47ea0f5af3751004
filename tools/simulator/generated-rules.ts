/** The kinds of invented platforms: the request and the responses of each. */
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { common, flagSides, limited, listSides, review, type SiteKind } from './generated-parts.js';
import { challengePage, htmlSample, notFoundPage, page } from './pages.js';

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
    (['username', 'email', 'phone'] as const).map((queryType) => {
      const { sides, samples } = listSides(queryType, { list: 'users', field: queryType });
      return {
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
          ...sides,
        },
        samples: { ...samples, blocked: challengePage },
      };
    }),
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
    (['username', 'email'] as const).map((queryType) => {
      const { sides, samples } = flagSides(queryType, { flag: 'available', echo: 'value', registered: false });
      return {
        queryType,
        rule: {
          method: 'account_enumeration',
          ...common(queryType),
          request: {
            method: 'POST',
            url: `https://${host}/api/availability`,
            body: { json: { kind: queryType, value: `{${queryType}}` } },
          },
          safety: review('availability_check'),
          ...sides,
        },
        samples: { ...samples, blocked: limited },
      };
    }),
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
    name: 'root-redirect-known',
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

/** Sites of which only the status is known, as of most imported ones. */
export const STATUS_KINDS: readonly SiteKind[] = [
  {
    name: 'status-only',
    typed: false,
    probes: (host) => [
      {
        queryType: 'username',
        rule: {
          method: 'account_enumeration',
          ...common('username'),
          request: { method: 'GET', url: `https://${host}/members/{username}` },
          safety: review('public_page'),
          registered: { status: [200], contains: ['{username}'], weakEvidence: true },
          absent: { status: [404], weakEvidence: true },
        },
        samples: {
          registered: htmlSample(200, page('{username}', '<article><h1>{username}</h1></article>')),
          absent: notFoundPage,
          blocked: challengePage,
        },
      },
    ],
  },
];

export const SITE_KINDS: readonly SiteKind[] = [typedMiss, emptyList, pages, redirectMiss, availability];
