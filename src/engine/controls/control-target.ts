import {
  CONTROL_STATES,
  type Control,
  type ControlKind,
  type ControlOutcome,
  controlExpiry,
  evaluateControl,
  evaluateRepetition,
  ofRule,
} from '../../domain/calibration/control.js';
import { type ControlAccounts, type ControlAccountSet, NO_CONTROL_ACCOUNTS, restsOn } from '../../domain/calibration/control-accounts.js';
import { withHistory } from '../../domain/calibration/cached-facts.js';
import { controlPages, restsOnWeakEvidence } from '../../domain/calibration/weak-evidence.js';
import type { ControlStore } from '../../domain/catalogue/ports.js';
import { ruleDigest } from '../../domain/catalogue/revision.js';
import type { Verdict } from '../../domain/evaluation/verdict.js';
import type { QueueTicket } from '../../domain/flow/request-class.js';
import { AHEAD_TICKET, type ControlProbePorts, ControlProbes } from './control-probes.js';
import { isUnsent } from './probe-control.js';
import { SingleFlight } from './single-flight.js';
import type { Target } from './target.js';

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
 * The controls of one rule: a positive one (an account that exists) and a negative one (an identity that cannot exist), probed like any
 * other identity. A process runs one of a kind at a time, shared by all callers; the result is stored for all processes. What a control
 * shows is decided by `CONTROL_TABLE`, what a verdict needs of it by `VERIFICATION_TABLE`.
 */
export class ControlTarget {
  readonly #ports: ControlPorts;
  readonly #target: Target;
  readonly #probes: ControlProbes;
  readonly #flight: SingleFlight<ControlKind | 'whole', Control>;
  /** The newest control of this process: the one that a lookup read when it began may have been replaced since. */
  #latest?: { readonly control: Control; readonly keptAt: Date };
  #contradictions = 0;
  /** When the repetition of a kind was blocked, in milliseconds since the epoch: it is not repeated for a while. */
  readonly #blockedAt: Partial<Record<ControlKind, number>> = {};

  constructor(ports: ControlPorts, target: Target) {
    this.#ports = ports;
    this.#target = target;
    this.#flight = new SingleFlight(() => ports.now().getTime());
    this.#probes = new ControlProbes(ports, target, () => {
      this.#contradictions += 1;
    });
  }

  /**
   * How many contradictions of controls there were in this process. A control that passes afterwards shows that the fault is
   * over, and nothing about responses that were requested before.
   */
  get contradictions(): number {
    return this.#contradictions;
  }

  /** The stored control, or the one that this process has run since that was read. */
  newest(stored: StoredControl): Control | undefined {
    if (this.#latest && this.#latest.keptAt >= stored.readAt) return this.#latest.control;
    return ofRule(stored.control, this.#target.rule);
  }

  /** Whether a control has not expired and rests on the control accounts that there are now. */
  async isCurrent(control: Control | undefined): Promise<boolean> {
    return control !== undefined && controlExpiry(control) > this.#ports.now() && restsOn(control, await this.#accounts());
  }

  /** Runs a whole control even if a valid one exists. @param before the control that it follows */
  run(before: Control | undefined, queue: QueueTicket = AHEAD_TICKET): Promise<Control> {
    return this.#flight.share('whole', () => this.#execute(before, queue));
  }

  /**
   * Runs a whole control that begins after this call: it confirms all responses that arrived before.
   *
   * @param before the control that it follows
   */
  runAfter(before: Control | undefined, queue: QueueTicket): Promise<Control> {
    return this.#flight.after('whole', this.#ports.spacingMs ?? SPACING_MS, () => this.#execute(before, queue));
  }

  /**
   * Repeats the positive or the negative control of one that passed. Same result: the returned control holds the new time.
   * Contradiction: the whole control is run, and may quarantine the platform; verdicts that wait do not count. Blocked: nothing is
   * known, and no verdict rests on it for a minute.
   */
  refresh(control: Control, kind: ControlKind, queue: QueueTicket = AHEAD_TICKET): Promise<Control> {
    const blocked: Control = { ...control, outcome: { state: 'blocked', explanation: `the ${kind} control could not be repeated` } };
    if (this.#isBackedOff(kind)) return Promise.resolve(blocked);
    return this.#flight.share(kind, async () => {
      const { outcome } = control;
      if (outcome.state !== 'passed') return control;
      const verdicts =
        kind === 'negative' ? [await this.#probes.negative(queue)] : await this.#probes.positive(queue, await this.#accounts());
      const now = this.#ports.now();
      switch (evaluateRepetition(this.#target.rule, kind, verdicts)) {
        case 'same':
          return this.#store({ ...control, outcome: { ...outcome, [`${kind}At`]: now.toISOString() } });
        case 'contradiction':
          this.#contradictions += 1;
          return this.run(control, queue);
        case 'blocked':
          this.#blockedAt[kind] = now.getTime();
          return blocked;
      }
    });
  }

  /** Whether a control is not repeated because it was blocked. A block says nothing about the platform if the egress has failed since. */
  #isBackedOff(kind: ControlKind): boolean {
    const ageMs = this.#ports.now().getTime() - (this.#blockedAt[kind] ?? Number.NEGATIVE_INFINITY);
    return ageMs < CONTROL_STATES.blocked.ttlMs && !this.#hasEgressFailed(ageMs);
  }

  #hasEgressFailed(withinMs: number): boolean {
    return this.#ports.hasEgressFailed?.(withinMs) ?? false;
  }

  async #accounts(): Promise<ControlAccountSet> {
    const { platform, queryType } = this.#target;
    return (await this.#ports.accounts?.of(platform.slug, queryType)) ?? NO_CONTROL_ACCOUNTS;
  }

  /**
   * Whether a control rested on accounts that were changed before it ended, perhaps unknown to this process when it began. Stored, it would
   * keep the platform in quarantine for an account that was removed, or deny by it. Of the others the next caller notices it in time.
   */
  async #haveChanged({ digest }: ControlAccountSet, { outcome }: ControlRun): Promise<boolean> {
    if (!this.#ports.accounts || (digest === undefined && outcome.state !== 'failed')) return false;
    const { platform, queryType } = this.#target;
    return (await this.#ports.accounts.fresh(platform.slug, queryType)).digest !== digest;
  }

  /** @returns the newest control: a repeated one may end after a newer whole control */
  async #store(control: Control): Promise<Control> {
    await this.#ports.store.save(control);
    const latest = this.#latest?.control;
    if (latest && latest.checkedAt > control.checkedAt) return latest;
    this.#latest = { control, keptAt: this.#ports.now() };
    return control;
  }

  async #execute(before: Control | undefined, queue: QueueTicket): Promise<Control> {
    const { platform, queryType, rule } = this.#target;
    const latest = this.#latest?.control;
    const last = latest && (!before || latest.checkedAt > before.checkedAt) ? latest : before;
    const beganAt = this.#ports.now().getTime();
    const accounts = await this.#accounts();
    const attempt = async (): Promise<ControlRun> => {
      const run = await this.#probe(last, accounts, queue);
      if (run.outcome.state === 'failed') this.#contradictions += 1;
      return run;
    };
    let run = await attempt();
    // One transient fault must not quarantine a platform: a failure has to be seen twice.
    if (run.outcome.state === 'failed') run = await attempt();
    if (await this.#haveChanged(accounts, run)) return this.#execute(before, queue);
    // One of the latencies includes setting up the connection; the shorter one shows how long a probe takes.
    const latencyMs = Math.round(Math.min(...run.verdicts.map(({ evidence }) => evidence.latencyMs)));
    const checkedAt = this.#ports.now();
    const { digest } = accounts;
    const basis = { rule: ruleDigest(rule), ...(digest === undefined ? {} : { accounts: digest }) };
    const outcome = withHistory({ ...run.outcome, ...basis }, checkedAt, last);
    const control: Control = { platform: platform.slug, subject: queryType, outcome, checkedAt, latencyMs };
    // A request that was not sent, or whose egress failed, says nothing about the platform: the next verdict that needs it tries again.
    const isOurs = run.verdicts.some(isUnsent) || (outcome.state === 'blocked' && this.#hasEgressFailed(checkedAt.getTime() - beganAt));
    if (isOurs) return control;
    await this.#ports.onControl?.(control, run.verdicts);
    return this.#store(control);
  }

  async #probe(before: Control | undefined, accounts: ControlAccountSet, queue: QueueTicket): Promise<ControlRun> {
    const { rule } = this.#target;
    const [positives, negative] = await Promise.all([this.#probes.positive(queue, accounts), this.#probes.negative(queue)]);
    const outcome = evaluateControl(rule, positives, negative);
    const verdicts = [...positives.slice(-1), negative];
    if (outcome.state !== 'passed' || !restsOnWeakEvidence(rule, 'not_registered')) return { outcome, verdicts };
    const page = negative.state === 'not_registered' ? negative.page : undefined;
    return { outcome: { ...outcome, pages: controlPages(page, before && ofRule(before, rule)) }, verdicts };
  }
}
