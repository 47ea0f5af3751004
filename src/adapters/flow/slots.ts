import type { QueueTicket } from '../../domain/flow/request-class.js';
import type { FleetPosition } from '../../domain/flow/shares.js';
import type { Egress } from './egresses.js';
import type { HostLimits, Lane, RequestEnd } from './lane.js';
import type { Waiter, WaitQueue } from './wait-queue.js';

/** How often a request is looked at again that waits for its egress, in milliseconds. */
export const EGRESS_POLL_MS = 250;

export interface SlotRequest extends QueueTicket {
  /** What shares the limits: the host, without the identity where that is part of it. */
  readonly host: string;
  /** Decides which egress is tried first: the platform. */
  readonly egressKey: string;
  /** Limits of the catalogue entry in place of the default ones. */
  readonly limits?: Partial<HostLimits> | undefined;
  readonly signal: AbortSignal;
  /** Passes an open circuit: its answer decides whether it closes. */
  readonly isTrial?: boolean | undefined;
}

/** A request's place among those in flight. */
export interface Slot {
  readonly egress: Egress;
  /** Counts a retry of the same request. */
  retried(): void;
  /** The host turned the egress away. */
  rejected(): void;
  /** Told when the host has stalled: its circuit has opened, and this request need not be waited for. */
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
  /** Default limits of a host. */
  readonly host: HostLimits;
  /** Requests in flight in this process, and further ones for requests that somebody waits for. */
  readonly total: number;
  readonly reserve: number;
  /** This worker's place in the fleet for an egress; null: nothing may be started now. Default: the only worker. */
  readonly position?: (egress: string) => FleetPosition | null;
  /** Told of lanes whose limit or circuit changed. */
  readonly onChange?: (lane: Lane) => void;
  /** Told when an egress fails or works again. */
  readonly onEgress?: (egress: Egress) => void;
  /** Milliseconds, growing. */
  readonly now?: () => number;
}

/** A request in the queue of its host. */
export interface Waiting extends Waiter {
  readonly request: SlotRequest;
  readonly order: readonly Egress[];
  readonly settle: (result: SlotResult) => void;
}

/** What is known of one host: who waits there, and its lanes by egress. */
export interface HostState {
  readonly name: string;
  readonly queue: WaitQueue<Waiting>;
  readonly lanes: Map<string, Lane>;
  /** Known to take long: its requests may use the reserve and are begun before others. */
  isSlow: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/** The host's lanes, in the order of the egresses. */
export function lanesOf(host: HostState, order: readonly Egress[]): Lane[] {
  return order.flatMap(({ name }) => host.lanes.get(name) ?? []);
}

/** Why nothing may be sent through open circuits. While it may be the egress that failed, it is no fault of the host. */
export function reasonOf(lanes: readonly Lane[]): 'busy' | 'unavailable' {
  return lanes.some((lane) => lane.isInDoubt) ? 'busy' : 'unavailable';
}

/** Closes the circuits of an egress: its fault is none of the hosts'. One that is down as well opens its circuit again. @returns those that were open */
export function closeCircuits(hosts: Iterable<HostState>, egress: Egress): Lane[] {
  const lanes = [...hosts].flatMap(({ lanes: each }) => each.get(egress.name) ?? []);
  const open = lanes.filter((lane) => lane.circuit.openUntil !== null);
  for (const lane of lanes) lane.closeCircuit();
  return open;
}
