/**
 * Sites that have no page for an absent account and redirect to their root instead. The redirect is weak evidence of absence:
 * maintenance, a block and a log-in page look like it. It counts only when the platform redirects an identity that cannot exist to the same
 * place, and a positive control that is requested after the response still reads registered (docs/adr/0023-redirect-to-root.md).
 */
import { type HttpResponse, redirectTarget } from '../../kernel/net/http-response.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Variables } from './template.js';
import { renderOrNull } from './text-match.js';
import type { Verdict } from './verdict.js';

/** Statuses of redirects with a target. */
export const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Query of a root URL that shows that the visitor was turned away: it is no answer about an account. */
const REJECTION_QUERY =
  /(?:log|sign)[-_]?(?:in|on|up)|auth(?!or)|session|consent|cookie|gdpr|captcha|challenge|verif|human|robot|block|denied|forbid|ban(?:ned)?\b|limit|maintenance|unavailable|country|region|geo/i;

/**
 * Where a response redirected, when that is the root of the rule's own site, as an absolute URL; null otherwise. Both a redirect that was
 * not followed and one that was are evaluated. A rule that has no absence side never denies, and one without a presence side and known
 * accounts could not be confirmed, so theirs are not evaluated.
 */
export function rootRedirect(rule: ProbeRule, variables: Variables, answer: HttpResponse): string | null {
  if (!rule.absent || !rule.registered || (rule.positiveControls ?? []).length === 0 || rule.request.method === 'POST') return null;
  const requested = parseUrl(renderOrNull(rule.request.url, variables, encodeURIComponent) ?? '');
  const target = REDIRECT_STATUSES.includes(answer.status) ? redirectTarget(answer) : finalUrl(answer);
  if (requested === null || target === null || target.href === requested.href) return null;
  return isRootOf(requested, target, rule.request.redirectHosts ?? []) ? target.href : null;
}

/** Final URL of followed redirects; null for an unreadable or unfollowed redirect. */
function finalUrl({ status, url }: HttpResponse): URL | null {
  return status >= 300 && status <= 399 ? null : parseUrl(url);
}

function isRootOf(requested: URL, target: URL, hosts: readonly string[]): boolean {
  const { protocol, username, password, port, pathname, search, hash, hostname } = target;
  if (!['https:', 'http:'].includes(protocol) || username !== '' || password !== '') return false;
  if (pathname !== '/' || hash !== '' || REJECTION_QUERY.test(search)) return false;
  if (port !== '' && port !== requested.port) return false;
  return hosts.includes(hostname) || isSameSite(requested.hostname, hostname);
}

/** The host itself, the same with or without `www.`, or its parent host, as for `https://{username}.example.com`. */
function isSameSite(requested: string, target: string): boolean {
  const [own, other] = [requested.replace(/^www\./, ''), target.replace(/^www\./, '')];
  return own === other || (other.includes('.') && own.endsWith(`.${other}`));
}

/** Whether a `location` of a rule is a site's root and nothing more. */
export function isRoot(location: string, base: string): boolean {
  const url = parseUrl(location, base);
  return url !== null && url.pathname === '/' && url.search === '';
}

/** Where the platform redirected, when a verdict of absence rests on that; undefined otherwise. */
export function rootRedirectOf(verdict: Verdict): string | undefined {
  return verdict.state === 'not_registered' ? verdict.rootRedirect : undefined;
}
