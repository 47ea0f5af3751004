import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Conclusive } from '../../src/engine/evaluation/verdict.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import type { QueueTicket } from '../../src/engine/flow/request-class.js';
import type { CheckOutcome, Lookup } from '../../src/features/lookups/lookup.js';
import type { Control } from '../../src/engine/controls/control.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';
import type { TrafficCalibration } from '../../src/engine/controls/traffic-calibration.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';

/** What decides, of the context of a lookup's probes: who asks, how its requests wait, and what ends the activity. */
interface TrafficContext {
  readonly lookup: Partial<Pick<Lookup, 'accountId'>>;
  readonly queue: Pick<QueueTicket, 'requestClass'>;
  readonly cancelled: AbortSignal;
  readonly readAt: Date;
}

/** A "no" that only traffic can cover, and its outcome without that. */
interface Withheld {
  readonly platform: Platform;
  readonly rule: ProbeRule;
  readonly identity: Identity;
  readonly outcome: CheckOutcome;
  readonly no: Conclusive;
  readonly stored: Control | undefined;
}

/** @returns decides about the "no" when it is called, waits for that at most 30 seconds, and gives what becomes of the outcome */
export function byTraffic(
  traffic: TrafficCalibration,
  controls: ControlRunner,
  { lookup, queue, cancelled, readAt }: TrafficContext,
  { platform, rule, identity, outcome, no, stored }: Withheld,
): () => Promise<CheckOutcome> {
  return async () => {
    const subject = { platform: outcome.platform, rule, identity, account: lookup.accountId ?? '' };
    const isInstant = queue.requestClass === 'instant';
    const decision = await traffic.decide(subject, { at: outcome.checkedAt, isInstant, signal: cancelled });
    if (decision.is === 'covered') return { ...outcome, state: no.state, reason: null, evidence: no.evidence };
    if ('isLasting' in decision) {
      const target = controls.target(platform, identity.type);
      const control = target?.newest({ control: stored, readAt });
      if (control) await target?.contradictAnswer(control, 'traffic');
    }
    const because = 'because' in decision ? decision.because : decision.is;
    return {
      ...outcome,
      reason: 'uncovered',
      evidence: { ...no.evidence, calibratedBy: undefined, explanation: `${no.evidence.explanation}; ${because}` },
    };
  };
}

/** Lets a "registered" show that its platform does not deny everybody. @param found.sentAt when this lookup's own request began */
export function observeTraffic(
  traffic: TrafficCalibration | undefined,
  { lookup: { accountId } }: Pick<TrafficContext, 'lookup'>,
  { platform, rule, identity }: { readonly platform: Platform; readonly rule: ProbeRule; readonly identity: Identity },
  { verdict, sentAt }: { readonly verdict: Conclusive; readonly sentAt: Date },
): void {
  if (accountId === undefined) return;
  traffic?.observe({ platform: platform.slug, rule, identity, account: accountId }, sentAt, new Date(verdict.evidence.controlAt ?? 0));
}
