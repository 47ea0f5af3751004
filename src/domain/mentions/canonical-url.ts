import { parseUrl } from '../parse-url.js';

/** Parameters that show where a visitor came from, not which page is shown. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|ref_src|srsltid|_ga|_gl)$/i;

/** A web URL as search engines give it; null for a text that is none, or has credentials. */
export function readPageUrl(raw: string): URL | null {
  const url = raw.length > 2_048 ? null : parseUrl(raw);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/**
 * Key by which two URLs of one page are equal: scheme, `www.`, fragment, order of parameters and tracking are ignored. Only for
 * comparing; what is shown is the search engine's own spelling.
 */
export function canonicalUrl(url: URL): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '') || '/';
  return `${url.host.replace(/^www\./, '').replace(/:(?:80|443)$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}
