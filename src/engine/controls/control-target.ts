import { AnswerSides } from './answer-sides.js';
import {
  CONTROL_STATES,
  type Control,
  type ControlOutcome,
  controlExpiry,
  evaluateControl,
  evaluateRepetition,
  isUnrecognisedAbsence,
  notRepeated,
} from './control.js';
import { contradictedBy, type Contradiction, SeenContradictions, takenBackBy } from './contradictions.js';
import { type ControlAccountSet, NO_CONTROL_ACCOUNTS, restsOn } from './control-accounts.js';
import { withHistory, withLearnt } from './control-history.js';
import { controlPages, positiveProof, type PositiveProof, restsOnWeakEvidence } from './weak-evidence.js';
import type { ControlPorts, StoredControl } from './control-ports.js';
import { ruleDigest } from '../catalogue/rules/revision.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { SECOND_MS } from '../../kernel/values/durations.js';
import { AHEAD_TICKET, ControlProbes, type Target } from './control-probes.js';
import { withoutFormsSince } from './name-forms.js';
import { ofRule } from './of-rule.js';
import { isUnsent } from './probe-control.js';
import { type SimilarOutcome, SimilarControls } from './similar-controls.js';
import { SingleFlight } from './single-flight.js';
import { Spellings } from './spellings.js';
import { needsSitePages, SitePageProbes } from './site-page-probes.js';

interface ControlRun {
  readonly outcome: ControlOutcome;
  readonly verdicts: readonly Verdict[];
  readonly negative: Verdict;
  /** Of the known account's answer; absent: the platform gave it. */
  readonly ageMs?: number | undefined;
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
  readonly #flight: SingleFlight<'positive' | 'whole' | 'pages', Control>;
  readonly #similar: SimilarControls;
  readonly #pages: SitePageProbes;
  readonly unproven: AnswerSides;
  readonly spellings: Spellings;
  /** The newest control of this process: the one that a lookup read when it began may have been replaced since. */
  #latest?: { readonly control: Control; readonly keptAt: Date };
  readonly #contradictions = new SeenContradictions();
  /** When its repetition was blocked, or answered by a cache, in milliseconds since the epoch: it is not repeated for a while. */
  #blockedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: ControlPorts, target: Target) {
    this.#ports = ports;
    this.#target = target;
    this.#flight = new SingleFlight(() => ports.now().getTime());
    this.unproven = new AnswerSides(ports, target);
    this.#probes = new ControlProbes(ports, target, () => this.#contradict('positive'));
    const { negativeIdentities, now } = ports;
    const probe = (identity: Identity, queue: QueueTicket) => this.#probes.probe(identity, queue);
    this.#similar = new SimilarControls({ negativeIdentities, now, probe }, target);
    this.spellings = new Spellings({ probe, now, store: (control) => this.#store(control) }, target);
    const { platform, queryType, rule } = target;
    this.#pages = new SitePageProbes(ports.prober, target, () => negativeIdentities.make(rule, queryType, platform.slug));
  }

  /**
   * How many contradictions of controls there were in this process. A control that passes afterwards shows that the fault is
   * over, and nothing about responses that were requested before.
   */
  get contradictions(): number {
    return this.#contradictions.count;
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
    return this.#flight.after('whole', this.#spacingMs, () => this.#execute(before, queue));
  }

  /**
   * Repeats the positive control of one that passed. Same result: the returned control holds the new time.
   * Contradiction: the whole control is run, and may quarantine the platform; verdicts that wait do not count. Blocked: nothing is
   * known, and no verdict rests on it for a minute.
   */
  refresh(control: Control, queue: QueueTicket = AHEAD_TICKET): Promise<Control> {
    if (this.#isBackedOff()) return Promise.resolve(notRepeated(control));
    return this.#flight.share('positive', () => this.#repeat(control, queue));
  }

  /** The same, by a request that begins after this call. @param isSpaced shared by those who wait, as `runAfter` */
  refreshAfter(control: Control, queue: QueueTicket, isSpaced = false): Promise<Control> {
    if (this.#isBackedOff()) return Promise.resolve(notRepeated(control));
    return this.#flight.after('positive', isSpaced ? this.#spacingMs : 0, () => this.#repeat(control, queue));
  }

  async #repeat(control: Control, queue: QueueTicket): Promise<Control> {
    const { outcome } = control;
    if (outcome.state !== 'passed') return control;
    const accounts = await this.#accounts();
    const sentAt = this.#ports.now().getTime();
    const { contradictions } = this;
    const provenAt = this.unproven.provenAt(control);
    const { verdicts, seen, ageMs } = await this.#probes.positive(queue, accounts);
    switch (evaluateRepetition(verdicts)) {
      case 'same': {
        if (ageMs !== undefined) this.#blockedAt = this.#ports.now().getTime();
        const proof = this.#prove({ sentAt, ageMs }, this.#newerThan(control), this.contradictions > contradictions);
        return this.#store({ ...control, outcome: { ...outcome, ...proof, ...this.spellings.learntOf(seen, control) } });
      }
      case 'contradiction': {
        const isDenied = verdicts.some(({ state }) => state === 'not_registered');
        this.#contradict(isDenied ? 'positive' : null);
        if (isDenied) await this.unproven.withdraw('not_registered', provenAt, true);
        const next = await this.run(control, queue);
        if (isDenied && next.outcome.state !== 'passed') await this.unproven.withdraw('not_registered', provenAt, false);
        return next;
      }
      case 'blocked':
        this.#blockedAt = this.#ports.now().getTime();
        return notRepeated(control);
    }
  }

  #prove(answer: Parameters<typeof positiveProof>[0], control: Control | undefined, isFirst: boolean): PositiveProof {
    const { not_registered: denials } = this.unproven;
    const proof = positiveProof(answer, { control, provenAt: control ? denials.provenAt(control) : null }, isFirst);
    denials.prove(Date.parse(proof.positiveAt));
    return proof;
  }

  /** A control, or what this process has stored since it was read. */
  #newerThan(control: Control): Control {
    const latest = this.#latest?.control;
    return latest && latest.checkedAt >= control.checkedAt ? latest : control;
  }

  /** A negative control in the form of an identity. @param isKept one that counts as long as a platform's; else one that begins now */
  async formControl(identity: Identity, control: Control, queue: QueueTicket, isKept: boolean): Promise<SimilarOutcome> {
    const outcome = await this.#similar[isKept ? 'ofForm' : 'after'](identity, control, queue);
    if (outcome === 'contradiction') this.#contradict('negative');
    return outcome;
  }

  /** Requests the pages that an account's page is compared with, where they are too old. @returns the control with them */
  withSitePages(control: Control, queue: QueueTicket): Promise<Control> {
    return this.#flight.share('pages', async () => {
      const now = this.#ports.now();
      if (!needsSitePages(control, now)) return control;
      const site = await this.#pages.request(control.outcome.site, queue, now);
      return this.#store({ ...control, outcome: { ...control.outcome, site } });
    });
  }

  /** Records that a platform took back a verdict, of a lookup or before two accounts, for all processes. */
  async contradictAnswer(control: Control, kind: 'answer' | 'traffic' = 'answer'): Promise<void> {
    this.#contradict(kind);
    await this.#store(control);
  }

  /** Contradictions that still count, those that other processes stored included. */
  recentContradictions({ outcome }: Control): Contradiction[] {
    return this.#contradictions.recent(outcome.contradictions, this.#ports.now());
  }

  #contradict(kind: Contradiction['kind'] | null): void {
    this.#contradictions.add(kind, this.#ports.now());
  }

  /** Whether a control is not repeated because it was blocked. A block says nothing about the platform if the egress has failed since. */
  #isBackedOff(): boolean {
    const ageMs = this.#ports.now().getTime() - this.#blockedAt;
    return ageMs < CONTROL_STATES.blocked.ttlMs && !this.#hasEgressFailed(ageMs);
  }

  /** A platform that redirects for unknown identities gets a control a second at most for the verdicts that wait. */
  get #spacingMs(): number {
    return this.#ports.spacingMs ?? SECOND_MS;
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
  async #store(given: Control): Promise<Control> {
    const control = withLearnt(given, this.#latest?.control, this.recentContradictions(given));
    await this.#contradictions.storing(() => this.#ports.store.save(control));
    const latest = this.#latest?.control;
    if (latest && latest.checkedAt > control.checkedAt) return latest;
    this.#latest = { control, keptAt: this.#ports.now() };
    return control;
  }

  async #execute(before: Control | undefined, queue: QueueTicket): Promise<Control> {
    const { platform, queryType, rule } = this.#target;
    let last = before ? this.#newerThan(before) : this.#latest?.control;
    const beganAt = this.#ports.now().getTime();
    const { contradictions } = this;
    // Since a control that failed, nothing was answered.
    const provenAt = this.unproven.provenAt(last?.outcome.state === 'failed' ? undefined : last);
    const accounts = await this.#accounts();
    let run = await this.#probe(last, accounts, queue);
    // One transient fault must not quarantine a platform: a failure has to be seen twice.
    if (run.outcome.state === 'failed') {
      const first = run;
      const takenBack = takenBackBy(first);
      if (last && takenBack.includes('registered')) last = withoutFormsSince(last, provenAt.registered);
      run = await this.#probe(last, accounts, queue, first);
      // An absence that is unrecognised both times takes nothing back.
      const shown = contradictedBy(first);
      if (run.outcome.state !== 'passed' || !run.outcome.isAbsenceUnrecognised) this.#contradict(shown);
      for (const state of takenBack) await this.unproven.withdraw(state, provenAt, run.outcome.state === 'passed');
    }
    if (await this.#haveChanged(accounts, run)) return this.#execute(before, queue);
    // One of the latencies includes setting up the connection; the shorter one shows how long a probe takes.
    const latencyMs = Math.round(Math.min(...run.verdicts.map(({ evidence }) => evidence.latencyMs)));
    const checkedAt = this.#ports.now();
    const { digest } = accounts;
    const basis = { rule: ruleDigest(rule), ...(digest === undefined ? {} : { accounts: digest }) };
    const answer = { sentAt: beganAt, ageMs: run.ageMs };
    if (run.outcome.state === 'passed') {
      this.unproven.registered.prove(beganAt);
      if (last?.outcome.state === 'failed') await this.unproven.trustFrom(beganAt);
    }
    const isProven = run.outcome.state === 'passed' && run.outcome.mayDeny;
    const proof = isProven ? this.#prove(answer, ofRule(last, rule), this.contradictions > contradictions) : {};
    const outcome = withHistory({ ...run.outcome, ...basis, ...proof }, checkedAt, last);
    const control: Control = { platform: platform.slug, subject: queryType, outcome, checkedAt, latencyMs };
    // A request that was not sent, or whose egress failed, says nothing about the platform: the next verdict that needs it tries again.
    const isOurs = run.verdicts.some(isUnsent) || (outcome.state === 'blocked' && this.#hasEgressFailed(checkedAt.getTime() - beganAt));
    if (isOurs) return control;
    await this.#ports.onControl?.(control, run.verdicts);
    return this.#store(control);
  }

  /** @param first the run that this one repeats */
  async #probe(before: Control | undefined, accounts: ControlAccountSet, queue: QueueTicket, first?: ControlRun): Promise<ControlRun> {
    const { rule } = this.#target;
    const [{ verdicts: positives, seen, ageMs }, negative] = await Promise.all([
      this.#probes.positive(queue, accounts),
      this.#probes.negative(queue),
    ]);
    const outcome = evaluateControl(rule, positives, negative, first !== undefined && isUnrecognisedAbsence(first.negative));
    const verdicts = [...positives.slice(-1), negative];
    if (outcome.state !== 'passed') return { outcome, verdicts, negative };
    const earlier = before && ofRule(before, rule);
    const redirects = await this.#probes.countRedirects(outcome.rootRedirect, earlier, queue);
    const page = negative.state === 'not_registered' ? negative.page : undefined;
    const pages = restsOnWeakEvidence(rule, 'not_registered') ? { pages: controlPages(page, earlier) } : {};
    const learnt = { ...pages, ...(redirects === 0 ? {} : { redirects }), ...this.spellings.learntOf(seen, earlier) };
    return { outcome: { ...outcome, ...learnt }, verdicts, negative, ageMs };
  }
}
