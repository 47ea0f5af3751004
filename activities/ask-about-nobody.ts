import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { ImpossibleIdentities, PlatformProber } from '../src/domain/ports.js';
import type { Verdict } from '../src/domain/verdict.js';
import { AHEAD_OF_TIME, PROBE_DEADLINE_MS } from './controls.js';

export interface AskingPorts {
  readonly prober: PlatformProber;
  readonly impossible: ImpossibleIdentities;
}

interface NobodysQuestion {
  /** Longest wait for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Passes an open circuit. */
  readonly isTrial?: boolean;
  /** Called last, once there is a request to send; false: it is not sent. */
  readonly mayAsk?: () => Promise<boolean>;
}

/**
 * Probes a platform with an impossible identity, in the lowest request class: what counts is whether the platform responds.
 *
 * @returns null when no such identity can be made for the platform, or `mayAsk` refused
 */
export async function askAboutNobody(
  { prober, impossible }: AskingPorts,
  platform: Platform,
  subject: QueryType,
  question: NobodysQuestion,
): Promise<Verdict | null> {
  const { maxWaitMs, isTrial, mayAsk } = question;
  const rule = platform.probes[subject];
  const identity = rule && impossible.make(rule, subject);
  if (!identity || (mayAsk && !(await mayAsk()))) return null;
  return prober.probe(platform, identity, {
    signal: new AbortController().signal,
    deadlineMs: PROBE_DEADLINE_MS,
    queue: { ...AHEAD_OF_TIME, maxWaitMs },
    ...(isTrial ? { isTrial } : {}),
  });
}
