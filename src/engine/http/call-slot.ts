/** How a call ended, for its caller and for flow control. */
import type { Deadline } from '../../kernel/net/deadline.js';
import type { InconclusiveReason } from '../evaluation/verdict.js';
import type { Egress } from '../flow/egresses.js';
import type { Refusal, Slot, SlotResult } from '../flow/slots.js';
import type { RequestEnd } from '../flow/lane.js';
import type { RawResponse } from '../../kernel/net/http/client.js';
import { ProbeFailure } from './probe-failure.js';
import type { OutboundRequest } from './types.js';

interface CallSlotOptions {
  /** Key of the limits that the call begins under. */
  readonly limitKey: string;
  readonly deadline: Deadline;
  /** What the call obtained before its request is valid for its first egress only. */
  readonly isBound: boolean;
  /** Waits for a slot as the call does. */
  readonly acquire: (limitKey: string) => Promise<SlotResult>;
}

/**
 * The slot of one call. The call holds it while it sends, and gives it back while it only waits: before a retry, and for what another call
 * obtains for it. Otherwise those who wait for one prelude would take all slots of its host.
 */
export class CallSlot {
  #slot: Slot | null;
  #egress: Egress;
  #limitKey: string;
  /** Whether the start that the slot counted was made: a further one counts as a retry. */
  #hasStarted = false;

  constructor(
    slot: Slot,
    private readonly options: CallSlotOptions,
  ) {
    this.#slot = slot;
    this.#egress = slot.egress;
    this.#limitKey = options.limitKey;
    slot.onStall = options.deadline.expire;
  }

  /** Egress of the newest slot. */
  get egress(): Egress {
    return this.#egress;
  }

  get limitKey(): string {
    return this.#limitKey;
  }

  /** Counts a request that is sent now. */
  countStart(): void {
    if (this.#hasStarted) this.#slot?.countRetry();
    this.#hasStarted = true;
  }

  /** Gives the slot back. @param end what the requests under it say about the host */
  release(end: RequestEnd = { kind: 'none' }): void {
    this.#slot?.end(end);
    this.#slot = null;
  }

  /**
   * Takes a slot again, unless the call holds one.
   *
   * @param limitKey of another host, after a redirect
   * @throws ProbeFailure when it gets none
   */
  async resume(limitKey = this.#limitKey): Promise<void> {
    if (this.#slot !== null) return;
    const { acquire, deadline, isBound } = this.options;
    const acquired = await acquire(limitKey);
    if ('refusal' in acquired) {
      const { reason, detail } = describeRefusal(acquired.refusal);
      throw new ProbeFailure(reason, detail);
    }
    const { slot } = acquired;
    const isOtherEgress = isBound && slot.egress !== this.#egress;
    if (deadline.endReason !== null || isOtherEgress) {
      slot.end({ kind: 'none' });
      throw new ProbeFailure(isOtherEgress ? 'busy' : 'interrupted', 'no slot of its egress was free in time');
    }
    slot.onStall = deadline.expire;
    this.#slot = slot;
    this.#egress = slot.egress;
    this.#limitKey = limitKey;
    this.#hasStarted = false;
  }
}

/** Why flow control gave no slot. */
export function describeRefusal({ reason, isTrialDue }: Refusal) {
  const detail = {
    busy: 'no slot was free in time',
    unavailable: 'the circuit breaker is open',
    interrupted: 'ended while waiting for a slot',
  }[reason];
  return { reason: reason, detail, ...(isTrialDue ? { isTrialDue } : {}) } as const;
}

/** Whether a complete response means that the host is overloaded. */
export function isOverloaded({ status }: RawResponse, { expectedStatuses }: OutboundRequest): boolean {
  return (status === 429 || status === 503) && !expectedStatuses.has(status);
}

/** What a failed call means for its host. A host whose connection breaks, before or within its response, is unreachable. */
export function endOf(reason: InconclusiveReason, status: number | null, latencyMs: number): RequestEnd {
  if (reason === 'timeout') return { kind: 'timeout', latencyMs };
  if (reason === 'rate_limited') return { kind: 'overloaded', latencyMs };
  // A proxy that cannot reach one host reports it as if it had failed itself; a failure for all hosts shows in the egress's health.
  if (reason === 'proxy_failed' || reason === 'unreachable') return { kind: 'unreachable', latencyMs };
  return status === null && reason !== 'too_large' && reason !== 'undecodable' ? { kind: 'none' } : { kind: 'answered', latencyMs };
}
