/** How a call ended, for its caller and for flow control. */
import type { InconclusiveReason } from '../evaluation/verdict.js';
import type { Refusal } from '../flow/flow-control.js';
import type { RequestEnd } from '../flow/lane.js';
import type { RawResponse } from './exchange.js';
import type { OutboundRequest } from './types.js';

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
