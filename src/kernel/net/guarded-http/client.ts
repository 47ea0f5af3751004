import { parseUrl } from '../../values/parse-url.js';
import { type Deadline, withDeadline } from '../deadline.js';
import { OutboundFailure } from '../failure.js';
import { ACCEPTED_ENCODINGS, decodeContent, redirectLocation } from '../response.js';
import type { Connector } from './connector.js';
import { exchange, type RawResponse } from './exchange.js';
import { GuardedError, guardedError, type Refused } from './failure.js';
import type { Bounded, CheckedTarget, Guard } from './guard.js';
import type {
  CallBounds,
  CallReport,
  CheckedHost,
  CheckedUrl,
  ConnectResult,
  GuardedHttp,
  GuardedOutcome,
  GuardedRequest,
  ResponseHead,
  Timings,
} from './types.js';

type Headers = Readonly<Record<string, string>>;

/** Headers that frame the message; only this client sets them. */
const CLIENT_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
]);

export class GuardedClient implements GuardedHttp {
  constructor(private readonly parts: { readonly guard: Guard; readonly connector: Connector }) {}

  check(url: string, bounds: CallBounds): Promise<CheckedUrl> {
    return bounded(bounds, async (untilEnd) => {
      const checked = await this.parts.guard.checkUrl(url, untilEnd);
      return checked.ok ? { ok: true, url: checked.target.url, addresses: checked.addresses } : checked;
    });
  }

  checkHost(host: string, bounds: CallBounds): Promise<CheckedHost> {
    return bounded(bounds, (untilEnd) => this.parts.guard.checkHost(host, untilEnd));
  }

  connect({ host, port }: { readonly host: string; readonly port: number }, bounds: CallBounds): Promise<ConnectResult> {
    return bounded(bounds, async (untilEnd, deadline) => {
      const checked = await this.parts.guard.checkHost(host, untilEnd);
      if (!checked.ok) return checked;
      const socket = await this.parts.connector.open(checked.addresses, port, deadline.signal);
      return { ok: true, socket, remoteAddress: socket.remoteAddress ?? '' };
    });
  }

  async request(request: GuardedRequest): Promise<GuardedOutcome> {
    const progress = new Progress(request.url);
    const outcome = await bounded<{ readonly ok: true; readonly raw: RawResponse }>(request, async (untilEnd, deadline) => {
      const raw = await this.#follow(request, progress, untilEnd, deadline);
      return { ok: true, raw: request.read === 'sample' ? raw : { ...raw, body: decoded(raw, request.maxBytes) } };
    });
    if (!outcome.ok) return { ...outcome, ...progress.report(), status: progress.status };
    const { head, body, bodyEnd } = outcome.raw;
    return { ok: true, ...progress.report(), ...head, body, bodyEnd };
  }

  async #follow(request: GuardedRequest, progress: Progress, untilEnd: Bounded, deadline: Deadline): Promise<RawResponse> {
    const own = Object.entries(request.headers ?? {}).filter(([name]) => !CLIENT_HEADERS.has(name.toLowerCase()));
    let headers: Headers = Object.fromEntries(own);
    let from: URL | null = null;
    for (let raw = request.url; ; ) {
      progress.startHop(raw);
      const checked = await progress.timed('dnsMs', this.parts.guard.checkUrl(raw, untilEnd));
      if (!checked.ok) throw new GuardedError(checked.failure, checked.detail);
      const { url } = checked.target;
      const violation = request.violation?.(url) ?? null;
      if (violation !== null) throw new GuardedError('violation', violation);
      if (from !== null) headers = headersFor(url, from, headers);
      const { response, next } = await this.#hop(request, checked, headers, progress, deadline);
      if (next === null) return response;
      if (progress.hops >= (request.redirects ?? 0)) throw new GuardedError('too_many_redirects', `more than ${request.redirects}`);
      progress.hops += 1;
      [raw, from] = [next, url];
    }
  }

  /** One connection, one request; `next` is the redirect target of its response, null when there is none to follow. */
  async #hop(
    request: GuardedRequest,
    { target, addresses }: CheckedTarget,
    headers: Headers,
    progress: Progress,
    deadline: Deadline,
  ): Promise<{ readonly response: RawResponse; readonly next: string | null }> {
    const { url, host, port, secure } = target;
    const { connector } = this.parts;
    const plain = await progress.timed('connectMs', connector.open(addresses, port, deadline.signal));
    progress.remoteAddress = plain.remoteAddress ?? null;
    const socket = secure ? await progress.timed('tlsMs', connector.secure(plain, host, deadline.signal)) : plain;
    const begun = performance.now();
    let next: string | null = null;
    const onHead = (head: ResponseHead) => {
      progress.headArrived(head.status, begun);
      next = (request.redirects ?? 0) > 0 ? redirectOf(url, request.method, head) : null;
      if (next === null) request.onHead?.(head);
      return next === null;
    };
    const encoding = request.read === 'sample' ? 'identity' : ACCEPTED_ENCODINGS;
    const sent = { ...request, url, headers: { ...headers, 'accept-encoding': encoding }, onHead };
    return { response: await exchange(socket, sent, deadline.signal), next };
  }
}

/** Runs work under its own deadline; every failure is returned as a value. */
function bounded<T extends { readonly ok: boolean }>(
  { deadlineMs, signal }: CallBounds,
  work: (untilEnd: Bounded, deadline: Deadline) => Promise<T | Refused>,
): Promise<T | Refused> {
  return withDeadline(signal === undefined ? [] : [signal], deadlineMs, async (deadline) => {
    const late = () => {
      throw new GuardedError('timeout', 'a name was not resolved in time');
    };
    try {
      return await work((step) => deadline.settle(step, late), deadline);
    } catch (error) {
      const { failure, detail } = guardedError(error, 'exchange');
      const { endReason } = deadline;
      return endReason === null ? { ok: false, failure, detail } : { ok: false, failure: endReason, detail: 'ended before it was done' };
    }
  });
}

function decoded({ head, body }: RawResponse, maxBytes: number): Buffer {
  try {
    return decodeContent(body, head.headers['content-encoding'], maxBytes);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    throw new GuardedError(error.reason === 'too_large' ? 'too_large' : 'undecodable', error.detail);
  }
}

class Progress {
  remoteAddress: string | null = null;
  status: number | null = null;
  hops = 0;
  #timings: Omit<Timings, 'totalMs'> = NOTHING_YET;
  readonly #begun = performance.now();
  #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  startHop(url: string): void {
    this.#url = url;
    this.remoteAddress = null;
    this.status = null;
    this.#timings = NOTHING_YET;
  }

  async timed<T>(stage: 'dnsMs' | 'connectMs' | 'tlsMs', work: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work;
    } finally {
      this.#timings = { ...this.#timings, [stage]: since(begun) };
    }
  }

  headArrived(status: number, begun: number): void {
    this.status = status;
    this.#timings = { ...this.#timings, headMs: since(begun) };
  }

  report(): CallReport {
    const { remoteAddress, hops } = this;
    return { url: this.#url, remoteAddress, hops, timings: { ...this.#timings, totalMs: since(this.#begun) } };
  }
}

const NOTHING_YET = { dnsMs: null, connectMs: null, tlsMs: null, headMs: null };

const since = (begun: number): number => Math.round(performance.now() - begun);

/** Headers meant for one origin only. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Redirect target of a response, as text, so that its spelling is checked like the first URL's; null when there is none to follow. Only
 * GET and HEAD follow redirects, and never from https to http.
 *
 * @throws GuardedError `malformed_url`, `scheme_not_allowed`
 */
function redirectOf(current: URL, method: GuardedRequest['method'], { status, headers }: ResponseHead): string | null {
  const location = redirectLocation(status, headers);
  if (location === undefined || method === 'POST') return null;
  const next = absolute(location.trim(), current);
  if (next === null) throw new GuardedError('malformed_url', 'a redirect');
  if (current.protocol === 'https:' && /^http:/i.test(next)) throw new GuardedError('scheme_not_allowed', 'a redirect from https to http');
  return next;
}

/** Headers for the next hop: credentials stay with their origin. */
function headersFor(next: URL, current: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (next.origin === current.origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));
}

function absolute(location: string, current: URL): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(location)) return location;
  if (location.startsWith('//')) return `${current.protocol}${location}`;
  return parseUrl(location, current)?.href ?? null;
}
