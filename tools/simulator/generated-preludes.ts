/** Kinds of invented platforms that need more than one request: tokens of a prelude, and keys of an official interface. */
import type { Capture, RequestBody, RuleCredentials } from '../../src/engine/catalogue/rules/probe-rule.js';
import { flagSides, limited, listSides, type SiteKind, siteKind } from './generated-parts.js';

interface TokenUse {
  readonly name: string;
  readonly capture: Capture;
  readonly sendCookies: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (field: string) => RequestBody;
}

const TOKEN_USES: readonly TokenUse[] = [
  {
    name: 'token-expires',
    capture: { text: 'name="csrf" value="([^"]+)"' },
    sendCookies: false,
    body: (identity) => ({ form: { csrfmiddlewaretoken: '{prelude:csrf}', value: identity } }),
  },
  {
    name: 'token-rotates',
    capture: { json: '/session/token' },
    sendCookies: false,
    headers: { 'x-csrf-token': '{prelude:csrf}' },
    body: (identity) => ({ json: { value: identity } }),
  },
  {
    name: 'token-bound',
    capture: { cookie: 'xsrf' },
    sendCookies: true,
    headers: { 'x-xsrf-token': '{prelude:csrf}' },
    body: (identity) => ({ json: { value: identity } }),
  },
];

/** Sites whose check for a free name or address needs the token of a page: one that expires, one that rotates, one bound to a cookie. */
export const PRELUDE_KINDS: readonly SiteKind[] = TOKEN_USES.map(({ name, capture, sendCookies, headers, body }) =>
  siteKind(name, (host) =>
    (['username', 'email'] as const).map((queryType) => ({
      queryType,
      request: {
        method: 'POST',
        url: `https://${host}/api/free/${queryType}`,
        ...(headers === undefined ? {} : { headers }),
        body: body(`{${queryType}}`),
      },
      basis: 'availability_check',
      ...flagSides(queryType, { flag: 'free', echo: 'value', registered: false }),
      rule: {
        prelude: { url: `https://${host}/join`, captures: { csrf: capture }, ...(sendCookies ? { sendCookies } : {}), ttlSeconds: 600 },
      },
    })),
  ),
);

const KEY_USES: readonly {
  readonly name: string;
  readonly credentials: (host: string) => RuleCredentials;
}[] = [
  {
    name: 'key-required',
    credentials: (host) => ({
      keys: ['simulator-key'],
      host: `api.${host}`,
      headers: { authorization: 'Bearer {key:simulator-key}' },
      required: true,
    }),
  },
  {
    name: 'key-optional',
    credentials: (host) => ({ keys: ['simulator-key'], host: `api.${host}`, query: { key: '{key:simulator-key}' }, required: false }),
  },
  {
    name: 'key-grant',
    credentials: (host) => ({
      keys: ['simulator-client', 'simulator-secret'],
      host: `api.${host}`,
      headers: { authorization: 'Bearer {key:token}', 'client-id': '{key:simulator-client}' },
      grant: { url: `https://id.${host}/oauth2/token`, clientId: 'simulator-client', clientSecret: 'simulator-secret' },
      required: true,
    }),
  },
];

/** Sites with an official interface: one that answers 401 without a key, one that needs none, one with an access token. */
export const KEY_KINDS: readonly SiteKind[] = KEY_USES.map(({ name, credentials }) =>
  siteKind(
    name,
    (host) => [
      {
        queryType: 'username',
        request: { method: 'GET', url: `https://api.${host}/v1/people?name={username}` },
        basis: 'documented_api',
        ...listSides('username', { list: 'people', field: 'name' }),
        blocked: limited,
        rule: { credentials: credentials(host) },
      },
    ],
    { typed: true },
  ),
);
