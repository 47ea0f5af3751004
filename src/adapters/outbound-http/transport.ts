import { CallClock } from './call-clock.js';
import { decodeText } from './charset.js';
import { Connections } from './connections.js';
import { ACCEPTED_ENCODINGS, decodeContent } from './content-decoding.js';
import { isCutOffPage } from './cut-off.js';
import { Dialler } from './dialler.js';
import { exchange, type RawAnswer, type RawRequest } from './exchange.js';
import { failureOf, OutboundFailure } from './failure.js';
import { HostLimiter, type Slot } from './host-limiter.js';
import { HostPauses } from './host-pauses.js';
import { LoopPace } from './loop-pace.js';
import { createNameLookup, type NameLookupOptions } from './name-lookup.js';
import { chooseProxy, type EgressProxy, parseProxies } from './proxies.js';
import { RedirectTrail } from './redirects.js';
import { isPassingAnswer, isPassingFailure, pause, pauseBefore, type RetryPolicy } from './retry.js';
import type { CallLimits, OutboundHttp, OutboundOutcome, OutboundRequest } from './types.js';

export interface OutboundHttpOptions {
  /** `PROBE_PROXY_URL`: proxies, comma-separated; none means direct. */
  readonly proxyUrl?: string | undefined;
  /** `PROBE_CA_FILE`: PEM file trusted besides the public roots. */
  readonly caFile?: string | undefined;
  /** Requests in flight to one host; default 2. */
  readonly perHost?: number;
  /** Requests in flight in all, besides a reserve for who hurries; default 768. */
  readonly total?: number;
  /** Bytes of a body, on the wire and again when decompressed; default 256 kB. */
  readonly maxBytes?: number;
  /** Milliseconds that an unused connection stays open; default 10,000. */
  readonly idleMs?: number;
  readonly retry?: RetryPolicy;
  readonly names?: NameLookupOptions;
}

/** Calls begun in one turn of the event loop; a handshake computes for about a millisecond. */
const BEGUN_PER_TURN = 8;
/** Connections kept for the next request. Who waits for a host takes its connection over at once; few are asked again soon. */
const MOST_IDLE = 128;
/** Places for callers who wait and for platforms that take long, when a sweep has taken all others. */
const RESERVE = 256;
const RETRY: RetryPolicy = { attempts: 2, pauseMs: 150 };
/** Time that must be left for a further attempt to be worth its start, in milliseconds. */
const WORTH_TRYING_MS = 50;

/** Makes the transport of probes. Throws when a setting cannot be obeyed (an unreadable CA file, a strange proxy URL). */
export function createOutboundHttp(options: OutboundHttpOptions = {}): OutboundHttp {
  return new Transport(options);
}

/** What happened so far in one call. */
interface Progress {
  slot: Slot;
  /** What the slot belongs to. */
  limitKey: string;
  host: string;
  requests: number;
}

class Transport implements OutboundHttp {
  private readonly proxies: readonly EgressProxy[];
  private readonly limiter: HostLimiter;
  private readonly pauses = new HostPauses();
  private readonly pace = new LoopPace(BEGUN_PER_TURN);
  private readonly connections: Connections;
  /** Calls that run or wait. A set, because a signal that all of them listened to would search its listeners for each. */
  private readonly calls = new Set<CallClock>();
  private closed = false;
  private readonly maxBytes: number;
  private readonly retry: RetryPolicy;

  constructor(options: OutboundHttpOptions) {
    const total = options.total ?? 768;
    this.proxies = parseProxies(options.proxyUrl);
    this.limiter = new HostLimiter({ perHost: options.perHost ?? 2, total, reserve: RESERVE });
    const dialler = new Dialler({ lookup: createNameLookup(options.names), caFile: options.caFile });
    this.connections = new Connections({ dialler, idleMs: options.idleMs ?? 10_000, maxIdle: MOST_IDLE });
    this.maxBytes = options.maxBytes ?? 256 * 1_024;
    this.retry = options.retry ?? RETRY;
  }

  stats() {
    return {
      inFlight: this.limiter.inFlight,
      waiting: this.limiter.waiting,
      idleConnections: this.connections.idleCount,
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const call of this.calls) call.interrupt();
    this.connections.closeAll();
  }

  async send(request: OutboundRequest, limits: CallLimits): Promise<OutboundOutcome> {
    const clock = new CallClock([limits.signal]);
    this.calls.add(clock);
    try {
      if (this.closed) clock.interrupt();
      return await this.sendWithin(clock, request, limits);
    } finally {
      clock.stop();
      this.calls.delete(clock);
    }
  }

  private async sendWithin(clock: CallClock, request: OutboundRequest, limits: CallLimits): Promise<OutboundOutcome> {
    const host = request.url.host;
    const wantedBy = limits.wantedWithinMs === undefined ? undefined : performance.now() + limits.wantedWithinMs;
    const slot = await this.limiter.acquire(request.limitKey, clock.signal, wantedBy);
    if (slot === null) {
      return {
        ok: false,
        doubt: 'interrupted',
        detail: 'ended while waiting for a slot',
        status: null,
        host,
        requests: 0,
        latencyMs: 0,
      };
    }
    // Before the clock starts: that this machine is busy is no answer of the platform. Who hurries goes first.
    if (wantedBy === undefined) await this.pace.turn();
    clock.start(limits.deadlineMs);
    const progress: Progress = { slot, limitKey: request.limitKey, host, requests: 0 };
    const account = () => ({
      host: progress.host,
      requests: progress.requests,
      latencyMs: Math.round(clock.elapsedMs),
    });
    try {
      const [asked, raw] = await this.follow(request, clock, progress);
      const bytes = decodeContent(raw.body, raw.headers['content-encoding'], this.maxBytes);
      const body = decodeText(bytes, raw.headers['content-type']);
      if (isCutOffPage(raw, body)) throw new OutboundFailure('unreachable', 'answer cut off', false, raw.status);
      return {
        ok: true,
        answer: { status: raw.status, headers: raw.headers, body, url: asked.url.href },
        ...account(),
      };
    } catch (error) {
      const failure = failureOf(error);
      const doubt = clock.ended ?? failure.doubt;
      const detail = clock.ended === 'timeout' ? `no whole answer within ${limits.deadlineMs} ms` : failure.detail;
      return { ok: false, doubt, detail, status: failure.status, ...account() };
    } finally {
      progress.slot.release();
    }
  }

  /** Sends, and follows redirects where the request allows it. Gives the last request with its answer. */
  private async follow(
    request: OutboundRequest,
    clock: CallClock,
    progress: Progress,
  ): Promise<readonly [RawRequest, RawAnswer]> {
    const proxy = chooseProxy(this.proxies, request.egressKey);
    const trail = request.followTo === null ? null : new RedirectTrail(request.url, request.followTo);
    const headers = { ...request.headers, 'accept-encoding': ACCEPTED_ENCODINGS };
    let current: RawRequest = { method: request.method, url: request.url, headers, body: request.body };
    for (;;) {
      const objection = request.objection({ method: current.method, url: current.url });
      if (objection !== null)
        throw new OutboundFailure(progress.requests === 0 ? 'forbidden' : 'redirected_away', objection);
      const answer = await this.attempt(current, request.expectedStatuses, proxy, clock, progress);
      const next = trail?.next(current, answer) ?? null;
      if (next === null) return [current, answer];
      if (next.url.host !== current.url.host) await this.changeHost(next.url.host, clock, progress);
      current = next;
    }
  }

  /** One request, tried again while its failure is a passing one and there is time. */
  private async attempt(
    request: RawRequest,
    expected: ReadonlySet<number>,
    proxy: EgressProxy | null,
    clock: CallClock,
    progress: Progress,
  ): Promise<RawAnswer> {
    for (let retries = 0; ; retries += 1) {
      if (this.pauses.isPaused(progress.limitKey)) throw new OutboundFailure('cooling_down', 'the host asked for a pause');
      const outcome = await this.once(request, proxy, clock, progress).catch((error: unknown) => failureOf(error));
      if (!(outcome instanceof OutboundFailure) && !expected.has(outcome.status)) this.pauses.heed(progress.limitKey, outcome);
      const passing =
        outcome instanceof OutboundFailure
          ? isPassingFailure(outcome)
          : isPassingAnswer(outcome.status, outcome.headers, expected);
      const wait = pauseBefore(this.retry, retries + 1);
      const again =
        passing && retries < this.retry.attempts && wait + WORTH_TRYING_MS < clock.leftMs && clock.ended === null;
      if (again && (await pause(wait, clock.signal))) continue;
      if (outcome instanceof OutboundFailure) throw outcome;
      return outcome;
    }
  }

  private async once(
    request: RawRequest,
    proxy: EgressProxy | null,
    clock: CallClock,
    progress: Progress,
  ): Promise<RawAnswer> {
    const connection = this.connections.take(request.url, proxy, clock.signal);
    progress.requests += 1;
    try {
      const answer = await exchange(connection, request, this.maxBytes, clock.signal);
      this.connections.giveBack(connection);
      return answer;
    } catch (error) {
      this.connections.discard(connection);
      throw error;
    }
  }

  /** Moves the call's place among the requests in flight to the host it was redirected to. */
  private async changeHost(host: string, clock: CallClock, progress: Progress): Promise<void> {
    progress.slot.release();
    const slot = await this.limiter.acquire(host, clock.signal);
    if (slot === null) throw new OutboundFailure('interrupted', 'ended while waiting for a slot');
    progress.slot = slot;
    progress.limitKey = host;
    progress.host = host;
  }
}
