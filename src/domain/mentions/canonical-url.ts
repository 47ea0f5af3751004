import { parseUrl } from '../parse-url.js';

/** Parameters that say where a visitor came from, not what is shown. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|ref_src|srsltid|_ga|_gl)$/i;

/** An address on the web as engines name it; null for what is none, or holds a password. */
export function readPageUrl(raw: string): URL | null {
  const url = raw.length > 2_048 ? null : parseUrl(raw);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/**
 * What two spellings of one page have in common: scheme, `www.`, fragment, order of parameters and tracking do not count.
 * Only for comparing; what is shown is the engine's own spelling.
 */
export function canonicalUrl(url: URL): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '') || '/';
  return `${url.host.replace(/^www\./, '').replace(/:(?:80|443)$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}
