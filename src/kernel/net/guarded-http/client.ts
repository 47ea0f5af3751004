import type { Socket } from 'node:net';
import { parseUrl } from '../../values/parse-url.js';
import { type Deadline, withDeadline } from '../deadline.js';
import { HttpClient, type RawResponse } from '../http/client.js';
import { ACCEPTED_ENCODINGS, decodeContent, redirectLocation } from '../response.js';
import type { Connector } from './connector.js';
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

/** Bytes of status line and headers at most. Of a sample only the status has to be known: whatever else its head holds is let through. */
const MAX_HEAD_BYTES = { whole: 16_384, sample: 1_048_576 } as const;
/** Milliseconds that a sample may take after the head. */
const SAMPLE_MS = 1_000;

/** One connection: the target and its addresses, which the guard has checked, and where its progress is noted. */
interface Hop extends CheckedTarget {
  readonly progress: Progress;
}

export class GuardedClient implements GuardedHttp {
  readonly #clients: Readonly<Record<'whole' | 'sample', HttpClient<Hop>>>;

  constructor(private readonly parts: { readonly guard: Guard; readonly connector: Connector }) {
    const connect = (_: URL, hop: Hop, signal: AbortSignal) => this.#connect(hop, signal);
    const clientOf = (read: 'whole' | 'sample') => new HttpClient({ connect, maxHeadBytes: MAX_HEAD_BYTES[read] });
    this.#clients = { whole: clientOf('whole'), sample: clientOf('sample') };
  }

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
      if (request.read === 'sample') return { ok: true, raw };
      return { ok: true, raw: { ...raw, body: decodeContent(raw.body, raw.headers['content-encoding'], request.maxBytes) } };
    });
    if (!outcome.ok) return { ...outcome, ...progress.report(), status: progress.status };
    const { status, headers, body, bodyEnd } = outcome.raw;
    return { ok: true, ...progress.report(), status, headers, body, bodyEnd };
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
      const response = await this.#send(request, { ...checked, progress }, headers, deadline.signal);
      if (!isFollowed(request, response)) return response;
      const next = redirectOf(url, response);
      if (progress.hops >= (request.redirects ?? 0)) throw new GuardedError('too_many_redirects', `more than ${request.redirects}`);
      progress.hops += 1;
      [raw, from] = [next, url];
    }
  }

  /** One connection, one request. Of a redirect that is followed, the body is not read. */
  #send(request: GuardedRequest, hop: Hop, headers: Headers, signal: AbortSignal): Promise<RawResponse> {
    const { method, body, read = 'whole', maxBytes, sampleMs = SAMPLE_MS, onHead } = request;
    const encoding = read === 'sample' ? 'identity' : ACCEPTED_ENCODINGS;
    const sent = { method, url: hop.target.url, headers: { ...headers, 'accept-encoding': encoding }, body };
    const reading = {
      maxBytes,
      sampleMs: read === 'sample' ? sampleMs : undefined,
      onHead: (head: ResponseHead) => {
        hop.progress.headArrived(head.status);
        if (isFollowed(request, head)) return false;
        onHead?.(head);
        return true;
      },
    };
    return this.#clients[read].send(sent, hop, reading, signal);
  }

  /** A connection to a checked address, and TLS by the name of the URL. */
  async #connect({ target, addresses, progress }: Hop, signal: AbortSignal): Promise<Socket> {
    const { connector } = this.parts;
    const plain = await progress.timed('connectMs', connector.open(addresses, target.port, signal));
    progress.remoteAddress = plain.remoteAddress ?? null;
    const socket = target.secure ? await progress.timed('tlsMs', connector.secure(plain, target.host, signal)) : plain;
    progress.connected();
    return socket;
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
      const { reason, detail } = guardedError(error, 'exchange');
      const { endReason } = deadline;
      return endReason === null
        ? { ok: false, failure: reason, detail }
        : { ok: false, failure: endReason, detail: 'ended before it was done' };
    }
  });
}

class Progress {
  remoteAddress: string | null = null;
  status: number | null = null;
  hops = 0;
  #timings: Omit<Timings, 'totalMs'> = NOTHING_YET;
  readonly #begun = performance.now();
  #sentAt = this.#begun;
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

  /** The request is sent next. */
  connected(): void {
    this.#sentAt = performance.now();
  }

  headArrived(status: number): void {
    this.status = status;
    this.#timings = { ...this.#timings, headMs: since(this.#sentAt) };
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

/** Only GET and HEAD follow redirects. */
function isFollowed({ method, redirects = 0 }: GuardedRequest, { status, headers }: ResponseHead): boolean {
  return redirects > 0 && method !== 'POST' && redirectLocation(status, headers) !== undefined;
}

/**
 * Target of a redirect, as text, so that its spelling is checked like the first URL's; never from https to http.
 *
 * @throws GuardedError `malformed_url`, `scheme_not_allowed`
 */
function redirectOf(current: URL, { headers }: ResponseHead): string {
  const next = absolute((headers['location'] ?? '').trim(), current);
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
