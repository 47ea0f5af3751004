import type { CallLimits, QueueTicket } from '../flow/request-class.js';
import { egressesOf } from '../flow/egresses.js';
import { FlowControl } from '../flow/flow-control.js';
import type { FlowControlOptions, Refusal, SlotResult } from '../flow/slots.js';
import type { RequestEnd } from '../flow/lane.js';
import { Deadline, sleep } from '../../kernel/net/deadline.js';
import { OutboundFailure } from '../../kernel/net/failure.js';
import { probeFailureOf, ProbeFailure } from './probe-failure.js';
import type { HttpClient, RawRequest, RawResponse } from '../../kernel/net/http/client.js';
import { createNameLookup, type NameLookupOptions } from '../../kernel/net/name-lookup.js';
import { ACCEPTED_ENCODINGS, decodeContent, decodeText, isTruncatedPage } from '../../kernel/net/response.js';
import { CallSlot, describeRefusal, endOf, isOverloaded } from './call-slot.js';
import { createProbeClient } from './connector.js';
import { EventLoopThrottle } from './event-loop-throttle.js';
import { type EgressProxy, parseProxies, proxyOrigin } from '../../kernel/net/proxies.js';
import { RedirectTrail } from './redirects.js';
import { HostBackoff, isTransientResponse, retryDelayMs, type RetryPolicy } from './retry.js';
import type { OutboundHttp, OutboundOutcome, OutboundRequest, Via, ViaRequest, ViaResponse } from './types.js';

export interface OutboundHttpOptions {
  /** `PROBE_PROXY_URL`: proxies, comma-separated; none means direct. */
  readonly proxyUrl?: string | undefined;
  /** `PROBE_CA_FILE`: PEM file trusted besides the public roots. */
  readonly caFile?: string | undefined;
  /** Requests in flight to one host at most; default 8. */
  readonly perHost?: number;
  /** Requests started at one host within a second; default 10. */
  readonly perSecond?: number;
  /** Requests in flight in all; default 1,024. */
  readonly total?: number;
  /** Coordination with the fleet; default: this process is alone. */
  readonly fleet?: Pick<FlowControlOptions, 'position' | 'onChange' | 'onEgress'>;
  /** Milliseconds that an unused connection stays open; default 10,000. */
  readonly idleMs?: number;
  readonly retry?: RetryPolicy;
  readonly names?: NameLookupOptions;
  /** `OUTBOUND_ALLOWED_NETWORKS`: where platforms may be besides public addresses, when there is no proxy. */
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** Bytes of a body, on the wire and again when decompressed. */
const MAX_BYTES = 1_048_576;
/** Calls started in one iteration of the event loop; a handshake takes about a millisecond of CPU time. */
const STARTS_PER_ITERATION = 8;
/** Unused connections kept. A request that waits for a host reuses its connection at once; few hosts are requested again soon. */
const MAX_IDLE = 512;
const RETRY: RetryPolicy = { attempts: 2, backoffMs: 150 };
/** Time that must be left for a retry to be worthwhile, in milliseconds. */
const MIN_RETRY_MS = 50;

/** Creates the transport of probes. Throws when a setting is invalid (an unreadable CA file, a malformed proxy URL). */
export function createOutboundHttp(options: OutboundHttpOptions = {}): OutboundHttp & { readonly flow: FlowControl } {
  return new Transport(options);
}

const NO_STATUSES: ReadonlySet<number> = new Set();

/** Queue ticket of a call that sets none. */
const DEFAULT_TICKET: QueueTicket = { requestClass: 'async', fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY };

/** One call, with the requests that it sends. */
interface Call {
  readonly request: OutboundRequest;
  readonly deadline: Deadline;
  readonly slot: CallSlot;
  host: string;
  requests: number;
  lastMs: number;
}

class Transport implements OutboundHttp {
  readonly flow: FlowControl;
  readonly #backoff = new HostBackoff();
  readonly #client: HttpClient<EgressProxy | null>;
  /** Calls that run or wait. A set, because one signal for all of them would search its listeners for each. */
  readonly #calls = new Set<Deadline>();
  #closed = false;
  readonly #retry: RetryPolicy;

  constructor(options: OutboundHttpOptions) {
    this.flow = new FlowControl({
      egresses: egressesOf(parseProxies(options.proxyUrl)),
      host: { maxConcurrency: options.perHost ?? 8, perSecond: options.perSecond ?? 10 },
      total: options.total ?? 1_024,
      pace: new EventLoopThrottle(STARTS_PER_ITERATION),
      ...options.fleet,
    });
    const names = { ...options, lookup: createNameLookup(options.names) };
    this.#client = createProbeClient(names, { max: MAX_IDLE, idleMs: options.idleMs ?? 10_000 });
    this.#retry = options.retry ?? RETRY;
  }

  stats() {
    return {
      inFlight: this.flow.inFlight,
      waiting: this.flow.waiting,
      idleConnections: this.#client.idleCount,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const call of this.#calls) call.interrupt();
    this.#client.close();
  }

  egressRejected(limitKey: string, egress: string): void {
    this.flow.lane(limitKey, egress)?.reject(performance.now());
  }

  async send(request: OutboundRequest, limits: CallLimits): Promise<OutboundOutcome> {
    const { host } = request.url;
    const deadline = new Deadline([limits.signal]);
    this.#calls.add(deadline);
    let call: Call | undefined;
    let end: RequestEnd = { kind: 'none' };
    try {
      if (this.#closed) deadline.interrupt();
      const slot = await this.#begin(request, limits, deadline);
      if ('reason' in slot) return { ok: false, ...describeRefusal(slot), status: null, host, requests: 0, latencyMs: 0 };
      call = { request, deadline, slot, host, requests: 0, lastMs: 0 };
      const [sent, raw] = await this.#follow(call, request.prepare === undefined ? request : await this.#prepare(call, request.prepare));
      end = { kind: isOverloaded(raw, request) ? 'overloaded' : 'answered', latencyMs: call.lastMs };
      const answer = { status: raw.status, headers: raw.headers, body: this.#readBody(raw), url: sent.url.href };
      return { ok: true, answer, ...reportOf(call), egress: slot.egress.name };
    } catch (error) {
      if (call === undefined) throw error;
      const failure = probeFailureOf(error);
      const reason = deadline.endReason ?? failure.reason;
      if (end.kind === 'none') end = endOf(reason, failure.status, call.lastMs);
      const detail = deadline.endReason === 'timeout' ? `no whole answer within ${Math.round(deadline.elapsedMs)} ms` : failure.detail;
      return { ok: false, reason, detail, status: failure.status, ...reportOf(call) };
    } finally {
      call?.slot.release(end);
      deadline.stop();
      this.#calls.delete(deadline);
    }
  }

  /** Waits for a slot and starts the deadline. @returns the slot, or why there is none */
  async #begin(request: OutboundRequest, limits: CallLimits, deadline: Deadline): Promise<CallSlot | Refusal> {
    const { queue = DEFAULT_TICKET, isTrial, onStart, deadlineMs } = limits;
    const { egressKey, limitKey: ownKey } = request;
    const acquire = (host: string, ticket: QueueTicket, hasBegun = true): Promise<SlotResult> =>
      this.flow.acquire({
        ...ticket,
        host,
        hasBegun,
        egressKey,
        limits: host === ownKey ? request.limits : undefined,
        signal: deadline.signal,
        isTrial,
      });
    // The deadline starts with the call: a busy machine is no response of the platform.
    const acquired = await acquire(ownKey, queue, false);
    if ('refusal' in acquired) return acquired.refusal;
    onStart?.();
    deadline.start(deadlineMs);
    return new CallSlot(acquired.slot, {
      limitKey: ownKey,
      deadline,
      isBound: request.prepare !== undefined,
      // What is known by then is the call's outcome, not that its time has passed while it waited.
      acquire: (host) => acquire(host, { ...queue, keepWaiting: undefined, maxWaitMs: Math.max(1, deadline.remainingMs - MIN_RETRY_MS) }),
    });
  }

  /**
   * The request with what its `prepare` obtained; a hook that hangs ends with the deadline. While it sends nothing (it waits for what
   * another call obtains) it holds no slot, or those who wait for one prelude would take all slots of its host.
   */
  async #prepare(call: Call, prepare: NonNullable<OutboundRequest['prepare']>): Promise<OutboundRequest> {
    const { request, deadline, slot } = call;
    let sending = 0;
    let isPrepared = false;
    const releaseUnlessSending = (): void => {
      // A turn later: what is known already, and what is sent next, is there by then.
      setImmediate(() => {
        if (!isPrepared && sending === 0) slot.release();
      });
    };
    const send: Via['send'] = async (before) => {
      sending += 1;
      try {
        return await this.#sendBefore(call, before);
      } finally {
        sending -= 1;
        releaseUnlessSending();
      }
    };
    const ended = (): never => {
      throw new ProbeFailure('interrupted', 'ended while it was prepared');
    };
    releaseUnlessSending();
    try {
      const { egress } = slot;
      const via: Via = { egress: `${egress.name} ${proxyOrigin(egress.proxyFor(request.egressKey))}`, send };
      const parts = await deadline.settle(prepare(via), ended);
      isPrepared = true;
      await slot.resume();
      return { ...request, ...parts };
    } finally {
      isPrepared = true;
    }
  }

  /** One exchange before a call's own request. */
  async #sendBefore(call: Call, request: ViaRequest): Promise<ViaResponse> {
    if (call.deadline.endReason !== null) throw new ProbeFailure('interrupted', 'ended while it was prepared');
    const { method, url, body, violation } = request;
    const reason = violation({ method, url });
    if (reason !== null) throw new ProbeFailure('forbidden', reason);
    await call.slot.resume();
    const headers = { ...request.headers, 'accept-encoding': ACCEPTED_ENCODINGS };
    const raw = await this.#attempt(call, { method, url, headers, body }, NO_STATUSES);
    return { status: raw.status, headers: raw.headers, body: this.#readBody(raw), url: url.href, setCookies: raw.setCookies };
  }

  #readBody(raw: RawResponse): string {
    const bytes = decodeContent(raw.body, raw.headers['content-encoding'], MAX_BYTES);
    const body = decodeText(bytes, raw.headers['content-type']);
    if (isTruncatedPage(raw.headers, body)) throw new ProbeFailure('unreachable', 'answer cut off', false, raw.status);
    return body;
  }

  /** Sends, and follows redirects where the request allows it. Returns the last request with its response. */
  async #follow(call: Call, request: OutboundRequest): Promise<readonly [RawRequest, RawResponse]> {
    const trail = request.followTo === null ? null : new RedirectTrail(request.url, request.followTo);
    const headers = { ...request.headers, 'accept-encoding': ACCEPTED_ENCODINGS };
    const first: RawRequest = { method: request.method, url: request.url, headers, body: request.body };
    for (let current = first; ; ) {
      const violation = request.violation({ method: current.method, url: current.url });
      if (violation !== null) throw new ProbeFailure(current === first ? 'forbidden' : 'redirected_away', violation);
      const answer = await this.#attempt(call, current, request.expectedStatuses);
      const next = trail?.next(current, answer) ?? null;
      if (next === null) return [current, answer];
      const { host } = next.url;
      if (host !== current.url.host) {
        call.slot.release({ kind: 'answered', latencyMs: call.lastMs });
        // A redirect may lead back: the first host may have the identity in its name, the key of its limits never has.
        await call.slot.resume(host === request.url.host ? request.limitKey : host);
        call.host = host;
      }
      current = next;
    }
  }

  /** One request, retried while its failure is transient and there is time. The pause before a retry holds no slot. */
  async #attempt(call: Call, request: RawRequest, expected: ReadonlySet<number>): Promise<RawResponse> {
    const { deadline, slot } = call;
    for (let retries = 0; ; retries += 1) {
      if (this.#backoff.isBackingOff(slot.limitKey)) throw new ProbeFailure('backing_off', 'the host requested a backoff');
      const proxy = slot.egress.proxyFor(call.request.egressKey);
      call.requests += 1;
      slot.countStart();
      const sentAt = performance.now();
      const sent = this.#client.send(request, proxy, { maxBytes: MAX_BYTES }, deadline.signal);
      const outcome = await sent.catch((error: unknown) => probeFailureOf(error));
      call.lastMs = performance.now() - sentAt;
      if (!(outcome instanceof OutboundFailure) && !expected.has(outcome.status)) this.#backoff.record(slot.limitKey, outcome);
      const isTransient =
        outcome instanceof OutboundFailure ? outcome.transient : isTransientResponse(outcome.status, outcome.headers, expected);
      const wait = retryDelayMs(this.#retry, retries + 1);
      const again =
        isTransient && retries < this.#retry.attempts && wait + MIN_RETRY_MS < deadline.remainingMs && deadline.endReason === null;
      if (again) {
        slot.release();
        const isResumed = sleep(wait, deadline.signal).then((isLeft) => isLeft && slot.resume().then(() => true));
        if (await isResumed.catch(() => false)) continue;
      }
      if (outcome instanceof OutboundFailure) throw outcome;
      return outcome;
    }
  }
}

/** What a call reports, whatever its outcome. */
const reportOf = ({ host, requests, deadline }: Call) => ({ host, requests, latencyMs: Math.round(deadline.elapsedMs) });
