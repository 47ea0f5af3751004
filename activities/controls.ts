import { type ControlProbePorts, ControlProbes } from './control-probes.js';
import { controlPages, type ControlKind } from '../src/domain/calibration/weak-evidence.js';
import { withHistory } from '../src/domain/calibration/cached-facts.js';
import {
  BLOCKED_BACKOFF_MS,
  controlExpiry,
  isBlocked,
  isSlow,
  evaluateControl,
  type Control,
  type ControlOutcome,
} from '../src/domain/calibration/calibration.js';
import { restsOnWeakEvidence } from '../src/domain/calibration/control-need.js';
import type { QueryType } from '../src/domain/identity/identity.js';
import type { Platform } from '../src/domain/catalogue/platform.js';
import type { QueueTicket, RequestClass } from '../src/domain/flow/request-class.js';
import type { ControlStore } from '../src/domain/catalogue/ports.js';
import type { ProbeRule } from '../src/domain/catalogue/probe-rule.js';
import type { Verdict } from '../src/domain/evaluation/verdict.js';

/** A platform that redirects for unknown identities gets one whole control a second at most, however many verdicts wait for one. */
const SPACING_MS = 1_000;
export interface ControlPorts extends ControlProbePorts {
  readonly store: ControlStore;
  /** Whether the egress itself had failed at any moment of the last `withinMs` milliseconds; default: never. */
  readonly hasEgressFailed?: ((withinMs: number) => boolean) | undefined;
  readonly now: () => Date;
  /** Milliseconds between the starts of two whole controls of a platform for which verdicts wait; default `SPACING_MS`. */
  readonly spacingMs?: number | undefined;
}

/** A platform's control as it was stored when a caller read it. */
export interface StoredControl {
  readonly control: Control | undefined;
  readonly readAt: Date;
}

/** Controls wait for a slot without a limit: verdicts rest on them. */
const NO_WAIT_LIMIT = { fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY };
/** A control for which a received response waits goes before requests that have not been sent. */
export const REQUIRED_TICKET: QueueTicket = { ...NO_WAIT_LIMIT, requestClass: 'control' };
/** A control that is renewed ahead of time: no lookup waits for it. */
export const AHEAD_TICKET: QueueTicket = { ...NO_WAIT_LIMIT, requestClass: 'calibration' };
/** A control in parallel to a request waits in that request's class; a slow platform's is sent before others. */
export const parallelTicket = (requestClass: RequestClass, control: Control | undefined): QueueTicket => ({
  ...NO_WAIT_LIMIT,
  requestClass,
  isSlow: isSlow(control),
});

/** Result of one run of a control. */
interface ControlRun {
  readonly outcome: ControlOutcome;
  readonly verdicts: readonly Verdict[];
}

/**
 * Runs controls: a positive one (a known account) and a negative one (an identity that cannot exist), probed like any other identity.
 * A process runs one control of a platform and query type at a time, shared by all callers; its result is stored for all processes.
 */
export class ControlRunner {
  readonly #ports: ControlPorts;
  readonly #probes: ControlProbes;
  readonly #underWay = new Map<string, Promise<Control | undefined>>();
  /** The newest controls of this process: the one that a lookup read when it began may have been replaced since. */
  readonly #latest = new Map<string, { readonly control: Control; readonly keptAt: Date }>();
  /** When a repeated control was blocked, by platform, query type and kind of control: it is not repeated for a while. */
  readonly #blockedAt = new Map<string, number>();
  readonly #contradictions = new Map<string, number>();
  /** Controls that begin as soon as they may, for callers that need one that began after their response. */
  readonly #next = new Map<string, Promise<Control | undefined>>();
  /** When the last one of those began, in milliseconds since the epoch. */
  readonly #lastBeganAt = new Map<string, number>();

  constructor(ports: ControlPorts) {
    this.#ports = ports;
    this.#probes = new ControlProbes(ports, (platform, subject) => this.#countContradiction(platform, subject));
  }

  /**
   * A platform's unexpired control, run now when the stored one has expired.
   *
   * @returns undefined when none can be made (no rule, or no negative control fits the naming rule)
   */
  async getCurrent(
    platform: Platform,
    subject: QueryType,
    stored: StoredControl,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    const newest = this.newest(platform, subject, stored);
    return newest && controlExpiry(newest) > this.#ports.now() ? newest : this.run(platform, subject, newest, queue);
  }

  /** The stored control, or the one that this process has run since that was read. */
  newest(platform: Platform, subject: QueryType, stored: StoredControl): Control | undefined {
    const own = this.#latest.get(`${platform.slug}:${subject}`);
    return own && own.keptAt >= stored.readAt ? own.control : stored.control;
  }

  /**
   * How many contradictions of controls there were in this process. A control that passes afterwards shows that the fault is
   * over, and nothing about responses that were requested before.
   */
  contradictions(platform: Platform, subject: QueryType): number {
    return this.#contradictions.get(`${platform.slug}:${subject}`) ?? 0;
  }

  /** Runs a control even if a valid one exists. @param before the control that it follows */
  run(
    platform: Platform,
    subject: QueryType,
    before: Control | undefined,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    return this.#once(`${platform.slug}:${subject}`, () => this.#execute(platform, subject, before, queue));
  }

  /**
   * Runs a whole control that begins after this call; one that is under way already does not count. All calls before it begins
   * share it, so one control confirms all responses that arrived before.
   *
   * @param before the control that it follows
   */
  runAfter(
    platform: Platform,
    subject: QueryType,
    before: Control | undefined,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    const key = `${platform.slug}:${subject}`;
    const next = this.#next.get(key) ?? this.#renewNext(key, platform, subject, before, queue);
    this.#next.set(key, next);
    return next;
  }

  async #renewNext(
    key: string,
    platform: Platform,
    subject: QueryType,
    before: Control | undefined,
    queue: QueueTicket,
  ): Promise<Control | undefined> {
    const { spacingMs = SPACING_MS, now } = this.#ports;
    const waitMs = Math.min(spacingMs, Math.max(0, (this.#lastBeganAt.get(key) ?? 0) + spacingMs - now().getTime()));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Another caller may have begun one meanwhile, before the last of the calls that wait here.
    for (let running = this.#underWay.get(key); running; running = this.#underWay.get(key)) await running.catch(() => undefined);
    this.#next.delete(key);
    this.#lastBeganAt.set(key, now().getTime());
    return this.run(platform, subject, before, queue);
  }

  /**
   * Repeats the positive or the negative control of one that passed. Same result: the returned control holds the new time.
   * Contradiction: the whole control is run, and may quarantine the platform; verdicts that wait do not count. Blocked: nothing is
   * known, and no verdict rests on it for a minute.
   */
  refresh(
    platform: Platform,
    subject: QueryType,
    control: Control,
    kind: ControlKind,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    const key = `${platform.slug}:${subject}:${kind}`;
    const silent: Control = { ...control, outcome: { state: 'blocked', matched: `the ${kind} control could not be repeated` } };
    if (this.#isBackedOff(key)) return Promise.resolve(silent);
    return this.#once(key, async () => {
      const rule = platform.probes[subject];
      const { outcome } = control;
      if (!rule || outcome.state !== 'passed') return control;
      const said = await (kind === 'positive'
        ? this.#probes.positive(platform, subject, rule, queue)
        : this.#probes.negative(platform, subject, rule, queue));
      if (isExpectedResult(rule, kind, said)) {
        const heardAt = this.#ports.now().toISOString();
        return this.#store({
          ...control,
          outcome: { ...outcome, ...(kind === 'positive' ? { positiveAt: heardAt } : { negativeAt: heardAt }) },
        });
      }
      if (!said.some(isBlocked)) {
        this.#countContradiction(platform, subject);
        return this.run(platform, subject, control, queue);
      }
      this.#blockedAt.set(key, this.#ports.now().getTime());
      return silent;
    });
  }

  /** Whether a control is not repeated because it was blocked. A block says nothing about the platform if the egress has failed since. */
  #isBackedOff(key: string): boolean {
    const ageMs = this.#ports.now().getTime() - (this.#blockedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    return ageMs < BLOCKED_BACKOFF_MS && !this.#hasEgressFailed(ageMs);
  }

  #hasEgressFailed(withinMs: number): boolean {
    return this.#ports.hasEgressFailed?.(withinMs) ?? false;
  }

  #countContradiction(platform: Platform, subject: QueryType): void {
    this.#contradictions.set(`${platform.slug}:${subject}`, this.contradictions(platform, subject) + 1);
  }

  #once(key: string, work: () => Promise<Control | undefined>): Promise<Control | undefined> {
    const running = this.#underWay.get(key) ?? work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, running);
    return running;
  }

  /** @returns the newest control: a repeated one may end after a newer whole control */
  async #store(control: Control): Promise<Control> {
    await this.#ports.store.save(control);
    const key = `${control.platform}:${control.subject}`;
    const latest = this.#latest.get(key)?.control;
    if (latest && latest.checkedAt > control.checkedAt) return latest;
    this.#latest.set(key, { control, keptAt: this.#ports.now() });
    return control;
  }

  async #execute(platform: Platform, subject: QueryType, before: Control | undefined, queue: QueueTicket): Promise<Control | undefined> {
    const rule = platform.probes[subject];
    if (!rule) return undefined;
    const latest = this.#latest.get(`${platform.slug}:${subject}`)?.control;
    const last = latest && (!before || latest.checkedAt > before.checkedAt) ? latest : before;
    const beganAt = this.#ports.now().getTime();
    let tried = await this.#try(platform, subject, rule, last, queue);
    // One transient fault must not quarantine a platform: a failure has to be seen twice.
    if (tried?.outcome.state === 'failed') tried = await this.#try(platform, subject, rule, last, queue);
    if (!tried) return undefined;
    // One of the latencies includes setting up the connection; the shorter one shows how long a probe takes.
    const latencyMs = Math.round(Math.min(...tried.verdicts.map(({ evidence }) => evidence.latencyMs)));
    const checkedAt = this.#ports.now();
    const control: Control = {
      platform: platform.slug,
      subject,
      outcome: withHistory(tried.outcome, checkedAt, last),
      checkedAt,
      latencyMs,
    };
    // A request that was not sent, or whose egress failed, says nothing about the platform: the next verdict that needs it tries again.
    const isOurs =
      tried.verdicts.some(isUnsent) || (tried.outcome.state === 'blocked' && this.#hasEgressFailed(checkedAt.getTime() - beganAt));
    return isOurs ? control : this.#store(control);
  }

  async #try(
    platform: Platform,
    subject: QueryType,
    rule: ProbeRule,
    before: Control | undefined,
    queue: QueueTicket,
  ): Promise<ControlRun | undefined> {
    const [positives, negatives] = await Promise.all([
      this.#probes.positive(platform, subject, rule, queue),
      this.#probes.negative(platform, subject, rule, queue),
    ]);
    const negative = negatives[0];
    if (!negative) return undefined;
    const outcome = evaluateControl(rule, positives, negative);
    if (outcome.state === 'failed') this.#countContradiction(platform, subject);
    const verdicts = [...positives.slice(-1), negative];
    if (outcome.state !== 'passed' || !restsOnWeakEvidence(rule, 'not_registered')) return { outcome, verdicts };
    return {
      outcome: { ...outcome, pages: controlPages(negative.state === 'not_registered' ? negative.page : undefined, before) },
      verdicts,
    };
  }
}

/** Whether flow control held the request back, or this process ended it while stopping: nothing else interrupts a control. */
function isUnsent(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && ['busy', 'unavailable', 'interrupted'].includes(verdict.doubt);
}

/** Whether a repeated control gave the result that a passed control needs. */
function isExpectedResult(rule: ProbeRule, kind: ControlKind, said: readonly Verdict[]): boolean {
  if (kind === 'positive') return said.some(({ state }) => state === 'registered');
  return said.length > 0 && said.every((verdict) => evaluateControl(rule, [], verdict).state === 'passed');
}
