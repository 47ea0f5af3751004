import type { Context } from 'koa';
import { ServiceError } from '../values/errors.js';

/** Longest User-Agent that a session keeps. */
const MAX_USER_AGENT = 300;

/** `device`: a browser in which somebody was signed in; it signs nobody in. */
export type CookieKind = 'session' | 'device' | 'sign-in' | 'openid';
/** How long a browser keeps each, in milliseconds. */
export type CookieLifetimes = Readonly<Record<CookieKind, number>>;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * Name of a cookie of the dashboard. On HTTPS it has the prefix `__Host-`, which browsers accept from this host only, over TLS only
 * (RFC 6265bis, 4.1.3). Whether it is HTTPS follows from `PUBLIC_URL`, never from a header.
 */
export const cookieName = (publicUrl: string, kind: CookieKind): string => `${isSecure(publicUrl) ? '__Host-' : ''}footprint-${kind}`;

/** Cookies of the dashboard. */
export class DashboardCookies {
  readonly #publicUrl: string;
  readonly #secure: boolean;
  readonly #lifetimes: CookieLifetimes;

  constructor({ publicUrl, lifetimes }: { publicUrl: string; lifetimes: CookieLifetimes }) {
    this.#publicUrl = publicUrl;
    this.#secure = isSecure(publicUrl);
    this.#lifetimes = lifetimes;
  }

  get(http: Context, kind: CookieKind): string | null {
    return http.cookies.get(cookieName(this.#publicUrl, kind)) ?? null;
  }

  /** @param value null removes it */
  set(http: Context, kind: CookieKind, value: string | null): void {
    http.cookies.secure = this.#secure; // behind a proxy that ends TLS the connection itself is plain
    const lasting = value === null ? {} : { maxAge: this.#lifetimes[kind] };
    http.cookies.set(cookieName(this.#publicUrl, kind), value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#secure,
      path: '/',
      overwrite: true,
      ...lasting,
    });
  }
}

/** Gives a browser what it keeps after a sign-in. */
export function setBrowserTokens(
  setCookie: (kind: CookieKind, value: string) => void,
  tokens: { readonly session: string; readonly device: string },
): void {
  setCookie('session', tokens.session);
  setCookie('device', tokens.device);
}

export const userAgentOf = (http: Context): string => http.get('user-agent').slice(0, MAX_USER_AGENT);

/**
 * Refuses writes that another site's page sends with our cookies. Browsers state where a request comes from in `Sec-Fetch-Site`
 * (Fetch Metadata), older ones in `Origin` (RFC 6454); a request with neither is refused.
 *
 * @throws ServiceError cross_site_request
 */
export function requireSameOrigin(http: Context, publicUrl: string): void {
  if (['GET', 'HEAD'].includes(http.method)) return;
  const site = http.get('sec-fetch-site');
  const isSame = site === '' ? http.get('origin') === new URL(publicUrl).origin : site === 'same-origin';
  if (!isSame) throw new ServiceError('cross_site_request');
}
