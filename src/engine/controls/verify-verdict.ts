import { applyControl, CONTROL_STATES, type Control, covers, isSlow } from './control.js';
import { applyDomainControl, type DomainControl } from './domain-control.js';
import type { DomainControls } from './domain-controls.js';
import { withheldNo } from './traffic.js';
import { asUntried, needsPositiveControl, restsOnWeakEvidence } from './weak-evidence.js';
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
  readonly domains: DomainControls | undefined;
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
  const verification: Verification = { ...pending, target, domains: controls.domains, rule, behind: new Map() };
  const contradictions = target.contradictions;
  const askedAt = now().getTime();
  // A platform that blocked its last control gets one request at a time: most still block, and then no control is needed.
  const wasBlocked = target.newest(stored)?.outcome.state === 'blocked';
  const beside = wasBlocked ? null : probeBeside(verification, parallelTicket(requestClass, stored.control));
  beside?.catch(() => undefined); // it may not be awaited: a rejection must not go unhandled
  const besideDomain = requestClass === 'instant' && !wasBlocked ? startDomainControl(verification) : undefined;
  const verdict = await pending.verdict;
  // A control does not improve an inconclusive verdict: a platform that hangs must not delay its lookup by known accounts as well.
  if (verdict.state === 'inconclusive') return verdict;
  const givenAt = now().getTime() - (verdict.ageMs ?? 0);
  const domain = verdict.state === 'registered' ? (besideDomain ?? startDomainControl(verification)) : undefined;
  const { current, positive } = await (beside ?? probeBeside(verification, REQUIRED_TICKET));
  const done: Step[] = [];
  let control = current;
  if (positive && verdict.state === 'not_registered') {
    done.push('positive');
    control = await positive;
  }
  const counted = await countAnswer(verification, verdict, control);
  control = counted.control;
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
      isUnproven: counted.isUnproven,
      form,
      done,
      now: now(),
    });
    if ('omit' in next) return omitted(verdict, next.omit, next.because);
    if ('end' in next) {
      const admitted = await admit(verification, { verdict, askedAt, givenAt, domain }, control);
      if (domain || admitted.state !== 'inconclusive' || isContradicted || form !== 'proven') return admitted;
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

/** A verdict that was received, when its request was sent and answered, and the control at its mail domain. */
interface Received {
  readonly verdict: Conclusive;
  readonly askedAt: number;
  readonly givenAt: number;
  readonly domain: Promise<DomainControl> | undefined;
}

/** A verdict as far as its controls cover it. One that counts shows what the platform answers. */
async function admit(verification: Verification, { verdict, askedAt, givenAt, domain }: Received, control: Control): Promise<Verdict> {
  const { target, domains, platform, rule, identity, now } = verification;
  let admitted = applyControl(verdict, control, now());
  if (domain && domains && admitted.state === 'registered') {
    const yes = { platform, rule, identity, givenAt, queue: REQUIRED_TICKET };
    admitted = applyDomainControl(admitted, await domains.countYes(await domain, yes), control);
  }
  if (admitted.state === 'inconclusive') return admitted;
  const isThere = admitted.state === 'registered';
  if (verdict.ageMs === undefined) {
    target.unproven[isThere ? 'not_registered' : 'registered'].prove(askedAt);
    if (!isThere) domains?.noteNo(platform, identity, askedAt);
  }
  if (isThere) await target.spellings.prove(control, identity.value);
  return admitted;
}

/**
 * Counts an answer of its side. With the last one that needs no proof, a control begins for the next: it shows that the platform still
 * gives the other answer, about a known account for a "no", about an impossible identity for a "yes".
 *
 * @returns the newest control, and whether the answer is one too many to rest on it
 */
async function countAnswer({ target, rule, now }: Verification, { state }: Conclusive, control: Control) {
  const answers = target.unproven[state];
  const number = answers.add(now().getTime(), control);
  const prove = (): Promise<Control> => target[state === 'registered' ? 'runAfter' : 'refreshAfter'](control, REQUIRED_TICKET);
  // A rule that may not deny has no known account: its "no" rests on none. A "yes" on weak evidence has steps of its own.
  const needsProof = covers(control, state) && (state === 'not_registered' || !restsOnWeakEvidence(rule, state));
  if (answers.isLast(number) && needsProof) answers.proveAhead(prove);
  const ahead = answers.isBeyond(number) ? await answers.ahead : undefined;
  const newest = ahead && ahead.checkedAt >= control.checkedAt ? ahead : control;
  return { control: newest, isUnproven: answers.isBeyond(answers.count(newest)) };
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
  const { not_registered: denials, registered: confirmations } = target.unproven;
  const isFull = { not_registered: denials.isFull(current), registered: confirmations.isFull(current) };
  for (const step of stepsBehind(rule, current, requestClass, { now: now(), isFull })) {
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
function startDomainControl({ domains, rule, platform, identity, requestClass, stored }: Verification): Promise<DomainControl> | undefined {
  if (!domains?.isNeeded(rule, identity)) return undefined;
  const queue = requestClass === 'instant' ? parallelTicket(requestClass, stored.control) : REQUIRED_TICKET;
  const control = domains.get(platform, rule, identity, queue);
  control.catch(() => undefined); // as above
  return control;
}

function omitted(verdict: Conclusive, reason: InconclusiveReason, why: string): Verdict {
  return { state: 'inconclusive', reason, evidence: { ...verdict.evidence, explanation: `${verdict.evidence.explanation}; ${why}` } };
}
