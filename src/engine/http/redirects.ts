import { parseUrl } from '../../kernel/values/parse-url.js';
import { ProbeFailure } from './probe-failure.js';
import { redirectLocation } from '../../kernel/net/response.js';
import type { RawHead, RawRequest } from '../../kernel/net/http/client.js';

/** Redirects that a request of a probe is led by. */
export const MAX_REDIRECTS = 5;

export class RedirectTrail {
  readonly #seen = new Set<string>();
  readonly #first: URL;
  readonly #hosts: readonly string[];

  /** @param hosts lower-case host names allowed besides the first request's own */
  constructor(first: URL, hosts: readonly string[]) {
    this.#first = first;
    this.#hosts = hosts;
    this.#seen.add(first.href);
  }

  /**
   * The request that a response redirects to, or null when it is no redirect. Only from https to https, to the first host or the listed
   * ones, on the first URL's port or the default one, five times at most and never in a loop. A body is never sent again: only the first
   * URL was reviewed.
   *
   * @throws ProbeFailure `redirected_away`
   */
  next(request: RawRequest, answer: Pick<RawHead, 'status' | 'headers'>): Omit<RawRequest, 'body'> | null {
    const location = redirectLocation(answer.status, answer.headers);
    if (location === undefined) return null;
    const away = (why: string) => new ProbeFailure('redirected_away', why, false, answer.status);
    const url = parseUrl(location, request.url);
    if (url === null) throw away('to an unreadable address');
    url.hash = '';
    if (request.url.protocol !== 'https:' || url.protocol !== 'https:') throw away('to or from plain HTTP');
    if (url.username !== '' || url.password !== '') throw away('to an address with credentials');
    const own = url.hostname === this.#first.hostname;
    if (!own && !this.#hosts.includes(url.hostname)) throw away('to another host');
    if (url.port !== this.#first.port && url.port !== '') throw away('to another port');
    if (this.#seen.has(url.href)) throw away('in a circle');
    if (this.#seen.size > MAX_REDIRECTS) throw away('too many times');
    this.#seen.add(url.href);
    const { method, headers } = request;
    if (method !== 'POST') return { method, url, headers };
    if (answer.status === 307 || answer.status === 308) throw away('with a body to send again');
    return { method: 'GET', url, headers: withoutBody(headers) };
  }
}

function withoutBody(headers: RawRequest['headers']): RawRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}
