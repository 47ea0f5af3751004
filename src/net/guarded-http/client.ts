import { type Deadline, withDeadline } from '../deadline.js';
import { ACCEPTED_ENCODINGS, decodeContent } from '../outbound-http/content-decoding.js';
import { OutboundFailure } from '../outbound-http/failure.js';
import type { Connector } from './connector.js';
import { exchange, type RawResponse } from './exchange.js';
import type { Bounded, CheckedTarget, Guard } from './guard.js';
import { Progress } from './progress.js';
import { headersFor, redirectOf } from './redirects.js';
import { GuardedError, guardedError } from './stages.js';
import type {
  CallBounds,
  CheckedHost,
  CheckedUrl,
  ConnectResult,
  GuardedHttp,
  GuardedOutcome,
  GuardedRequest,
  Refused,
  ResponseHead,
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
  readonly #parts: { readonly guard: Guard; readonly connector: Connector };

  constructor(parts: { readonly guard: Guard; readonly connector: Connector }) {
    this.#parts = parts;
  }

  check(url: string, bounds: CallBounds): Promise<CheckedUrl> {
    return bounded(bounds, async (untilEnd) => {
      const checked = await this.#parts.guard.checkUrl(url, untilEnd);
      return checked.ok ? { ok: true, url: checked.target.url, addresses: checked.addresses } : checked;
    });
  }

  checkHost(host: string, bounds: CallBounds): Promise<CheckedHost> {
    return bounded(bounds, (untilEnd) => this.#parts.guard.checkHost(host, untilEnd));
  }

  connect({ host, port }: { readonly host: string; readonly port: number }, bounds: CallBounds): Promise<ConnectResult> {
    return bounded(bounds, async (untilEnd, deadline) => {
      const checked = await this.#parts.guard.checkHost(host, untilEnd);
      if (!checked.ok) return checked;
      const socket = await this.#parts.connector.open(checked.addresses, port, deadline.signal);
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
      const checked = await progress.timed('dnsMs', this.#parts.guard.checkUrl(raw, untilEnd));
      if (!checked.ok) throw new GuardedError(checked.failure, checked.detail);
      const { url } = checked.target;
      const objection = request.objection?.(url) ?? null;
      if (objection !== null) throw new GuardedError('objected', objection);
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
    const { url, host, port, secure, isAddress } = target;
    const { connector } = this.#parts;
    const plain = await progress.timed('connectMs', connector.open(addresses, port, deadline.signal));
    progress.remoteAddress = plain.remoteAddress ?? null;
    const socket = secure ? await progress.timed('tlsMs', connector.secure(plain, host, isAddress, deadline.signal)) : plain;
    const begun = performance.now();
    let next: string | null = null;
    const onHead = (head: ResponseHead) => {
      progress.headArrived(head.status, begun);
      next = (request.redirects ?? 0) > 0 ? redirectOf(url, request.method, head) : null;
      if (next === null) request.onHead?.(head);
      return next === null;
    };
    const encoding = request.read === 'sample' ? 'identity' : ACCEPTED_ENCODINGS;
    const asked = { ...request, url, headers: { ...headers, 'accept-encoding': encoding }, onHead };
    return { response: await exchange(socket, asked, deadline.signal), next };
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
    throw new GuardedError(error.doubt === 'too_large' ? 'too_large' : 'undecodable', error.detail);
  }
}
