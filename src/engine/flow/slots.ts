import { isHighPriority, type QueueTicket, type RequestClass } from './request-class.js';
import type { FleetPosition } from './fleet-shares.js';
import type { Egress } from './egresses.js';
import type { HostLimits, Lane, LimitOverrides, RequestEnd } from './lane.js';
import type { Waiter, WaitQueue } from './wait-queue.js';

/**
 * How often a request waits its time again while this worker has no position in the fleet. Its lease ends where the machine is too busy
 * to renew it; shards that came back for nothing each second kept four workers on two cores as busy as that.
 */
export const POSITION_WAITS = 10;

export interface SlotRequest extends QueueTicket {
  /** Key of the limits: the host, without the identity where that is part of it. */
  readonly host: string;
  /** Decides which egress is tried first: the platform. */
  readonly egressKey: string;
  /** Limits of the catalogue entry in place of the default ones. */
  readonly limits?: LimitOverrides | undefined;
  readonly signal: AbortSignal;
  /** Passes an open circuit: its response decides whether the circuit closes. */
  readonly isTrial?: boolean | undefined;
  /** Its call has begun, and goes on before others begin: its time is running. */
  readonly hasBegun?: boolean | undefined;
}

/** How many calls begin in an iteration of the event loop. */
export interface StartPace {
  /** Whether one may begin in this iteration. */
  readonly hasRoom: boolean;
  /** Counts one that begins. */
  count(): void;
  /** Called in each iteration that has room again. */
  onRoom: () => void;
}

/** Permission for one request in flight. */
export interface Slot {
  readonly egress: Egress;
  countRetry(): void;
  /** Records that the host rejected the egress. */
  markRejected(): void;
  /** Called when the host has stalled: its circuit has opened, and this request need not be awaited. */
  onStall: (() => void) | null;
  /** Frees the slot and records how the request ended. Only the first call counts. */
  end(end: RequestEnd): void;
}

export type Refusal = {
  readonly reason: 'busy' | 'unavailable' | 'interrupted';
  /** Whether a trial request may show that the host is back. */
  readonly isTrialDue: boolean;
};
export type SlotResult = { readonly slot: Slot } | { readonly refusal: Refusal };
export const BUSY: SlotResult = { refusal: { reason: 'busy', isTrialDue: false } };
export const INTERRUPTED: SlotResult = { refusal: { reason: 'interrupted', isTrialDue: false } };

export interface FlowControlOptions {
  readonly egresses: readonly Egress[];
  readonly host: HostLimits;
  /** Requests in flight in this process. */
  readonly total: number;
  /** This worker's position in the fleet for an egress; null: no request may start now. Default: the only worker. */
  readonly position?: (egress: string) => FleetPosition | null;
  /** Of calls without high priority; default: as many begin as get a slot. */
  readonly pace?: StartPace;
  /** Called for lanes whose limit or circuit changed. */
  readonly onChange?: (lane: Lane) => void;
  /** Called when an egress fails or works again. */
  readonly onEgress?: (egress: Egress) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface Waiting extends Waiter {
  readonly request: SlotRequest;
  readonly order: readonly Egress[];
  readonly settle: (result: SlotResult) => void;
  /** How often its time was over without a slot. */
  waits: number;
}

/** State of one host: its waiting requests, and its lanes by egress. */
export interface HostState {
  readonly name: string;
  readonly queue: WaitQueue<Waiting>;
  readonly lanes: Map<string, Lane>;
  /** Known to be slow: its requests start before others. */
  isSlow: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/** Lanes with those first whose egresses are preferred. */
export function inOrder(lanes: readonly Lane[], order: readonly Egress[]): readonly Lane[] {
  return lanes.toSorted((one, other) => order.indexOf(one.egress) - order.indexOf(other.egress));
}

/** The host's lanes, in the order of the egresses. */
export function lanesOf(host: HostState, order: readonly Egress[]): Lane[] {
  return order.flatMap(({ name }) => host.lanes.get(name) ?? []);
}

/**
 * Lanes that a request may use when they have a slot: those with a closed circuit, without rejected egresses while another one is left.
 * A lane whose trial is due gets a single normal-priority request: while other egresses of the host work, no request is refused, so none
 * would ask for a trial.
 */
export function candidateLanes(host: HostState, requestClass: RequestClass, now: number): Lane[] {
  const lanes = [...host.lanes.values()];
  const closed = lanes.filter((lane) => lane.circuitState(now) === 'closed');
  const accepted = closed.filter((lane) => !lane.isRejected(now));
  const due = isHighPriority(requestClass) ? [] : lanes.filter((lane) => lane.inFlight === 0 && lane.circuitState(now) === 'trial_due');
  return [...due, ...(accepted.some(({ egress }) => egress.health.failedSince === null) ? accepted : closed)];
}

/** Whether a high-priority request behind those that wait would start within a time, or be refused at once: all circuits are open. */
export function servesWithin(host: HostState, ms: number, now: number, positionOf: (egress: Egress) => FleetPosition | null): boolean {
  const lanes = candidateLanes(host, 'instant', now);
  const isSoon = (lane: Lane): boolean => {
    const position = positionOf(lane.egress);
    return position !== null && lane.waitMs(position, host.queue.highPriority, now) <= ms;
  };
  return lanes.length === 0 || lanes.some(isSoon);
}

/** Why open circuits refuse a request: `busy` while the egress may be at fault, which is no fault of the host. */
export function refusalReason(lanes: readonly Lane[]): 'busy' | 'unavailable' {
  return lanes.some((lane) => lane.isEgressSuspected) ? 'busy' : 'unavailable';
}

/**
 * Closes the circuits of an egress: its fault is not the hosts'. The circuit of a host that is down as well opens again.
 *
 * @returns lanes whose circuit was open
 */
export function closeCircuits(hosts: Iterable<HostState>, egress: Egress): Lane[] {
  const lanes = [...hosts].flatMap(({ lanes: each }) => each.get(egress.name) ?? []);
  const open = lanes.filter((lane) => lane.circuit.openUntil !== null);
  for (const lane of lanes) lane.closeCircuit();
  return open;
}
