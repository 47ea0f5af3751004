import { parseUrl } from '../../domain/parse-url.js';
import { GuardedError } from './stages.js';
import type { GuardedRequest, ResponseHead } from './types.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers meant for one origin only. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Redirect target of a response, as text, so that its spelling is checked like the first URL's; null when there is none to follow. Only
 * GET and HEAD follow redirects, and never from https to http.
 *
 * @throws GuardedError `malformed_url`, `scheme_not_allowed`
 */
export function redirectOf(current: URL, method: GuardedRequest['method'], { status, headers }: ResponseHead): string | null {
  const location = headers['location'];
  if (!REDIRECTS.has(status) || location === undefined || method === 'POST') return null;
  const next = absolute(location.trim(), current);
  if (next === null) throw new GuardedError('malformed_url', 'a redirect');
  if (current.protocol === 'https:' && /^http:/i.test(next)) throw new GuardedError('scheme_not_allowed', 'a redirect from https to http');
  return next;
}

/** Headers for the next hop: credentials stay with their origin. */
export function headersFor(next: URL, current: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (next.origin === current.origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));
}

function absolute(location: string, current: URL): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(location)) return location;
  if (location.startsWith('//')) return `${current.protocol}${location}`;
  return parseUrl(location, current)?.href ?? null;
}
