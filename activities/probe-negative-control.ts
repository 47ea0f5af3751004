import type { QueryType } from '../src/domain/identity/identity.js';
import type { Platform } from '../src/domain/catalogue/platform.js';
import type { NegativeControlIdentities, PlatformProber } from '../src/domain/catalogue/ports.js';
import type { Verdict } from '../src/domain/evaluation/verdict.js';
import { PROBE_DEADLINE_MS } from './control-probes.js';
import { AHEAD_TICKET } from './controls.js';

export interface NegativeControlPorts {
  readonly prober: PlatformProber;
  readonly negativeIdentities: NegativeControlIdentities;
}

interface NegativeControlOptions {
  /** Longest wait for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Passes an open circuit. */
  readonly isTrial?: boolean;
  /** Called last, once there is a request to send; false: it is not sent. */
  readonly maySend?: () => Promise<boolean>;
}

/**
 * Probes a platform with an identity that cannot exist, in the lowest request class: what counts is whether the platform responds.
 *
 * @returns null when no such identity can be made for the platform, or `mayAsk` refused
 */
export async function probeNegativeControl(
  { prober, negativeIdentities }: NegativeControlPorts,
  platform: Platform,
  subject: QueryType,
  question: NegativeControlOptions,
): Promise<Verdict | null> {
  const { maxWaitMs, isTrial, maySend } = question;
  const rule = platform.probes[subject];
  const identity = rule && negativeIdentities.make(rule, subject);
  if (!identity || (maySend && !(await maySend()))) return null;
  return prober.probe(platform, identity, {
    signal: new AbortController().signal,
    deadlineMs: PROBE_DEADLINE_MS,
    queue: { ...AHEAD_TICKET, maxWaitMs },
    ...(isTrial ? { isTrial } : {}),
  });
}
