import { blockPageByStatus } from '../evaluation/block-pages.js';
import type { RuleCredentials } from '../catalogue/rules/probe-rule.js';
import { isRecord, parseJson } from '../../kernel/values/json.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import { ProbeFailure } from './probe-failure.js';
import type { RequestParts, Via, ViaRequest } from './types.js';

/** Values of keys by name (`PLATFORM_KEYS`). They go into requests and nowhere else. */
export type KeyValues = ReadonlyMap<string, string>;

/** Name under which headers and query have the access token of a grant. */
const TOKEN = 'token';
/** How long an access token is used when its grant does not say, in seconds. */
const DEFAULT_TOKEN_SECONDS = 300;
/** An access token is renewed this long before it expires, in seconds, or after half of its time. */
const RENEW_AHEAD_SECONDS = 60;

/**
 * Adds keys to a request. One to another host than theirs, or over plain HTTP, is returned as it is.
 *
 * @param token the access token, where the rule has a grant
 */
export function withKeys(request: RequestParts, credentials: RuleCredentials, keys: KeyValues, token?: string): RequestParts {
  if (request.url.protocol !== 'https:' || request.url.host !== credentials.host) return request;
  const render = (template: string): string =>
    template.replace(/\{key:([a-z][a-z0-9-]*)\}/g, (_, name: string) => {
      const value = name === TOKEN && credentials.grant !== undefined ? token : keys.get(name);
      if (value === undefined) throw new Error('a key is not configured');
      return value;
    });
  const headers = Object.entries(credentials.headers ?? {}).map(([name, value]) => [name.toLowerCase(), render(value)] as const);
  const query = Object.entries(credentials.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(render(value))}`,
  );
  const { href, search } = request.url;
  const url = query.length === 0 ? request.url : parseUrl(`${href}${search === '' ? '?' : '&'}${query.join('&')}`);
  return { ...request, url: url ?? request.url, headers: { ...request.headers, ...Object.fromEntries(headers) } };
}

/**
 * Obtains an access token: OAuth 2.0 client credentials grant (RFC 6749, 4.4).
 *
 * @throws ProbeFailure with the reason for which the platform is omitted
 */
export async function fetchAccessToken(
  grant: NonNullable<RuleCredentials['grant']>,
  keys: KeyValues,
  via: Via,
  options: { readonly userAgent: string; readonly violation: ViaRequest['violation'] },
): Promise<{ value: string; ttlMs: number }> {
  const id = keys.get(grant.clientId) ?? '';
  const secret = keys.get(grant.clientSecret) ?? '';
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
  const fields = { grant_type: 'client_credentials', ...(grant.inBody ? { client_id: id, client_secret: secret } : {}) };
  const response = await via.send({
    method: 'POST',
    url: new URL(grant.url),
    headers: {
      'user-agent': options.userAgent,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(grant.inBody ? {} : { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams(fields).toString(),
    violation: options.violation,
  });
  const { status } = response;
  const refused = status >= 400 && status < 500 && status !== 429 ? 'blocked' : blockPageByStatus(status);
  if (refused !== null) throw new ProbeFailure(refused, `no access token was granted: status ${status}`, false, status);
  const { access_token: token, expires_in: seconds } = parseObject(response.body);
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new ProbeFailure('prelude_unusable', `no access token was granted: status ${status}`, false, status);
  }
  const valid = typeof seconds === 'number' && seconds > 0 ? seconds : DEFAULT_TOKEN_SECONDS;
  return { value: token, ttlMs: Math.max(valid - RENEW_AHEAD_SECONDS, valid / 2) * 1_000 };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}
