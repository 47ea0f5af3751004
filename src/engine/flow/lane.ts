import { MINUTE_MS, SECOND_MS } from '../../kernel/values/durations.js';
import { movingAverage } from '../../kernel/values/moving-average.js';
import { type AdaptiveLimit, afterResponse, afterOverload, startLimit } from './adaptive-limit.js';
import { afterFailure, type Circuit, CLOSED, type CircuitState, FAILURES_TO_OPEN, isStalled, opened, stateOf } from './circuit.js';
import { LATENCY_WEIGHT, RESPONSE_GAP_MS } from './reachability.js';
import { isHighPriority, type RequestClass } from './request-class.js';
import { type FleetPosition, type FlowLimit, shareOf } from './fleet-shares.js';
import type { Egress } from './egresses.js';

/** Limits of one host, for the whole fleet: from the settings, or from its catalogue entry. */
export interface HostLimits {
  /** Requests in flight at most, however well the host responds. */
  readonly maxConcurrency: number;
  readonly perSecond: number;
}

/** Limits of a catalogue entry in place of the default ones. */
export type LimitOverrides = { readonly [Limit in keyof HostLimits]?: HostLimits[Limit] | undefined };

/** How a request ended, as far as flow control needs it. */
export type RequestEnd =
  | { readonly kind: 'answered' | 'overloaded' | 'timeout' | 'unreachable'; readonly latencyMs: number }
  /** The request says nothing about the host. */
  | { readonly kind: 'none' };

/** Whether the egress may be at fault. */
export function isFailure({ kind }: RequestEnd): boolean {
  return kind === 'timeout' || kind === 'unreachable';
}

interface RequestInFlight {
  readonly sentAt: number;
  readonly onStall: () => void;
}

/**
 * Share of the rate that normal-priority requests may use; the rest is kept for high-priority ones. Of instant requests at a host that
 * others saturate, 96 % start in time at four a second; with all but one start for others 89 %, without a reserve 41 %.
 */
const NORMAL_SHARE = 0.8;
/** Assumed time of a request to a host that has answered none yet, in milliseconds. */
export const UNKNOWN_MS = 300;
/** How long an egress is avoided for a host that rejected it, in milliseconds. */
const REJECTED_MS = 5 * MINUTE_MS;

/** One host through one egress: what is in flight, its limits and its circuit. */
export class Lane {
  readonly key: string;
  #limit: AdaptiveLimit;
  #circuit: Circuit = CLOSED;
  /** Requests in flight, in the order in which they were sent. */
  readonly #inFlight = new Set<RequestInFlight>();
  /** Starts within the last second, oldest first. */
  #starts: number[] = [];
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** When the newest request that counts towards an open circuit was sent. */
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Moving average of the logarithms of its responses' times, in milliseconds. */
  #usualLog: number | null = null;
  #rejectedUntil = Number.NEGATIVE_INFINITY;
  #limits: HostLimits;

  constructor(
    readonly host: string,
    readonly egress: Egress,
    limits: HostLimits,
  ) {
    this.#limits = limits;
    this.key = `${host}|${egress.name}`;
    this.#limit = startLimit(limits.maxConcurrency);
  }

  /** Applies the limits of the catalogue entry: the lane may have been created before the entry was known. */
  override({ maxConcurrency, perSecond }: LimitOverrides): void {
    this.#limits = {
      maxConcurrency: maxConcurrency ?? this.#limits.maxConcurrency,
      perSecond: perSecond ?? this.#limits.perSecond,
    };
    const concurrency = Math.min(this.#limit.concurrency, this.#limits.maxConcurrency);
    if (concurrency < this.#limit.concurrency) this.#limit = { ...this.#limit, concurrency };
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  get limit(): AdaptiveLimit {
    return this.#limit;
  }

  get circuit(): Circuit {
    return this.#circuit;
  }

  circuitState(now: number): CircuitState {
    return stateOf(this.#circuit, now);
  }

  isRejected(now: number): boolean {
    return this.#rejectedUntil > now;
  }

  /** The host rejected this egress: others are tried first for a while. */
  reject(now: number): void {
    this.#rejectedUntil = now + REJECTED_MS;
  }

  /** This worker's share of the fleet's limits. */
  share(position: FleetPosition): FlowLimit {
    return shareOf({ concurrency: this.#limit.concurrency, ...this.#limits }, position, this.key);
  }

  hasSlot(position: FleetPosition, requestClass: RequestClass): boolean {
    return this.#inFlight.size < slotsOf(this.share(position), requestClass);
  }

  /** Whether neither requests in flight nor those started within the last second exceed a share. */
  isWithin(position: FleetPosition, now: number): boolean {
    const { concurrency, perSecond } = this.share(position);
    return this.#inFlight.size <= concurrency && this.#startsUntil(now) <= perSecond;
  }

  /** @returns starts within the last second */
  #startsUntil(now: number): number {
    while ((this.#starts[0] ?? now) <= now - SECOND_MS) this.#starts.shift();
    return this.#starts.length;
  }

  /** Whether a request may start now. @param position this worker's in the fleet; null: it may start none */
  canStart(position: FleetPosition | null, requestClass: RequestClass, now: number): boolean {
    return position !== null && this.msUntilServed(position, requestClass, now) === 0;
  }

  /** Milliseconds until the rate or the egress may allow a start; infinite for a lane without a free slot: it is served on release. */
  msUntilServed(position: FleetPosition, requestClass: RequestClass, now: number): number {
    const egressMs = this.egress.msUntilUsable(now);
    if (egressMs > 0) return egressMs;
    return this.hasSlot(position, requestClass) ? this.#msUntilStart(position, requestClass, now) : Number.POSITIVE_INFINITY;
  }

  /** Milliseconds until the rate allows a start; 0 for now, infinite for a worker without a share. */
  #msUntilStart(position: FleetPosition, requestClass: RequestClass, now: number): number {
    const { perSecond } = this.share(position);
    const allowed = isHighPriority(requestClass) ? perSecond : Math.max(Math.min(1, perSecond), Math.floor(perSecond * NORMAL_SHARE));
    if (allowed === 0) return Number.POSITIVE_INFINITY;
    const blocking = this.#starts[this.#startsUntil(now) - allowed];
    return blocking === undefined ? 0 : blocking + SECOND_MS - now;
  }

  /** Milliseconds until a high-priority request behind so many others would start, as requests went so far. */
  waitMs(position: FleetPosition, ahead: number, now: number): number {
    const { concurrency, perSecond } = this.share(position);
    const blocking = this.#startsUntil(now) + ahead - perSecond;
    const byRate = blocking < 0 ? 0 : (this.#starts[blocking] ?? now) + SECOND_MS - now;
    const queued = this.#inFlight.size + ahead + 1 - concurrency;
    const usualMs = this.#usualMs ?? UNKNOWN_MS;
    return queued <= 0 ? byRate : Math.max(byRate, (queued * usualMs) / concurrency);
  }

  /** Counts a request as sent. @returns what ends it */
  start(position: FleetPosition, requestClass: RequestClass, now: number, onStall: () => void): (end: RequestEnd, endedAt: number) => void {
    const request = { sentAt: now, onStall };
    this.#inFlight.add(request);
    this.#starts.push(now);
    const atLimit = !this.hasSlot(position, requestClass);
    return (end, endedAt) => {
      if (!this.#inFlight.delete(request)) return;
      if (end.kind === 'answered') {
        this.#usualLog = movingAverage(this.#usualLog, Math.log(Math.max(1, end.latencyMs)), LATENCY_WEIGHT);
        this.#limit = afterResponse(this.#limit, atLimit, this.#limits.maxConcurrency);
      }
      // A host that refuses even single requests counts as failed; one that refuses some of many is overloaded.
      const isLost = isFailure(end) || (end.kind === 'overloaded' && this.#limit.concurrency === 1);
      if (end.kind === 'overloaded' || end.kind === 'timeout') this.#limit = afterOverload(this.#limit, endedAt);
      if (isLost) {
        this.#circuit = afterFailure(this.#circuit, endedAt);
        this.#failedAt = Math.max(this.#failedAt, now);
      } else if (end.kind !== 'none') {
        this.#circuit = CLOSED;
        this.#answeredAt = endedAt;
      }
    };
  }

  /** Counts a further start of a request that holds a slot already: a retry. */
  countRetry(now: number): void {
    this.#starts.push(now);
  }

  /**
   * Opens the circuit when requests have been in flight for too long: in every slot that the class may use, or as many since the last
   * response as would open it by failing. @returns whether it opened
   */
  openIfStalled(position: FleetPosition, requestClass: RequestClass, now: number): boolean {
    if (this.circuitState(now) !== 'closed') return false;
    const sent = [...this.#inFlight].map(({ sentAt }) => sentAt);
    const newest = this.hasSlot(position, requestClass)
      ? sent.filter((sentAt) => sentAt >= this.#answeredAt)[FAILURES_TO_OPEN - 1]
      : sent.at(-1);
    if (newest === undefined) return false;
    const { health } = this.egress;
    // The host is at fault only if other requests through the egress were answered before, during and after this one.
    if (newest < health.respondingSince || health.newestRespondedSentAt <= newest || health.newestRespondedSentAt < now - RESPONSE_GAP_MS)
      return false;
    if (!isStalled(now - newest, { host: this.#usualMs, egress: health.typicalMs })) return false;
    this.#circuit = opened(this.#circuit, now);
    this.#failedAt = newest;
    return true;
  }

  /** Usual time of a request; null: it has answered none yet. */
  get #usualMs(): number | null {
    return this.#usualLog === null ? null : Math.exp(this.#usualLog);
  }

  /** Whether the egress may have caused the open circuit: no later request has been answered yet. */
  get isEgressSuspected(): boolean {
    return this.egress.health.newestRespondedSentAt < this.#failedAt;
  }

  get hasFailed(): boolean {
    return this.#circuit.failures > 0 || this.#circuit.openUntil !== null;
  }

  /** Notifies all requests in flight that the host has stalled. */
  notifyStalled(): void {
    for (const { onStall } of [...this.#inFlight]) onStall();
  }

  /** Closes the circuit after failures of the egress. */
  closeCircuit(): void {
    this.#circuit = CLOSED;
  }

  /** Adopts the findings of other workers. A circuit that is open here for longer stays open. */
  adopt(shared: { readonly concurrency: number; readonly openUntil: number | null; readonly trips: number }): void {
    if (shared.concurrency !== this.#limit.concurrency) {
      const isDecrease = shared.concurrency < this.#limit.concurrency;
      const concurrency = Math.max(1, Math.min(shared.concurrency, this.#limits.maxConcurrency));
      this.#limit = { ...this.#limit, concurrency, credit: 0, isSlowStart: this.#limit.isSlowStart && !isDecrease };
    }
    if (shared.openUntil === null) this.#circuit = { ...CLOSED, failures: this.#circuit.openUntil === null ? this.#circuit.failures : 0 };
    else {
      // Another worker's finding may be due to its egress: a response received here from now on settles that.
      if (this.#circuit.openUntil === null) this.#failedAt = Math.max(0, this.egress.health.newestRespondedSentAt + 1);
      this.#circuit = {
        failures: this.#circuit.failures,
        openUntil: Math.max(shared.openUntil, this.#circuit.openUntil ?? 0),
        trips: shared.trips,
      };
    }
  }
}

/** Batches leave one slot, when there are several, to requests of other classes. */
function slotsOf({ concurrency }: FlowLimit, requestClass: RequestClass): number {
  return requestClass === 'batch' ? Math.max(Math.min(1, concurrency), concurrency - 1) : concurrency;
}
