/** Checks a request right before it is sent: it must be the one that the admitted rule describes. Pure. */
import type { ProbeRule } from '../rules/probe-rule.js';
import { escapeRegExp } from '../../../kernel/values/escape.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';
import { templateViolation } from './check-template.js';
import { isSameSite } from './check-companions.js';
import { deniedQueryTerm, passwordTerm } from '../../../kernel/values/denylist.js';
import { PLACEHOLDER, templateUrl } from './request-parts.js';

interface RequestPattern {
  readonly violation: string | null;
  readonly protocol: string;
  readonly port: string;
  readonly host: RegExp;
  readonly pathAndQuery: RegExp;
}

const requestPatterns = new WeakMap<ProbeRule, RequestPattern>();

/** A regular expression for a template's text; `filler` matches the value of a variable. */
const templateRegExp = (text: string, filler: string): RegExp =>
  new RegExp(`^${text.split(PLACEHOLDER).map(escapeRegExp).join(filler)}$`, 'i');

/** Keys in the query follow the rule's own parameters (`withKeys`). */
function pathRegExp({ credentials }: ProbeRule, url: URL | null): RegExp {
  const own = `${url?.pathname ?? ''}${url?.search ?? ''}`;
  const names = credentials === undefined || url?.host !== credentials.host ? [] : Object.keys(credentials.query ?? {});
  const keys = names.map((name, index) => `${index === 0 && url?.search === '' ? '?' : '&'}${encodeURIComponent(name)}=${PLACEHOLDER}`);
  return templateRegExp(`${own}${keys.join('')}`, '[^/?#&\\\\\\s]+');
}

function requestPatternOf(rule: ProbeRule): RequestPattern {
  const known = requestPatterns.get(rule);
  if (known !== undefined) return known;
  const url = templateUrl(rule.request.url);
  // Hosts were checked by origin when the rule was loaded; IP addresses are checked where connections are made.
  const violation =
    rule.onHold !== undefined ? 'the rule is on hold' : url === null ? 'the URL cannot be read' : templateViolation(rule, 'operator');
  const shape: RequestPattern = {
    violation,
    protocol: url?.protocol ?? '',
    port: url?.port ?? '',
    host: templateRegExp(url?.hostname ?? '', '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'),
    pathAndQuery: pathRegExp(rule, url),
  };
  requestPatterns.set(rule, shape);
  return shape;
}

/** One request of a rule: its own (or a redirect that it follows), its prelude, or that for an access token. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly part?: 'probe' | 'prelude' | 'grant' | undefined;
}

/**
 * Checks one request against its rule right before it is sent.
 * @param sent the method and the rendered URL; after a redirect, the redirect's own.
 * @returns null when the request is the rule's own, or a redirect that the rule follows to one of its hosts; otherwise
 *   the reason, in a text that contains no part of the URL.
 */
export function requestViolation(rule: ProbeRule, sent: SentRequest): string | null {
  const shape = requestPatternOf(rule);
  if (shape.violation !== null) return shape.violation;
  const { method, url, part } = sent;
  if (part === 'prelude') return preludeRequestViolation(rule, sent);
  if (part === 'grant') return rule.credentials?.grant?.url === url.href && method === 'POST' ? null : 'not the grant of the rule';
  if (url.username !== '' || url.password !== '') return 'the URL carries credentials';
  if (url.protocol !== shape.protocol) return 'not the scheme of the rule';
  const ownHost = shape.host.test(url.hostname);
  if (method === rule.request.method && ownHost && url.port === shape.port && shape.pathAndQuery.test(url.pathname + url.search)) {
    return null;
  }
  return redirectViolation(rule, sent, ownHost, shape.port);
}

/** A prelude is sent as it is written; its redirects stay within the site, and lead to no page that acts. */
function preludeRequestViolation({ prelude }: ProbeRule, { method, url }: SentRequest): string | null {
  const first = prelude === undefined ? null : parseUrl(prelude.url);
  if (first === null) return 'the rule has no prelude';
  if (method !== 'GET') return 'not the method of a prelude';
  if (url.href === first.href) return null;
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'not the scheme of a prelude';
  if (!isSameSite(url.hostname, first.hostname)) return 'not a host of the prelude';
  if (url.port !== '' && url.port !== first.port) return 'not the port of the prelude';
  const target = url.pathname + url.search;
  return (deniedQueryTerm(target) ?? passwordTerm(target)) === null ? null : 'the redirect leads to a page that may act on the account';
}

function redirectViolation(
  rule: ProbeRule,
  { method, url }: { readonly method: string; readonly url: URL },
  ownHost: boolean,
  ownPort: string,
): string | null {
  if (method !== rule.request.method) return 'not the method of the rule';
  if (rule.request.followRedirects !== true) return ownHost ? 'not the path of the rule' : 'not a host of the rule';
  if (method === 'POST') return 'a redirected POST is not sent again';
  if (!ownHost && rule.request.redirectHosts?.includes(url.hostname) !== true) return 'not a host of the rule';
  if (url.port !== (ownHost ? ownPort : '')) return 'not the port of the rule';
  const target = url.pathname + url.search;
  return (deniedQueryTerm(target) ?? passwordTerm(target)) === null ? null : 'the redirect leads to a page that may act on the account';
}

/** Whether one request may be sent; `requestViolation` returns the reason. */
export function isRequestAllowed(rule: ProbeRule, sent: SentRequest): boolean {
  return requestViolation(rule, sent) === null;
}
