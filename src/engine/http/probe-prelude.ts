import { type Cookie, CookieJar } from 'tough-cookie';
import { getDomain } from 'tldts';
import { blockPageByStatus, certainBlockPage, likelyBlockPage } from '../evaluation/block-pages.js';
import type { Prelude, ProbeRule } from '../catalogue/rules/probe-rule.js';
import { readCapture } from '../evaluation/capture.js';
import { ResponseView } from '../evaluation/evidence-match.js';
import type { Variables } from '../evaluation/template.js';
import { parseJson } from '../../kernel/values/json.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import { ProbeFailure } from './probe-failure.js';
import { MAX_REDIRECTS } from './redirects.js';
import type { Via, ViaRequest, ViaResponse } from './types.js';
import { redirectLocation } from '../../kernel/net/response.js';

/** What a prelude's response gives to probes. It is never changed: cookies that a probe's response sets belong to one identity. */
export interface PreludeValues {
  /** `prelude:<name>` with the captured value. */
  readonly variables: Variables;
  /** Value of the header `cookie` of a request to this URL; '' without one. */
  cookiesFor(url: URL): string;
}

/** Longest header `cookie`, in characters. */
const MAX_COOKIES = 8_192;
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * Sends a rule's prelude and reads its response. Redirects are followed within the registrable domain; cookies are handled as by a browser
 * (RFC 6265).
 *
 * @returns the values, and how long they may be used: less than the rule says when a cookie among them expires sooner
 * @throws ProbeFailure with the reason for which the platform is omitted
 */
export async function fetchPrelude(
  rule: ProbeRule & { readonly prelude: Prelude },
  via: Via,
  options: { readonly userAgent: string; readonly violation: ViaRequest['violation'] },
): Promise<{ value: PreludeValues; ttlMs: number }> {
  const { prelude } = rule;
  const own = Object.entries(prelude.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const wantsJson = Object.values(prelude.captures ?? {}).some((capture) => 'json' in capture);
  const jar = new CookieJar();
  const cookies = new Map<string, Cookie>();
  const first = new URL(prelude.url);
  let url = first;
  for (let hops = 0; ; hops += 1) {
    const cookie = jar.getCookieStringSync(url.href);
    const response = await via.send({
      method: 'GET',
      url,
      headers: {
        accept: wantsJson ? 'application/json, text/plain;q=0.5, */*;q=0.1' : 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        'accept-language': 'en;q=0.9, *;q=0.1',
        ...Object.fromEntries(own),
        'user-agent': options.userAgent,
        ...(cookie === '' ? {} : { cookie }),
      },
      violation: options.violation,
    });
    for (const line of response.setCookies.filter((each) => PRINTABLE.test(each))) {
      const set = jar.setCookieSync(line, url.href, { ignoreError: true });
      if (set) cookies.set(set.key, set);
    }
    const location = redirectLocation(response.status, response.headers);
    if (location === undefined) return readPrelude(rule, response, jar, cookies);
    url = nextUrl(location, url, first, hops);
  }
}

function nextUrl(location: string, from: URL, first: URL, hops: number): URL {
  const away = (why: string) => new ProbeFailure('redirected_away', `prelude: ${why}`);
  const url = parseUrl(location, from);
  if (url === null) throw away('to an unreadable address');
  url.hash = '';
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') throw away('to plain HTTP, or with credentials');
  if (siteOf(url) !== siteOf(first)) throw away('to another site');
  if (url.port !== first.port && url.port !== '') throw away('to another port');
  if (hops >= MAX_REDIRECTS) throw away('too many times');
  return url;
}

/** The registrable domain; for an IP address or a single-label name, the whole host. */
const siteOf = ({ hostname }: URL): string => getDomain(hostname, { validateHostname: false }) ?? hostname;

function readPrelude(
  rule: ProbeRule & { readonly prelude: Prelude },
  response: ViaResponse,
  jar: CookieJar,
  cookies: ReadonlyMap<string, Cookie>,
): { value: PreludeValues; ttlMs: number } {
  const { captures = {}, sendCookies = false, ttlSeconds } = rule.prelude;
  const refused = blockPageByStatus(response.status);
  if (refused !== null) throw new ProbeFailure(refused, `prelude: status ${response.status}`, false, response.status);
  const names = Object.keys(captures);
  const missing = (what: string): ProbeFailure => {
    const view = new ResponseView(response);
    const page = certainBlockPage(rule, {}, view) ?? likelyBlockPage(view);
    return page === null
      ? new ProbeFailure('prelude_unusable', `prelude: status ${response.status}, ${what}`, false, response.status)
      : new ProbeFailure(page.reason, `prelude: ${page.explanation}`, false, response.status);
  };
  if (response.status > 299) throw missing('no success');
  const live = [...cookies.values()].filter((cookie) => cookie.TTL() > 0);
  const isJsonRead = Object.values(captures).some((capture) => 'json' in capture);
  const document = isJsonRead ? parseJson(response.body) : undefined;
  const used = new Set(sendCookies ? live : []);
  const variables: Record<string, string> = {};
  for (const name of names) {
    const capture = captures[name] as NonNullable<(typeof captures)[string]>;
    const cookie = 'cookie' in capture ? live.find(({ key }) => key === capture.cookie) : undefined;
    const value = 'cookie' in capture ? (cookie?.value ?? '') : readCapture(capture, response, document);
    if (value === null || value === '') throw missing(`without {prelude:${name}}`);
    if (!PRINTABLE.test(value)) throw missing(`{prelude:${name}} does not fit into a header`);
    if (cookie !== undefined) used.add(cookie);
    variables[`prelude:${name}`] = value;
  }
  if (names.length === 0) {
    const page = certainBlockPage(rule, {}, new ResponseView(response));
    if (page !== null || live.length === 0) throw missing('without cookies');
  }
  return {
    value: {
      variables,
      cookiesFor: (url) => {
        const header = sendCookies ? jar.getCookieStringSync(url.href) : '';
        if (header.length > MAX_COOKIES) throw new ProbeFailure('prelude_unusable', 'prelude: cookies over their cap');
        return header;
      },
    },
    ttlMs: Math.min(ttlSeconds * 1_000, ...[...used].map((cookie) => cookie.TTL())),
  };
}
