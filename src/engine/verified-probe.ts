import type { Platform } from './catalogue/rules/platform.js';
import type { ProbeRule } from './catalogue/rules/probe-rule.js';
import { REQUIRED_TICKET } from './controls/control-probes.js';
import { PROBE_DEADLINE_MS } from './controls/probe-control.js';
import { isSlow } from './controls/control.js';
import type { ControlRunner, StoredControl } from './controls/control-runner.js';
import { suspectRefusal, verifyVerdict } from './controls/verify-verdict.js';
import type { Verdict } from './evaluation/verdict.js';
import { verdictWithinRule } from './evaluation/verdict-within-rule.js';
import type { QueueTicket } from './flow/request-class.js';
import type { PlatformProber } from './http/prober.js';
import type { Identity } from '../kernel/identity/identity.js';

export interface VerifiedProbePorts {
  readonly prober: PlatformProber;
  readonly controls: ControlRunner;
  readonly now: () => Date;
}

export interface VerifiedProbe {
  readonly platform: Platform;
  readonly rule: ProbeRule;
  readonly identity: Identity;
  /** The newest control that the caller knows, and when it read it. */
  readonly stored: StoredControl;
  readonly queue: QueueTicket;
  readonly signal: AbortSignal;
  /** Called when the platform's own request is sent. */
  readonly onStart: () => void;
}

/**
 * Probes one identity on one platform: nothing is sent while a suspect rule has no valid control, and a verdict counts with the control
 * that it needs only, and only as far as its rule can tell.
 *
 * @returns a verdict, inconclusive with its reason where the answer does not count; it throws when a control cannot be read or stored
 */
export async function probeVerified({ prober, controls, now }: VerifiedProbePorts, probe: VerifiedProbe): Promise<Verdict> {
  const { platform, rule, identity, stored, queue, signal } = probe;
  const pending = { platform, identity, stored, requestClass: queue.requestClass };
  const refusal = await suspectRefusal(controls, pending);
  if (refusal !== null) return refusal;
  const within = (verdict: Verdict): Verdict => verdictWithinRule(rule, verdict);
  let markSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    markSent = resolve;
  });
  const send = (ticket: QueueTicket, onStart?: () => void): Promise<Verdict> =>
    prober.probe(platform, identity, { signal, deadlineMs: PROBE_DEADLINE_MS, queue: ticket, onStart });
  const answer = send({ ...queue, isSlow: isSlow(stored.control) }, () => {
    markSent();
    probe.onStart();
  });
  const verdict = answer.then(within); // one that cannot count needs no control
  return verifyVerdict(controls, { ...pending, verdict, sent, repeat: () => send(REQUIRED_TICKET), now }).then(within);
}
