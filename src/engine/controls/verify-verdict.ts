import { applyControl, type Control, type ControlKind, isSlow } from '../../domain/calibration/control.js';
import { applyDomainControl, type DomainControl } from '../../domain/calibration/domain-control.js';
import { controlKindOf } from '../../domain/calibration/weak-evidence.js';
import type { Platform } from '../../domain/catalogue/platform.js';
import type { ProbeRule } from '../../domain/catalogue/probe-rule.js';
import type { Conclusive, InconclusiveReason, Verdict } from '../../domain/evaluation/verdict.js';
import type { QueueTicket, RequestClass } from '../../domain/flow/request-class.js';
import type { Identity } from '../../domain/identity/identity.js';
import { parallelTicket, REQUIRED_TICKET } from './control-probes.js';
import type { ControlRunner, StoredControl } from './control-runner.js';
import type { ControlTarget } from './control-target.js';
import { nextTransition, repeatedBeside, type Step } from './verification.js';

export interface PendingVerdict {
  readonly platform: Platform;
  /** What the platform is asked about. */
  readonly identity: Identity;
  readonly stored: StoredControl;
  /** The verdict of the platform's own probe, which may still be under way. */
  readonly verdict: Promise<Verdict>;
  readonly now: () => Date;
  /** Class of the platform's own request. */
  readonly requestClass: RequestClass;
}

/**
 * Accepts a verdict while a valid control supports it; without one a control runs in parallel to the probe. What else it needs is
 * `VERIFICATION_TABLE`. A "registered" about an address needs a negative control at its mail domain as well (`domain-control.ts`): beside
 * the probe where a caller waits for an instant answer.
 *
 * @returns the verdict with the time of its control, or an inconclusive one that says why it does not count
 */
export async function verifyVerdict(controls: ControlRunner, pending: PendingVerdict): Promise<Verdict> {
  const { platform, identity, stored, requestClass, now } = pending;
  const rule = platform.probes[identity.type];
  const target = controls.target(platform, identity.type);
  if (!rule || !target) return applyControl(await pending.verdict, undefined, now());
  const contradictions = target.contradictions;
  const wasBlocked = target.newest(stored)?.outcome.state === 'blocked';
  const beside = wasBlocked ? null : probeBeside(target, rule, pending, parallelTicket(requestClass, stored.control));
  beside?.catch(() => undefined); // it may not be awaited: a rejection must not go unhandled
  const besideDomain = requestClass === 'instant' && !wasBlocked ? startDomainControl(controls, rule, pending) : undefined;
  const verdict = await pending.verdict;
  // A control does not improve an inconclusive verdict: a platform that hangs must not delay its lookup by known accounts as well.
  if (verdict.state === 'inconclusive') return verdict;
  const domain = verdict.state === 'registered' ? (besideDomain ?? startDomainControl(controls, rule, pending)) : undefined;
  const { current, repeated } = await (beside ?? probeBeside(target, rule, pending, REQUIRED_TICKET));
  const done: Step[] = [];
  let control: Control = current;
  if (repeated?.kind === controlKindOf(verdict.state)) {
    done.push(repeated.kind);
    control = await repeated.control;
  }
  for (;;) {
    const isContradicted = target.contradictions !== contradictions;
    const next = nextTransition({ rule, verdict, control, isContradicted, done, now: now() });
    if ('omit' in next) return omitted(verdict, next.omit, next.because);
    if ('end' in next) {
      const admitted = applyControl(verdict, control, now());
      return domain ? applyDomainControl(admitted, await domain) : admitted;
    }
    done.push(next.probe);
    control = await carryOut(target, next.probe, control);
  }
}

function carryOut(target: ControlTarget, step: Step, control: Control): Promise<Control> {
  switch (step) {
    case 'changed':
    case 'after':
      return target.runAfter(control, REQUIRED_TICKET);
    case 'positive':
    case 'negative':
      return target.refresh(control, step, REQUIRED_TICKET);
    case 'whole':
      return target.run(control, REQUIRED_TICKET);
  }
}

/** What runs beside a probe: the current control, and one of its kinds that is repeated for verdicts on weak evidence. */
interface Beside {
  readonly current: Control;
  readonly repeated?: { readonly kind: ControlKind; readonly control: Promise<Control> } | undefined;
}

/** Carries out `BESIDE_TABLE`. */
async function probeBeside(target: ControlTarget, rule: ProbeRule, { stored, now }: PendingVerdict, queue: QueueTicket): Promise<Beside> {
  const newest = target.newest(stored);
  const isCurrent = newest !== undefined && (await target.isCurrent(newest));
  // Its history goes on when the rule changes: facts of the earlier one may stem from a fault.
  const current = isCurrent ? newest : await target.run(newest ?? stored.control, queue);
  const kind = repeatedBeside({ rule, control: current, now: now() });
  if (kind === null) return { current };
  const control = target.refresh(current, kind, isSlow(current) ? REQUIRED_TICKET : queue);
  control.catch(() => undefined); // it may not be awaited: a rejection must not go unhandled
  return { current, repeated: { kind, control } };
}

/** The control at the address's mail domain, where a "registered" needs one: the cached one, or one that begins now. */
function startDomainControl(
  { domains }: ControlRunner,
  rule: ProbeRule,
  { platform, identity, requestClass, stored }: PendingVerdict,
): Promise<DomainControl> | undefined {
  if (!domains?.isNeeded(rule, identity)) return undefined;
  const queue = requestClass === 'instant' ? parallelTicket(requestClass, stored.control) : REQUIRED_TICKET;
  const control = domains.get(platform, rule, identity, queue);
  control.catch(() => undefined); // as above
  return control;
}

function omitted(verdict: Conclusive, reason: InconclusiveReason, why: string): Verdict {
  return { state: 'inconclusive', reason, evidence: { ...verdict.evidence, explanation: `${verdict.evidence.explanation}; ${why}` } };
}
