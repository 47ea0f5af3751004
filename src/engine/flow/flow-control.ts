import { setMaxListeners } from 'node:events';
import { isHighPriority, type RequestClass } from './request-class.js';
import { SOLE_MEMBER, type FleetPosition } from './fleet-shares.js';
import { type Egress, egressOrderFor } from './egresses.js';
import { type LimitOverrides, isFailure, Lane, type RequestEnd } from './lane.js';
import {
  BUSY,
  candidateLanes,
  closeCircuits,
  type FlowControlOptions,
  type HostState,
  inOrder,
  INTERRUPTED,
  lanesOf,
  POSITION_WAITS,
  refusalReason,
  servesWithin,
  type Slot,
  type SlotRequest,
  type SlotResult,
  type Waiting,
} from './slots.js';
import { Demand, ReadyHosts, WaitQueue } from './wait-queue.js';

/**
 * Decides when a request may be sent: adaptive limits per host and egress, circuit breakers, a cap on all requests of the process, and the
 * order of waiting requests. Limits apply to the whole fleet: this worker uses its share.
 */
export class FlowControl {
  readonly hosts = new Map<string, HostState>();
  readonly egresses: readonly Egress[];
  readonly #now: () => number;
  readonly #ready = new ReadyHosts<HostState>();
  readonly #demand = new Demand();
  #total = 0;
  #isServing = false;

  constructor(private readonly options: FlowControlOptions) {
    this.egresses = options.egresses;
    this.#now = options.now ?? (() => performance.now());
    if (options.pace) options.pace.onRoom = () => this.#serve();
  }

  get inFlight(): number {
    return this.#total;
  }
  get waiting(): number {
    return this.#demand.waiting;
  }

  /** Whether further requests, of deep lookups or of others, would get a slot within about a second. */
  hasCapacity(isDeep: boolean): boolean {
    return this.#demand.hasCapacity(this.#now(), isDeep);
  }

  /** Waits for a slot. Never rejects. */
  acquire(request: SlotRequest): Promise<SlotResult> {
    if (request.signal.aborted) return Promise.resolve(INTERRUPTED);
    const host = this.#hostOf(request.host);
    const order = egressOrderFor(this.options.egresses, request.egressKey);
    host.isSlow = request.isSlow ?? host.isSlow;
    for (const egress of order) this.#laneOf(host, egress, request.limits);
    const outcome = request.isTrial ? this.#trial(host, order, request.requestClass) : this.#refusal(host, order, request.requestClass);
    if (outcome) return Promise.resolve(outcome);
    const isNext = request.hasBegun && this.#total < this.options.total;
    const [lane] = isNext ? inOrder(this.#startable(host, request.requestClass, this.#now()), order) : [];
    if (lane) return Promise.resolve({ slot: this.#occupy(host, lane, request.requestClass) });
    return new Promise((resolve) => this.#enqueue(host, { request, order }, resolve));
  }

  /** Whether a high-priority request could be sent to the host at once: of a full process it gets the next slot, which is soon. */
  hasFreeSlot(name: string, egressKey: string): boolean {
    const host = this.hosts.get(name);
    if (!host || host.queue.hasHighPriority) return !host;
    if (egressOrderFor(this.options.egresses, egressKey).some((egress) => !host.lanes.has(egress.name))) return true;
    return this.#startable(host, 'instant', this.#now()).length > 0;
  }

  /** Whether a high-priority request would start within a time, or be refused at once: its circuit is open. */
  startsWithin(name: string, egressKey: string, ms: number): boolean {
    const host = this.hosts.get(name);
    return !host || this.hasFreeSlot(name, egressKey) || servesWithin(host, ms, this.#now(), (egress) => this.#position(egress));
  }

  /** Serves waiting requests again after shares have changed. */
  serveWaiting(): void {
    for (const host of this.hosts.values()) if (host.queue.length > 0) this.#makeReady(host);
    this.#serve();
  }

  /** Whether this worker holds no more slots anywhere than its share, and has started no more requests within a second. */
  isWithinShares(): boolean {
    const now = this.#now();
    const lanes = [...this.hosts.values()].flatMap((host) => [...host.lanes.values()]);
    return lanes.every((lane) => {
      const position = this.#position(lane.egress);
      return position ? lane.isWithin(position, now) : lane.inFlight === 0;
    });
  }

  /** The lane of a host and egress, created if missing, so that findings of other workers can be adopted; undefined: unknown egress. */
  lane(name: string, egressName: string): Lane | undefined {
    const egress = this.options.egresses.find((each) => each.name === egressName);
    return egress && this.#laneOf(this.#hostOf(name), egress, undefined);
  }

  /** Refuses all requests that wait at a host whose circuits are all open. */
  refuseWaitingIfOpen(name: string): void {
    const host = this.hosts.get(name);
    if (!host || host.queue.length === 0 || ![...host.lanes.values()].every((lane) => lane.circuitState(this.#now()) !== 'closed')) return;
    for (const { settle } of host.queue.drain())
      settle({ refusal: { reason: refusalReason([...host.lanes.values()]), isTrialDue: false } });
  }

  /** Whether only this process blocks the request, by its cap or for want of a position in the fleet: coming back later gains nothing. */
  #waitsForProcess(host: HostState, { request, requestClass, waits }: Waiting): boolean {
    if (requestClass === 'instant' || request.hasBegun) return false;
    if (waits <= POSITION_WAITS && [...host.lanes.values()].every(({ egress }) => this.#position(egress) === null)) return true;
    const isHeld = this.#total >= this.options.total || this.#isPaced(requestClass);
    return isHeld && this.#startable(host, requestClass, this.#now()).length > 0;
  }

  /** Whether a request of the class has to wait for the next iteration of the event loop. */
  #isPaced(requestClass: RequestClass): boolean {
    return this.options.pace?.hasRoom === false && !isHighPriority(requestClass);
  }

  #makeReady(host: HostState): void {
    this.#ready.add(host, host.queue.hasHighPriority ? 'awaited' : host.isSlow ? 'slow' : 'other');
  }

  #hostOf(name: string): HostState {
    const host = this.hosts.get(name) ?? { name, queue: new WaitQueue(), lanes: new Map(), isSlow: false };
    this.hosts.set(name, host);
    return host;
  }

  #laneOf(host: HostState, egress: Egress, limits: LimitOverrides | undefined): Lane {
    const lane = host.lanes.get(egress.name) ?? new Lane(host.name, egress, this.options.host);
    if (limits) lane.override(limits);
    host.lanes.set(egress.name, lane);
    return lane;
  }

  #position(egress: Egress): FleetPosition | null {
    return this.options.position ? this.options.position(egress.name) : SOLE_MEMBER;
  }

  #refusal(host: HostState, order: readonly Egress[], requestClass: RequestClass): SlotResult | null {
    const now = this.#now();
    const lanes = lanesOf(host, order);
    for (const lane of lanes) this.#openIfStalled(lane, requestClass, now);
    if (lanes.some((lane) => lane.circuitState(now) === 'closed')) return null;
    return { refusal: { reason: refusalReason(lanes), isTrialDue: lanes.some((lane) => lane.circuitState(now) === 'trial_due') } };
  }

  /** Grants a trial, the fleet's only request through an open circuit, without queueing and without a share; null: no circuit is open. */
  #trial(host: HostState, order: readonly Egress[], requestClass: RequestClass): SlotResult | null {
    const now = this.#now();
    const open = lanesOf(host, order).filter((lane) => lane.circuitState(now) !== 'closed');
    if (open.length === 0) return null;
    const lane = open.find((each) => each.circuitState(now) === 'trial_due') ?? open[0];
    const isPossible = lane && lane.inFlight < lane.limit.concurrency && lane.egress.isUsable(now) && this.#position(lane.egress) !== null;
    return isPossible && this.#total < this.options.total ? { slot: this.#occupy(host, lane, requestClass) } : BUSY;
  }

  #openIfStalled(lane: Lane, requestClass: RequestClass, now: number): void {
    const position = this.#position(lane.egress);
    if (lane.egress.health.failedSince !== null || !position || !lane.openIfStalled(position, requestClass, now)) return;
    this.options.onChange?.(lane);
    this.refuseWaitingIfOpen(lane.host);
    if (!this.hosts.get(lane.host)?.isSlow) lane.notifyStalled();
  }

  #enqueue(host: HostState, { request, order }: Pick<Waiting, 'request' | 'order'>, resolve: (result: SlotResult) => void): void {
    const { signal, requestClass, fairnessKey, isDeep } = request;
    let timer: NodeJS.Timeout | undefined;
    const settle = (result: SlotResult): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      host.queue.cancel(waiting);
      this.#demand.change(-1, isDeep);
      resolve(result);
    };
    const onAbort = (): void => settle(INTERRUPTED);
    const waiting: Waiting = { request, order, requestClass, fairnessKey, isDeep, settle, waits: 0 };
    const onTimeout = (): void => {
      for (const lane of lanesOf(host, order)) this.#openIfStalled(lane, requestClass, this.#now()); // may settle this one too
      if (!host.queue.has(waiting)) return;
      waiting.waits += 1;
      if (request.keepWaiting?.() || this.#waitsForProcess(host, waiting)) timer = setTimeout(onTimeout, request.maxWaitMs);
      else settle(BUSY);
    };
    setMaxListeners(0, signal); // one signal may end hundreds of waiting requests
    signal.addEventListener('abort', onAbort, { once: true });
    if (Number.isFinite(request.maxWaitMs)) timer = setTimeout(onTimeout, request.maxWaitMs);
    host.queue.add(waiting);
    this.#demand.change(1, isDeep);
    this.#makeReady(host);
    this.#serve();
  }

  /** Grants free slots until no waiting request can be served. */
  #serve(): void {
    if (this.#isServing) return; // a granted request may end, or another begin, within this call
    this.#isServing = true;
    try {
      while (this.#total < this.options.total) {
        const host = this.options.pace?.hasRoom === false ? this.#ready.nextAwaited() : this.#ready.next();
        if (!host) return;
        if (this.#grantOne(host)) this.#makeReady(host);
        else this.#lookAgainLater(host);
      }
    } finally {
      this.#isServing = false;
    }
  }

  #grantOne(host: HostState): boolean {
    const now = this.#now();
    // Evaluated once per class: the fleet's lease may end at any moment, and a request taken from the queue must be granted a slot.
    const lanes = new Map<RequestClass, Lane[]>();
    const waiting = host.queue.take((requestClass) => {
      const startable = lanes.get(requestClass) ?? this.#startable(host, requestClass, now);
      lanes.set(requestClass, startable);
      return startable.length > 0 && !this.#isPaced(requestClass);
    });
    const [lane] = waiting ? inOrder(lanes.get(waiting.requestClass) ?? [], waiting.order) : [];
    if (waiting && lane) waiting.settle({ slot: this.#occupy(host, lane, waiting.requestClass) });
    if (waiting && !isHighPriority(waiting.requestClass)) this.options.pace?.count();
    return waiting !== undefined;
  }

  #startable(host: HostState, requestClass: RequestClass, now: number): Lane[] {
    return candidateLanes(host, requestClass, now).filter((lane) => lane.canStart(this.#position(lane.egress), requestClass, now));
  }

  /** Schedules a later attempt when the rate or the egress holds the host back; a host without a free slot is served on release. */
  #lookAgainLater(host: HostState): void {
    clearTimeout(host.timer); // it was set for an earlier waiter
    const requestClass = host.queue.firstClass;
    if (!requestClass) return;
    const now = this.#now();
    const waits = candidateLanes(host, requestClass, now).flatMap((lane) => {
      const position = this.#position(lane.egress);
      return position ? lane.msUntilServed(position, requestClass, now) : []; // `serveWaiting` follows when there is one
    });
    const soonest = Math.min(...waits);
    if (!Number.isFinite(soonest)) return;
    host.timer = setTimeout(
      () => {
        this.#makeReady(host);
        this.#serve();
      },
      Math.max(1, soonest),
    );
  }

  #occupy(host: HostState, lane: Lane, requestClass: RequestClass): Slot {
    const sentAt = this.#now();
    const { egress } = lane;
    const finish = lane.start(this.#position(egress) ?? SOLE_MEMBER, requestClass, sentAt, () => slot.onStall?.());
    const ended = egress.started(sentAt);
    this.#total += 1;
    this.#demand.countSent(sentAt);
    let isHeld = true;
    const slot: Slot = {
      egress,
      onStall: null,
      countRetry: () => lane.countRetry(this.#now()),
      markRejected: () => lane.reject(this.#now()),
      end: (end) => {
        if (!isHeld) return;
        isHeld = false;
        this.#total -= 1;
        ended();
        const before = [lane.limit.concurrency, lane.circuit.openUntil];
        this.#evaluateEgress(lane, end, sentAt);
        const isEgressFault = isFailure(end) && egress.health.hasFailedSince(sentAt);
        finish(isEgressFault ? { kind: 'none' } : end, this.#now());
        if (lane.limit.concurrency !== before[0] || lane.circuit.openUntil !== before[1]) this.options.onChange?.(lane);
        if (lane.circuit.openUntil !== null) this.refuseWaitingIfOpen(host.name);
        if (host.queue.length > 0) this.#makeReady(host);
        this.#serve();
      },
    };
    return slot;
  }

  #evaluateEgress({ host, egress }: Lane, end: RequestEnd, sentAt: number): void {
    if (end.kind === 'none') return;
    const now = this.#now();
    const hasChanged = isFailure(end) ? egress.health.recordFailure(host, sentAt, now) : egress.health.recordResponse(host, sentAt, now);
    if (!hasChanged) return;
    for (const closed of closeCircuits(this.hosts.values(), egress)) this.options.onChange?.(closed);
    this.options.onEgress?.(egress);
    if (egress.health.failedSince === null) this.serveWaiting();
  }
}
