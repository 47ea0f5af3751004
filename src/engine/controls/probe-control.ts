import type { Platform } from '../catalogue/rules/platform.js';
import type { BackoffStore } from '../catalogue/rules/ports.js';
import type { PlatformProber } from '../http/prober.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';

/** Time limit of one probe, of a lookup or a control, in milliseconds from the moment a connection slot is free. */
export const PROBE_DEADLINE_MS = 10_000;

/** What sends the probes of a control. */
export interface SendingPorts {
  readonly prober: PlatformProber;
  readonly backoffs: BackoffStore;
}

/** Probes a platform for a control. It belongs to no lookup, and does not end with the lookup that happened to need it first. */
export async function probeControl(
  { prober, backoffs }: SendingPorts,
  platform: Platform,
  identity: Identity,
  queue: QueueTicket,
): Promise<Verdict> {
  const verdict = await prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, queue });
  if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
    await backoffs.backOff(platform.slug, verdict.retryAfterSeconds, verdict.reason);
  }
  return verdict;
}

/**
 * Whether flow control or an operator's switch held the request back, or this process ended it while stopping: nothing else interrupts a
 * control.
 */
export function isUnsent(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && ['busy', 'unavailable', 'interrupted', 'disabled'].includes(verdict.reason);
}
