import {
  isRecentControl,
  isControlNeeded,
  pageMismatch,
  requiredReprobe,
  controlKindOf,
} from '../../src/domain/calibration/weak-evidence.js';
import { applyControl, type Control, type ControlKind, matchesNegativeControl, isSlow } from '../../src/domain/calibration/control.js';
import type { QueueTicket, RequestClass } from '../../src/domain/flow/request-class.js';
import { applyDomainControl, type DomainControl } from '../../src/domain/calibration/domain-control.js';
import type { Identity, QueryType } from '../../src/domain/identity/identity.js';
import type { Platform } from '../../src/domain/catalogue/platform.js';
import { rootRedirectOf } from '../../src/domain/evaluation/root-redirect.js';
import type { Conclusive, InconclusiveReason, Verdict } from '../../src/domain/evaluation/verdict.js';
import { parallelTicket, REQUIRED_TICKET } from './control-probes.js';
import type { ControlRunner, StoredControl } from './control-runner.js';

export interface PendingVerdict {
  readonly platform: Platform;
  readonly subject: QueryType;
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
 * Accepts a verdict while a valid control supports it; without one a control runs in parallel to the probe. Weak evidence needs a
 * recent control, and its page is compared with the control's (`weak-evidence.ts`). A response that was requested before a
 * contradiction is omitted, even if the control passes afterwards: it may stem from a transient fault. A "registered" about an address
 * needs a negative control at its mail domain as well (`domain-control.ts`): beside the probe where a caller waits for an instant answer.
 */
export async function verifyVerdict(controls: ControlRunner, question: PendingVerdict): Promise<Verdict> {
  const { platform, subject, now } = question;
  const contradictions = controls.contradictions(platform, subject);
  // A platform that blocked its last control gets one request at a time: most still block, and then no control is needed.
  const wasBlocked = controls.newest(platform, subject, question.stored)?.outcome.state === 'blocked';
  const running = wasBlocked ? null : startControls(controls, question, parallelTicket(question.requestClass, question.stored.control));
  const besideDomain = question.requestClass === 'instant' && !wasBlocked ? startDomainControl(controls, question) : undefined;
  const verdict = await question.verdict;
  // A control does not improve an inconclusive verdict: a platform that hangs must not delay its lookup by known accounts as well.
  if (verdict.state === 'inconclusive') return verdict;
  const domain = verdict.state === 'registered' ? (besideDomain ?? startDomainControl(controls, question)) : undefined;
  const beside = await (running ?? startControls(controls, question, REQUIRED_TICKET))[controlKindOf(verdict.state)];
  const rule = platform.probes[subject];
  if (!rule) return applyControl(verdict, beside, now());
  const control = await controlForVerdict(controls, question, verdict, beside);
  const objection = pageMismatch(rule, verdict, control);
  if (objection !== null) return omitted(verdict, 'unrecognised', objection);
  const admitted = applyControl(verdict, control, now());
  if (admitted.state === 'inconclusive') return admitted;
  if (controls.contradictions(platform, subject) === contradictions) return domain ? applyDomainControl(admitted, await domain) : admitted;
  return omitted(verdict, 'uncalibrated', 'requested before a control contradicted it');
}

/** The control at the address's mail domain, where a "registered" needs one: the cached one, or one that begins now. */
function startDomainControl(
  { domains }: ControlRunner,
  { platform, identity, requestClass, stored }: PendingVerdict,
): Promise<DomainControl> | undefined {
  const rule = platform.probes[identity.type];
  if (!rule || !domains?.isNeeded(rule, identity)) return undefined;
  const queue = requestClass === 'instant' ? parallelTicket(requestClass, stored.control) : REQUIRED_TICKET;
  const control = domains.get(platform, rule, identity, queue);
  control.catch(() => undefined); // it may not be awaited: a rejection must not go unhandled
  return control;
}

function omitted(verdict: Conclusive, reason: InconclusiveReason, why: string): Verdict {
  return { state: 'inconclusive', reason, evidence: { ...verdict.evidence, explanation: `${verdict.evidence.explanation}; ${why}` } };
}

/** The platform's control, with the positive or the negative one repeated where a verdict may need it. In parallel it costs no time. */
function startControls(
  controls: ControlRunner,
  question: PendingVerdict,
  queue: QueueTicket,
): Record<ControlKind, Promise<Control | undefined>> {
  const { platform, subject, stored, now } = question;
  const rule = platform.probes[subject];
  const current = controls.getCurrent(platform, subject, stored, queue);
  const askedFor = async (kind: ControlKind): Promise<Control | undefined> => {
    const control = await current;
    return rule && control && isControlNeeded(kind, rule, control, now())
      ? controls.refresh(platform, subject, control, kind, isSlow(control) ? REQUIRED_TICKET : queue)
      : control;
  };
  const running = { positive: askedFor('positive'), negative: askedFor('negative') };
  // At most one of them is awaited: a rejection of the other must not go unhandled.
  for (const control of Object.values(running)) control.catch(() => undefined);
  return running;
}

/**
 * The control that a verdict may rest on, repeated where required. A redirect to the root requires most: a control that was valid
 * before the response and one that began after it, in both of which the negative control was redirected to the same target.
 */
async function controlForVerdict(
  controls: ControlRunner,
  question: PendingVerdict,
  verdict: Conclusive,
  control: Control | undefined,
): Promise<Control | undefined> {
  const { platform, subject, now } = question;
  const rule = platform.probes[subject];
  if (!rule || control?.outcome.state !== 'passed') return control;
  // Unknown identities get another response than before: the site has changed or is at fault, which has to be seen twice.
  const hasChanged = verdict.state === 'not_registered' && !matchesNegativeControl(verdict, control) && !isRecentControl(control, now());
  const current = hasChanged ? await controls.runAfter(platform, subject, control, REQUIRED_TICKET) : control;
  if (rootRedirectOf(verdict) !== undefined)
    return matchesNegativeControl(verdict, current) ? controls.runAfter(platform, subject, current, REQUIRED_TICKET) : current;
  const reprobe = requiredReprobe(rule, verdict, current, now());
  if (reprobe === null || !current) return current;
  return reprobe === 'control'
    ? controls.run(platform, subject, current, REQUIRED_TICKET)
    : controls.refresh(platform, subject, current, reprobe, REQUIRED_TICKET);
}
