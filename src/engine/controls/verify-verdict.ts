import { applyControl, CONTROL_STATES, type Control, isSlow } from './control.js';
import { applyDomainControl, type DomainControl } from './domain-control.js';
import { withheldNo } from './traffic.js';
import { asUntried, needsPositiveControl } from './weak-evidence.js';
import type { Platform } from '../catalogue/rules/platform.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { type Conclusive, type InconclusiveReason, type Verdict, unsentVerdict } from '../evaluation/verdict.js';
import type { QueueTicket, RequestClass } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { parallelTicket, REQUIRED_TICKET } from './control-probes.js';
import type { ControlRunner, StoredControl } from './control-runner.js';
import type { ControlTarget } from './control-target.js';
import { nextTransition, type Step, stepsBehind } from './verification.js';

export interface PendingVerdict {
  readonly platform: Platform;
  readonly identity: Identity;
  readonly stored: StoredControl;
  /** The verdict of the platform's own probe, which may still be under way. */
  readonly verdict: Promise<Verdict>;
  /** Resolves once the platform's own request is sent. */
  readonly sent: Promise<void>;
  /** Probes the identity once more, ahead of requests that were not sent yet. */
  readonly repeat: () => Promise<Verdict>;
  readonly now: () => Date;
  readonly requestClass: RequestClass;
}

/**
 * Runs the control of a suspect rule before anything is asked about somebody, as long as none is valid: most such platforms have moved or
 * answer browsers only, and then they need not learn of anybody.
 *
 * @returns why the platform is not asked; null where it may be
 */
export async function suspectRefusal(
  controls: ControlRunner,
  { platform, identity, stored, requestClass }: Pick<PendingVerdict, 'platform' | 'identity' | 'stored' | 'requestClass'>,
): Promise<Verdict | null> {
  const target = platform.probes[identity.type]?.suspect === undefined ? undefined : controls.target(platform, identity.type);
  if (!target) return null;
  const { outcome } = await currentControl(target, stored, parallelTicket(requestClass, stored.control));
  const reason = CONTROL_STATES[outcome.state].refusal;
  if (reason === null) return null;
  const explanation = `not probed: control ${outcome.state} (${outcome.explanation})`;
  return unsentVerdict(reason, explanation, platform.slug);
}

/** A verdict while it is verified. */
interface Verification extends PendingVerdict {
  readonly target: ControlTarget;
  readonly rule: ProbeRule;
  /** Steps that were sent right behind the probe. */
  readonly behind: Map<Step, Promise<StepResult>>;
}

/** After a step: the control that the verdict rests on, if another one; or why it does not count; or what its repetition gave instead. */
type StepResult = { readonly control?: Control } | { readonly because: string } | { readonly instead: Verdict };

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
  const verification: Verification = { ...pending, target, rule, behind: new Map() };
  const contradictions = target.contradictions;
  const askedAt = now().getTime();
  // A platform that blocked its last control gets one request at a time: most still block, and then no control is needed.
  const wasBlocked = target.newest(stored)?.outcome.state === 'blocked';
  const beside = wasBlocked ? null : probeBeside(verification, parallelTicket(requestClass, stored.control));
  beside?.catch(() => undefined); // it may not be awaited: a rejection must not go unhandled
  const besideDomain = requestClass === 'instant' && !wasBlocked ? startDomainControl(controls, verification) : undefined;
  const verdict = await pending.verdict;
  // A control does not improve an inconclusive verdict: a platform that hangs must not delay its lookup by known accounts as well.
  if (verdict.state === 'inconclusive') return verdict;
  const domain = verdict.state === 'registered' ? (besideDomain ?? startDomainControl(controls, verification)) : undefined;
  const { current, positive } = await (beside ?? probeBeside(verification, REQUIRED_TICKET));
  const done: Step[] = [];
  let control = current;
  if (positive && verdict.state === 'not_registered') {
    done.push('positive');
    control = await positive;
  }
  const { denials } = target;
  const number = verdict.state === 'not_registered' ? denials.add(now().getTime(), control) : 0;
  const { outcome } = control;
  // A rule that may not deny has no known account: its "no" rests on none.
  if (denials.isLast(number) && outcome.state === 'passed' && outcome.mayDeny)
    denials.proveAhead(() => target.refreshAfter(control, REQUIRED_TICKET));
  const ahead = denials.isBeyond(number) ? await denials.ahead : undefined;
  if (ahead && ahead.checkedAt >= control.checkedAt) control = ahead;
  const isUnproven = number > 0 && denials.isBeyond(denials.count(control));
  for (;;) {
    const isContradicted = target.contradictions !== contradictions;
    const form = target.spellings.proofOf(control, identity.value);
    const next = nextTransition({
      rule,
      verdict,
      name: identity.value,
      requestClass,
      control,
      contradictions: target.recentContradictions(control),
      isContradicted,
      isUnproven,
      form,
      done,
      now: now(),
    });
    if ('omit' in next) return omitted(verdict, next.omit, next.because);
    if ('end' in next) {
      const admitted = applyControl(verdict, control, now());
      if (admitted.state === 'registered') {
        if (verdict.ageMs === undefined) denials.prove(askedAt);
        await target.spellings.prove(control, identity.value);
      }
      if (domain) return applyDomainControl(admitted, await domain, control);
      if (admitted.state !== 'inconclusive' || isContradicted || form !== 'proven') return admitted;
      const withheld = withheldNo(rule, verdict, control, { contradictions: target.recentContradictions(control), now: now() });
      return withheld ? { ...admitted, withheld } : admitted;
    }
    done.push(next.probe);
    const result = await (verification.behind.get(next.probe) ?? carryOut(next.probe, verification, control, verdict));
    if ('instead' in result) return result.instead;
    if ('because' in result) return omitted(verdict, 'unconfirmed', result.because);
    // What was sent behind the probe began with an earlier control than the one that was run since.
    if (result.control && result.control.checkedAt >= control.checkedAt) control = result.control;
  }
}

/** @param verdict of the platform's own request; absent while it is pending */
async function carryOut(
  step: Step,
  { target, identity, repeat }: Verification,
  control: Control,
  verdict?: Conclusive,
): Promise<StepResult> {
  switch (step) {
    case 'changed':
    case 'after':
      return { control: await target.runAfter(control, REQUIRED_TICKET) };
    case 'whole':
      return { control: await target.run(control, REQUIRED_TICKET) };
    case 'positive':
      return { control: await target.refresh(control, REQUIRED_TICKET) };
    case 'positive_behind':
      return { control: await target.refreshAfter(control, REQUIRED_TICKET, true) };
    case 'positive_after':
    case 'positive_again':
      return { control: await target.refreshAfter(control, REQUIRED_TICKET) };
    case 'pages':
      return { control: await target.withSitePages(control, REQUIRED_TICKET) };
    case 'similar': {
      const outcome = await target.formControl(identity, control, REQUIRED_TICKET, false);
      return outcome === 'free' ? {} : { because: `the negative control of its shape: ${outcome}` };
    }
    case 'form': {
      const outcome = await target.formControl(identity, control, REQUIRED_TICKET, true);
      return outcome === 'free' ? {} : { because: `the negative control of its form: ${outcome}` };
    }
    case 'known_form':
      return { control: await target.spellings.withFormsOf(control, identity.value) };
    case 'repeat': {
      const again = await repeat();
      if (again.state === 'inconclusive') return { instead: again };
      if (again.ageMs !== undefined) return { because: 'a cache answered when it was repeated' };
      if (again.state === verdict?.state) return {};
      await target.contradictAnswer(verdict?.state === 'not_registered' ? asUntried(control) : control);
      return { because: `"${again.state}" when it was repeated` };
    }
  }
}

/** What runs beside a probe: the current control, and its positive one again, if a "no" on weak evidence would need it. */
interface Beside {
  readonly current: Control;
  readonly positive?: Promise<Control> | undefined;
}

async function probeBeside(verification: Verification, queue: QueueTicket): Promise<Beside> {
  const { target, rule, stored, now, requestClass, sent, behind } = verification;
  const current = await currentControl(target, stored, queue);
  for (const step of stepsBehind(rule, current, requestClass, { now: now(), isFull: target.denials.isFull(current) })) {
    const result = Promise.race([sent, verification.verdict]).then(() => carryOut(step, verification, current));
    result.catch(() => undefined); // as above
    behind.set(step, result);
  }
  if (!needsPositiveControl(rule, current, now())) return { current };
  const positive = target.refresh(current, isSlow(current) ? REQUIRED_TICKET : queue);
  positive.catch(() => undefined); // as above
  return { current, positive };
}

/** The newest control while it is valid, else a whole one that is run now. */
async function currentControl(target: ControlTarget, stored: StoredControl, queue: QueueTicket): Promise<Control> {
  const newest = target.newest(stored);
  if (newest !== undefined && (await target.isCurrent(newest))) return newest;
  // Its history goes on when the rule changes: facts of the earlier one may stem from a fault.
  return target.run(newest ?? stored.control, queue);
}

/** The control at the address's mail domain, where a "registered" needs one: the cached one, or one that begins now. */
function startDomainControl(
  { domains }: ControlRunner,
  { rule, platform, identity, requestClass, stored }: Verification,
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
