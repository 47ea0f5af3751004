/** What the workers of a fleet share about hosts and about themselves. Times are on the store's clock. */

import type { Reachability } from './reachability.js';

/** A live worker. */
export interface FleetMember {
  readonly id: string;
  readonly egresses: readonly string[];
  /** Members whose shares this one has taken into account: it holds no slot above its own share. */
  readonly acknowledgedMembers: readonly string[];
  /** Egresses through which this worker gets no responses; absent before its first report. */
  readonly failedEgresses?: readonly string[];
}

/** Load and health of a worker, for operators. */
export interface MemberStatus {
  /** Whether it takes lookups: from the end of its start to the begin of its end. */
  readonly takesWork: boolean;
  readonly inFlight: number;
  readonly waiting: number;
  readonly deferred: number;
  /** Egresses through which the worker gets no responses at present. */
  readonly failedEgresses: readonly string[];
  /** How requests to platforms ended within the last minute. */
  readonly reachability: Reachability;
  /** The longest queues. */
  readonly queues: readonly { readonly host: string; readonly waiting: number }[];
}

/** What is known of one host through one egress. */
export interface HostFlow {
  readonly host: string;
  readonly egress: string;
  /** Requests in flight for the whole fleet. */
  readonly concurrency: number;
  /** Milliseconds for which the circuit stays open; 0 when a trial is due; null when it is closed. */
  readonly openForMs: number | null;
  readonly trips: number;
}

export interface HostFlowChange extends HostFlow {
  /** Whether the limit was just decreased: then the lower of two workers' limits holds, and an open circuit stays open. */
  readonly isDecrease: boolean;
}

export interface FleetStore {
  /**
   * Adds a worker, also one whose lease had expired. Joins are serialised, so that of two at the same time one sees the other.
   *
   * @returns the other live members
   */
  join(member: FleetMember): Promise<readonly FleetMember[]>;
  /** Renews a lease. @returns the other live members; null when the lease had expired: the worker has to join again */
  renew(member: FleetMember, status: MemberStatus): Promise<readonly FleetMember[] | null>;
  release(id: string): Promise<void>;
  /** How many live workers, of whatever egress pool, take lookups. */
  workers(): Promise<number>;
  /** Load and health of the live members. */
  statuses(): Promise<readonly MemberStatus[]>;
  /** Stores changes of hosts that this worker observed. */
  push(changes: readonly HostFlowChange[]): Promise<void>;
  /** At least what was stored since the cursor of an earlier call. @param after null: the last ten minutes */
  pull(after: string | null): Promise<{ readonly flows: readonly HostFlow[]; readonly cursor: string | null }>;
  /** Claims the trial request of a host whose circuit is half-open. @returns false when another worker makes it */
  claimTrial(host: string): Promise<boolean>;
}
