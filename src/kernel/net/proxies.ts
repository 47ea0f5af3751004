import { parseUrl } from '../values/parse-url.js';

/** One egress proxy, read from its URL. */
export interface EgressProxy {
  readonly kind: 'http' | 'https' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const KINDS: Readonly<Record<string, readonly [EgressProxy['kind'], number]>> = {
  'http:': ['http', 80],
  'https:': ['https', 443],
  'socks5:': ['socks5', 1080],
  'socks5h:': ['socks5', 1080],
  'socks:': ['socks5', 1080],
};

/**
 * Parses `PROBE_PROXY_URL`: proxy URLs separated by commas, schemes http, https, socks5 (names are always resolved by the proxy). Throws on
 * anything else, without repeating it, since it may hold a password: an invalid setting must prevent the start, not cause direct requests.
 */
export function parseProxies(setting: string | undefined): readonly EgressProxy[] {
  const parts = (setting ?? '').split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part, index) => {
      const url = parseUrl(part);
      const kind = url === null ? undefined : KINDS[url.protocol];
      if (url === null || kind === undefined || url.hostname === '') {
        throw new Error(`PROBE_PROXY_URL: entry ${index + 1} is not an http, https or socks5 proxy URL`);
      }
      return {
        kind: kind[0],
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? kind[1] : Number(url.port),
        credentials:
          url.username === '' && url.password === ''
            ? null
            : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
      };
    });
}

/** The proxy without its credentials, for keys; empty without one. */
export function proxyOrigin(proxy: EgressProxy | null): string {
  return proxy === null ? '' : `${proxy.kind}://${proxy.host}:${proxy.port}`;
}
