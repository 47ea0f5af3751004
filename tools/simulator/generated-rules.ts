/** The kinds of invented platforms: the request and the responses of each. */
import { flagSides, limited, listSides, pageProbe, type SiteKind, siteKind } from './generated-parts.js';
import { htmlSample, notFoundPage, page } from './pages.js';

const JSON_HEADERS = { accept: 'application/json' };

const typedMiss = siteKind(
  'typed-miss',
  (host) =>
    (['username', 'email'] as const).map((queryType) => ({
      queryType,
      request: { method: 'GET', url: `https://${host}/api/v1/${queryType}s/{${queryType}}`, headers: JSON_HEADERS },
      basis: 'documented_api',
      sides: {
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
      },
      blocked: limited,
    })),
  { typed: true },
);

const emptyList = siteKind(
  'empty-list',
  (host) =>
    (['username', 'email', 'phone'] as const).map((queryType) => ({
      queryType,
      request: { method: 'GET', url: `https://${host}/api/find?by=${queryType}&value={${queryType}}`, headers: JSON_HEADERS },
      basis: 'documented_api',
      ...listSides(queryType, { list: 'users', field: queryType }),
    })),
  { typed: true },
);

const pages = siteKind('pages', (host) => [
  pageProbe(`https://${host}/@{username}`, {
    sides: {
      registered: { status: [200], contentType: 'html', contains: ['<h1 class="profile-name">{username}</h1>'] },
      absent: { status: [404], contentType: 'html', contains: ['Nobody here has that name'] },
    },
    samples: {
      registered: htmlSample(200, page('{username}', '<h1 class="profile-name">{username}</h1><p>Member since 2019</p>')),
      absent: htmlSample(404, page('Not here', '<p>Nobody here has that name</p>')),
    },
  }),
]);

const redirectMiss = siteKind('redirect-miss', (host) => [
  pageProbe(`https://${host}/people/{username}`, {
    sides: {
      registered: { status: [200], contentType: 'html', contains: ['data-profile="{username}"'] },
      absent: { status: [302], location: `https://${host}/people?missing=1` },
    },
    samples: {
      registered: htmlSample(200, page('{username}', '<article data-profile="{username}"><h1>{username}</h1></article>')),
      absent: htmlSample(302, '', { location: `https://${host}/people?missing=1` }),
    },
  }),
]);

const availability = siteKind('availability', (host) =>
  (['username', 'email'] as const).map((queryType) => ({
    queryType,
    request: { method: 'POST', url: `https://${host}/api/availability`, body: { json: { kind: queryType, value: `{${queryType}}` } } },
    basis: 'availability_check',
    ...flagSides(queryType, { flag: 'available', echo: 'value', registered: false }),
    blocked: limited,
  })),
);

const member = htmlSample(200, page('{username}', '<article data-member="{username}"><h1>{username}</h1></article>'));

/** A site that redirects to its root for a missing account. @param query of the redirect @param sides what the rule knows of it */
const rootRedirect = (name: string, query: string, sides: Parameters<typeof pageProbe>[1]['sides']): SiteKind =>
  siteKind(name, (host) => [
    pageProbe(`https://${host}/members/{username}`, {
      sides,
      samples: { registered: member, absent: htmlSample(302, '', { location: `https://${host}/${query}` }) },
    }),
  ]);

const WEAK_SIDES = {
  registered: { status: [200], contains: ['{username}'], weakEvidence: true },
  absent: { status: [404], weakEvidence: true },
} as const;

/** Sites that redirect to their root for a missing account. */
export const ROOT_REDIRECT_KINDS: readonly SiteKind[] = [
  rootRedirect('root-redirect-unmet', '', {
    registered: { status: [200], contentType: 'html', contains: ['data-member="{username}"'] },
    absent: { status: [404], contentType: 'html', contains: ['Nobody here has that name'] },
  }),
  rootRedirect('root-redirect-weak', '?from=members', WEAK_SIDES),
  rootRedirect('root-redirect-known', '', {
    registered: { status: [200], contains: ['data-member="{username}"'] },
    absent: { status: [301, 302, 303, 307, 308], redirectToRoot: true },
  }),
];

/** Sites of which only the status is known, as of most imported ones. */
export const STATUS_KINDS: readonly SiteKind[] = [
  siteKind('status-only', (host) => [
    pageProbe(`https://${host}/members/{username}`, {
      sides: WEAK_SIDES,
      samples: { registered: htmlSample(200, page('{username}', '<article><h1>{username}</h1></article>')), absent: notFoundPage },
    }),
  ]),
];

export const SITE_KINDS: readonly SiteKind[] = [typedMiss, emptyList, pages, redirectMiss, availability];
