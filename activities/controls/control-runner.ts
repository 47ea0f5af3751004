import {
  CONTROL_STATES,
  type Control,
  type ControlKind,
  type ControlOutcome,
  controlExpiry,
  evaluateControl,
  evaluateRepetition,
  ofRule,
} from '../../src/domain/calibration/control.js';
import {
  type ControlAccounts,
  type ControlAccountSet,
  NO_CONTROL_ACCOUNTS,
  restsOn,
} from '../../src/domain/calibration/control-accounts.js';
import { withHistory } from '../../src/domain/calibration/cached-facts.js';
import { controlPages, restsOnWeakEvidence } from '../../src/domain/calibration/weak-evidence.js';
import type { Platform } from '../../src/domain/catalogue/platform.js';
import type { ControlStore } from '../../src/domain/catalogue/ports.js';
import type { ProbeRule } from '../../src/domain/catalogue/probe-rule.js';
import { ruleDigest } from '../../src/domain/catalogue/revision.js';
import type { Verdict } from '../../src/domain/evaluation/verdict.js';
import type { QueueTicket } from '../../src/domain/flow/request-class.js';
import type { QueryType } from '../../src/domain/identity/identity.js';
import { AHEAD_TICKET, type ControlProbePorts, ControlProbes } from './control-probes.js';
import type { DomainControls } from './domain-controls.js';
import { isUnsent } from './probe-control.js';
import { once, type TargetState } from './target-state.js';

/** A platform that redirects for unknown identities gets one whole control a second at most, however many verdicts wait for one. */
const SPACING_MS = 1_000;

export interface ControlPorts extends ControlProbePorts {
  readonly store: ControlStore;
  /** The operator's own accounts; default: none. */
  readonly accounts?: ControlAccounts | undefined;
  /** Whether the egress itself had failed at any moment of the last `withinMs` milliseconds; default: never. */
  readonly hasEgressFailed?: ((withinMs: number) => boolean) | undefined;
  /** Called with each whole control that shows something, or that the platform blocked, and its verdicts. */
  readonly onControl?: ((control: Control, verdicts: readonly Verdict[]) => Promise<void>) | undefined;
  readonly now: () => Date;
  /** Milliseconds between the starts of two whole controls of a platform for which verdicts wait; default `SPACING_MS`. */
  readonly spacingMs?: number | undefined;
}

/** A platform's control as it was stored when a caller read it. */
export interface StoredControl {
  readonly control: Control | undefined;
  readonly readAt: Date;
}

/** Result of one run of a control. */
interface ControlRun {
  readonly outcome: ControlOutcome;
  readonly verdicts: readonly Verdict[];
}

/**
 * Runs controls: a positive one (an account that exists) and a negative one (an identity that cannot exist), probed like any other
 * identity. A process runs one control of a platform and query type at a time, shared by all callers; its result is stored for all
 * processes. What a control shows is decided by `src/domain/calibration/control.ts`.
 */
export class ControlRunner {
  readonly #ports: ControlPorts;
  readonly #probes: ControlProbes;
  readonly #states = new Map<string, TargetState>();

  constructor(ports: ControlPorts) {
    this.#ports = ports;
    this.#probes = new ControlProbes(ports, (platform, subject) => {
      this.#stateOf(platform, subject).contradictions += 1;
    });
  }

  /** Controls at mail domains, for verdicts about addresses. */
  get domains(): DomainControls | undefined {
    return this.#ports.domains;
  }

  /**
   * A platform's unexpired control, run now when the stored one has expired or rested on other control accounts than there are now.
   *
   * @returns undefined when none can be made (no rule, or no negative control for it)
   */
  async getCurrent(
    platform: Platform,
    subject: QueryType,
    stored: StoredControl,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    const newest = this.newest(platform, subject, stored);
    const isCurrent = newest && controlExpiry(newest) > this.#ports.now() && restsOn(newest, await this.#accountsOf(platform, subject));
    // Its history goes on when the rule changes: facts of the earlier one may stem from a fault.
    return isCurrent ? newest : this.run(platform, subject, newest ?? stored.control, queue);
  }

  /** The stored control, or the one that this process has run since that was read. */
  newest(platform: Platform, subject: QueryType, stored: StoredControl): Control | undefined {
    const { latest } = this.#stateOf(platform, subject);
    if (latest && latest.keptAt >= stored.readAt) return latest.control;
    return ofRule(stored.control, platform.probes[subject]);
  }

  /**
   * How many contradictions of controls there were in this process. A control that passes afterwards shows that the fault is
   * over, and nothing about responses that were requested before.
   */
  contradictions(platform: Platform, subject: QueryType): number {
    return this.#stateOf(platform, subject).contradictions;
  }

  /** Runs a control even if a valid one exists. @param before the control that it follows */
  run(
    platform: Platform,
    subject: QueryType,
    before: Control | undefined,
    queue: QueueTicket = AHEAD_TICKET,
  ): Promise<Control | undefined> {
    const state = this.#stateOf(platform, subject);
    return once(state, 'whole', () => this.#execute(state, platform, subject, before, queue));
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
    const state = this.#stateOf(platform, subject);
    state.next ??= this.#whenSpaced(state, () => this.run(platform, subject, before, queue));
    return state.next;
  }

  async #whenSpaced(state: TargetState, begin: () => Promise<Control | undefined>): Promise<Control | undefined> {
    const { spacingMs = SPACING_MS, now } = this.#ports;
    const waitMs = Math.min(spacingMs, Math.max(0, state.nextBeganAt + spacingMs - now().getTime()));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Another caller may have begun one meanwhile, before the last of the calls that wait here.
    for (let running = state.running.get('whole'); running; running = state.running.get('whole')) await running.catch(() => undefined);
    state.next = undefined;
    state.nextBeganAt = now().getTime();
    return begin();
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
    const state = this.#stateOf(platform, subject);
    const blocked: Control = { ...control, outcome: { state: 'blocked', explanation: `the ${kind} control could not be repeated` } };
    if (this.#isBackedOff(state, kind)) return Promise.resolve(blocked);
    return once(state, kind, async () => {
      const rule = platform.probes[subject];
      const { outcome } = control;
      if (!rule || outcome.state !== 'passed') return control;
      const verdicts =
        kind === 'negative'
          ? await this.#probes.negative(platform, subject, rule, queue)
          : await this.#probes.positive(platform, subject, rule, queue, await this.#accountsOf(platform, subject));
      const result = evaluateRepetition(rule, kind, verdicts);
      const now = this.#ports.now();
      if (result === 'same') return this.#store(state, { ...control, outcome: { ...outcome, [`${kind}At`]: now.toISOString() } });
      if (result === 'contradiction') {
        state.contradictions += 1;
        return this.run(platform, subject, control, queue);
      }
      state.blockedAt[kind] = now.getTime();
      return blocked;
    });
  }

  /** Whether a control is not repeated because it was blocked. A block says nothing about the platform if the egress has failed since. */
  #isBackedOff(state: TargetState, kind: ControlKind): boolean {
    const ageMs = this.#ports.now().getTime() - (state.blockedAt[kind] ?? Number.NEGATIVE_INFINITY);
    return ageMs < CONTROL_STATES.blocked.ttlMs && !this.#hasEgressFailed(ageMs);
  }

  #hasEgressFailed(withinMs: number): boolean {
    return this.#ports.hasEgressFailed?.(withinMs) ?? false;
  }

  async #accountsOf({ slug }: Platform, subject: QueryType): Promise<ControlAccountSet> {
    return (await this.#ports.accounts?.of(slug, subject)) ?? NO_CONTROL_ACCOUNTS;
  }

  /**
   * Whether a control rested on accounts that were changed before it ended, perhaps unknown to this process when it began. Stored, it would
   * keep the platform in quarantine for an account that was removed, or deny by it. Of the others the next caller notices it in time.
   */
  async #haveChanged({ digest }: ControlAccountSet, { outcome }: ControlRun, { slug }: Platform, subject: QueryType): Promise<boolean> {
    if (!this.#ports.accounts || (digest === undefined && outcome.state !== 'failed')) return false;
    return (await this.#ports.accounts.fresh(slug, subject)).digest !== digest;
  }

  /** Each rule has a state of its own: plans of two revisions of the catalogue may run at once. */
  #stateOf(platform: Platform, subject: QueryType): TargetState {
    const key = `${platform.slug}:${subject}:${ruleDigest(platform.probes[subject])}`;
    const state = this.#states.get(key) ?? { contradictions: 0, blockedAt: {}, running: new Map(), nextBeganAt: 0 };
    this.#states.set(key, state);
    return state;
  }

  /** @returns the newest control: a repeated one may end after a newer whole control */
  async #store(state: TargetState, control: Control): Promise<Control> {
    await this.#ports.store.save(control);
    const latest = state.latest?.control;
    if (latest && latest.checkedAt > control.checkedAt) return latest;
    state.latest = { control, keptAt: this.#ports.now() };
    return control;
  }

  async #execute(
    state: TargetState,
    platform: Platform,
    subject: QueryType,
    before: Control | undefined,
    queue: QueueTicket,
  ): Promise<Control | undefined> {
    const rule = platform.probes[subject];
    if (!rule) return undefined;
    const latest = state.latest?.control;
    const last = latest && (!before || latest.checkedAt > before.checkedAt) ? latest : before;
    const beganAt = this.#ports.now().getTime();
    const accounts = await this.#accountsOf(platform, subject);
    const attempt = async (): Promise<ControlRun | undefined> => {
      const run = await this.#probe(platform, subject, rule, { before: last, accounts, queue });
      if (run?.outcome.state === 'failed') state.contradictions += 1;
      return run;
    };
    let run = await attempt();
    // One transient fault must not quarantine a platform: a failure has to be seen twice.
    if (run?.outcome.state === 'failed') run = await attempt();
    if (!run) return undefined;
    if (await this.#haveChanged(accounts, run, platform, subject)) return this.#execute(state, platform, subject, before, queue);
    // One of the latencies includes setting up the connection; the shorter one shows how long a probe takes.
    const latencyMs = Math.round(Math.min(...run.verdicts.map(({ evidence }) => evidence.latencyMs)));
    const checkedAt = this.#ports.now();
    const { digest } = accounts;
    const basis = { rule: ruleDigest(rule), ...(digest === undefined ? {} : { accounts: digest }) };
    const outcome = withHistory({ ...run.outcome, ...basis }, checkedAt, last);
    const control: Control = { platform: platform.slug, subject, outcome, checkedAt, latencyMs };
    // A request that was not sent, or whose egress failed, says nothing about the platform: the next verdict that needs it tries again.
    const isOurs = run.verdicts.some(isUnsent) || (outcome.state === 'blocked' && this.#hasEgressFailed(checkedAt.getTime() - beganAt));
    if (isOurs) return control;
    await this.#ports.onControl?.(control, run.verdicts);
    return this.#store(state, control);
  }

  async #probe(
    platform: Platform,
    subject: QueryType,
    rule: ProbeRule,
    { before, accounts, queue }: { before: Control | undefined; accounts: ControlAccountSet; queue: QueueTicket },
  ): Promise<ControlRun | undefined> {
    const probed = await this.#probes.both(platform, subject, rule, queue, accounts);
    if (!probed) return undefined;
    const { positives, negative } = probed;
    const outcome = evaluateControl(rule, positives, negative);
    const verdicts = [...positives.slice(-1), negative];
    if (outcome.state !== 'passed' || !restsOnWeakEvidence(rule, 'not_registered')) return { outcome, verdicts };
    const page = negative.state === 'not_registered' ? negative.page : undefined;
    return { outcome: { ...outcome, pages: controlPages(page, before && ofRule(before, rule)) }, verdicts };
  }
}
