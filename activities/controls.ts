import { controlPages, type Witness } from '../src/domain/bare-answer.js';
import { withHistory } from '../src/domain/cached-facts.js';
import { BLOCKED_PAUSE_MS, controlExpiry, isBlocked, isSlow, judgeControl, type Control, type ControlOutcome } from '../src/domain/calibration.js';
import { restsOnControl } from '../src/domain/control-need.js';
import type { Identity, QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { QueueTicket, RequestClass } from '../src/domain/flow/request-class.js';
import type { ControlStore, CooldownStore, ImpossibleIdentities, PlatformProber } from '../src/domain/ports.js';
import type { ProbeRule } from '../src/domain/probe-rule.js';
import type { Verdict } from '../src/domain/verdict.js';

/** A platform that answers nobody with a redirect is asked for a whole control once a second at most, however many wait for one. */
const SPACING_MS = 1_000;
/** Accounts vanish: so many known ones are tried before a platform is said to deny them all. */
const MOST_KNOWN = 3;
/** Longest time that one question may take, from the moment a connection slot is free: a lookup's or a control's. */
export const PROBE_DEADLINE_MS = 10_000;

export interface ControlPorts {
  readonly prober: PlatformProber;
  readonly store: ControlStore;
  readonly cooldowns: CooldownStore;
  readonly impossible: ImpossibleIdentities;
  /** Whether the way out itself was failed within the last so many milliseconds; default: never. */
  readonly hasEgressFailed?: ((withinMs: number) => boolean) | undefined;
  readonly now: () => Date;
  /** Milliseconds between the starts of two whole controls of a platform that answers wait for; default `SPACING_MS`. */
  readonly spacingMs?: number | undefined;
}

/** What the record held of a platform's control when somebody read it. */
export interface StoredControl {
  readonly control: Control | undefined;
  readonly readAt: Date;
}

/** Controls wait for a slot as long as it takes: answers rest on them. */
const PATIENTLY = { fairnessKey: '', maxWaitMs: Number.POSITIVE_INFINITY };
/** What an answer that is there still needs goes before requests that have not begun. */
export const NEEDED: QueueTicket = { ...PATIENTLY, requestClass: 'control' };
/** Ahead of time, nobody waits for it. */
export const AHEAD_OF_TIME: QueueTicket = { ...PATIENTLY, requestClass: 'calibration' };
/** A control beside a request waits like that request; a slow platform's is begun before others. */
export const besideRequest = (requestClass: RequestClass, control: Control | undefined): QueueTicket => ({
  ...PATIENTLY, requestClass, isSlow: isSlow(control),
});

/** What one control learnt. */
interface Tried {
  readonly outcome: ControlOutcome;
  readonly verdicts: readonly Verdict[];
}

/**
 * Runs controls: a known account and an impossible identity, asked like any other. One control of a platform runs at a
 * time in a process, whoever needs it; its result is stored for all processes.
 */
export class Controls {
  readonly #ports: ControlPorts;
  readonly #underWay = new Map<string, Promise<Control | undefined>>();
  /** The last ones of this process: what a lookup read when it began may have been replaced since. */
  readonly #latest = new Map<string, { readonly control: Control; readonly keptAt: Date }>();
  /** When a witness could not be asked again, by platform, query type and witness: it is left alone for a while. */
  readonly #refused = new Map<string, number>();
  readonly #disagreements = new Map<string, number>();
  /** Controls that begin as soon as they may, for those who need one that began after their answer. */
  readonly #next = new Map<string, Promise<Control | undefined>>();
  /** When the last one of those began, in milliseconds since the epoch. */
  readonly #beganAt = new Map<string, number>();

  constructor(ports: ControlPorts) {
    this.#ports = ports;
  }

  /**
   * The control that stands for a platform's answers, run now when the stored one has expired.
   *
   * @returns undefined when none can be made (no rule, or no impossible identity fits the naming rule)
   */
  async standing(platform: Platform, subject: QueryType, stored: StoredControl, queue: QueueTicket = AHEAD_OF_TIME): Promise<Control | undefined> {
    const newest = this.newest(platform, subject, stored);
    return newest && controlExpiry(newest) > this.#ports.now() ? newest : this.renew(platform, subject, newest, queue);
  }

  /** The stored control, or the one that this process has made since that was read. */
  newest(platform: Platform, subject: QueryType, stored: StoredControl): Control | undefined {
    const own = this.#latest.get(`${platform.slug}:${subject}`);
    return own && own.keptAt >= stored.readAt ? own.control : stored.control;
  }

  /**
   * How often a witness has contradicted the platform's rule in this process. A control that passes afterwards shows that the
   * fault is over, and nothing of answers that were asked for before.
   */
  disagreements(platform: Platform, subject: QueryType): number {
    return this.#disagreements.get(`${platform.slug}:${subject}`) ?? 0;
  }

  /** Runs a control whatever stands. @param before the control that it follows */
  renew(platform: Platform, subject: QueryType, before: Control | undefined, queue: QueueTicket = AHEAD_OF_TIME): Promise<Control | undefined> {
    return this.#once(`${platform.slug}:${subject}`, () => this.#run(platform, subject, before, queue));
  }

  /**
   * Runs a whole control that begins after this call; one that is under way already does not count. Whoever calls before it
   * begins shares it, so one control confirms all answers that came before.
   *
   * @param before the control that it follows
   */
  renewAfter(platform: Platform, subject: QueryType, before: Control | undefined, queue: QueueTicket = AHEAD_OF_TIME): Promise<Control | undefined> {
    const key = `${platform.slug}:${subject}`;
    const next = this.#next.get(key) ?? this.#renewNext(key, platform, subject, before, queue);
    this.#next.set(key, next);
    return next;
  }

  async #renewNext(key: string, platform: Platform, subject: QueryType, before: Control | undefined, queue: QueueTicket): Promise<Control | undefined> {
    const { spacingMs = SPACING_MS, now } = this.#ports;
    const waitMs = Math.min(spacingMs, Math.max(0, (this.#beganAt.get(key) ?? 0) + spacingMs - now().getTime()));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Others may have begun one meanwhile, before the last who waits here called.
    for (let running = this.#underWay.get(key); running; running = this.#underWay.get(key)) await running.catch(() => undefined);
    this.#next.delete(key);
    this.#beganAt.set(key, now().getTime());
    return this.renew(platform, subject, before, queue);
  }

  /**
   * Asks one witness of a standing control again. As before: the control that is returned says when. Otherwise the whole
   * control is run for the record, and quarantines if it must; what waits does not count. Blocked: nothing is known, and
   * nothing rests on it for a minute.
   */
  askAgain(platform: Platform, subject: QueryType, control: Control, witness: Witness, queue: QueueTicket = AHEAD_OF_TIME): Promise<Control | undefined> {
    const key = `${platform.slug}:${subject}:${witness}`;
    const silent: Control = { ...control, outcome: { state: 'blocked', matched: `the ${witness} identity could not be asked again` } };
    if (this.#isRefused(key)) return Promise.resolve(silent);
    return this.#once(key, async () => {
      const rule = platform.probes[subject];
      const { outcome } = control;
      if (!rule || outcome.state !== 'passed') return control;
      const said = await (witness === 'known' ? this.#askKnown(platform, subject, rule, queue) : this.#askImpossible(platform, subject, rule, queue));
      if (agrees(rule, witness, said)) {
        const heardAt = this.#ports.now().toISOString();
        return this.#keep({ ...control, outcome: { ...outcome, ...(witness === 'known' ? { knownAt: heardAt } : { impossibleAt: heardAt }) } });
      }
      if (!said.some(isBlocked)) {
        this.#disagreed(platform, subject);
        return this.renew(platform, subject, control, queue);
      }
      this.#refused.set(key, this.#ports.now().getTime());
      return silent;
    });
  }

  /** A refusal in whose time the egress failed was none of the platform. */
  #isRefused(key: string): boolean {
    const ageMs = this.#ports.now().getTime() - (this.#refused.get(key) ?? Number.NEGATIVE_INFINITY);
    return ageMs < BLOCKED_PAUSE_MS && !this.#hasEgressFailed(ageMs);
  }

  #hasEgressFailed(withinMs: number): boolean {
    return this.#ports.hasEgressFailed?.(withinMs) ?? false;
  }

  #disagreed(platform: Platform, subject: QueryType): void {
    this.#disagreements.set(`${platform.slug}:${subject}`, this.disagreements(platform, subject) + 1);
  }

  #once(key: string, work: () => Promise<Control | undefined>): Promise<Control | undefined> {
    const running = this.#underWay.get(key) ?? work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, running);
    return running;
  }

  /** @returns the control that stands now: a witness may have answered after a newer one was made */
  async #keep(control: Control): Promise<Control> {
    await this.#ports.store.save(control);
    const key = `${control.platform}:${control.subject}`;
    const latest = this.#latest.get(key)?.control;
    if (latest && latest.checkedAt > control.checkedAt) return latest;
    this.#latest.set(key, { control, keptAt: this.#ports.now() });
    return control;
  }

  async #run(platform: Platform, subject: QueryType, before: Control | undefined, queue: QueueTicket): Promise<Control | undefined> {
    const rule = platform.probes[subject];
    if (!rule) return undefined;
    const latest = this.#latest.get(`${platform.slug}:${subject}`)?.control;
    const last = latest && (!before || latest.checkedAt > before.checkedAt) ? latest : before;
    const beganAt = this.#ports.now().getTime();
    let tried = await this.#try(platform, subject, rule, last, queue);
    // One bad moment must not quarantine a platform: a failure has to be seen twice.
    if (tried?.outcome.state === 'failed') tried = await this.#try(platform, subject, rule, last, queue);
    if (!tried) return undefined;
    // Setting a connection up is counted in one of the answers; the quicker one tells how long a question takes.
    const latencyMs = Math.round(Math.min(...tried.verdicts.map(({ evidence }) => evidence.latencyMs)));
    const checkedAt = this.#ports.now();
    const control: Control = { platform: platform.slug, subject, outcome: withHistory(tried.outcome, checkedAt, last), checkedAt, latencyMs };
    // What was not sent, or could not get out, is no word of the platform: the next answer that needs the control tries again.
    const isOurs = tried.verdicts.some(isUnsent) || (tried.outcome.state === 'blocked' && this.#hasEgressFailed(checkedAt.getTime() - beganAt));
    return isOurs ? control : this.#keep(control);
  }

  async #try(platform: Platform, subject: QueryType, rule: ProbeRule, before: Control | undefined, queue: QueueTicket): Promise<Tried | undefined> {
    const [known, impossible] = await Promise.all([this.#askKnown(platform, subject, rule, queue), this.#askImpossible(platform, subject, rule, queue)]);
    const absent = impossible[0];
    if (!absent) return undefined;
    const outcome = judgeControl(rule, known, absent);
    if (outcome.state === 'failed') this.#disagreed(platform, subject);
    const verdicts = [...known.slice(-1), absent];
    if (outcome.state !== 'passed' || !restsOnControl(rule, 'not_registered')) return { outcome, verdicts };
    return { outcome: { ...outcome, pages: controlPages(absent.state === 'not_registered' ? absent.page : undefined, before) }, verdicts };
  }

  /**
   * Known accounts one after the other, until one reads registered. The first that was denied is asked once more then: one
   * that has vanished stays denied, and one that is back tells of a moment in which the platform denied whom it knows.
   */
  async #askKnown(platform: Platform, subject: QueryType, rule: ProbeRule, queue: QueueTicket): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    const known = (rule.known ?? []).slice(0, MOST_KNOWN);
    for (const value of known) {
      const verdict = await this.#probe(platform, { type: subject, value }, queue);
      verdicts.push(verdict);
      if (verdict.state === 'registered') break;
    }
    const denied = known[verdicts.findIndex(({ state }) => state === 'not_registered')];
    if (denied !== undefined && verdicts.at(-1)?.state === 'registered') {
      const again = await this.#probe(platform, { type: subject, value: denied }, queue);
      if (again.state !== 'not_registered') this.#disagreed(platform, subject);
    }
    return verdicts;
  }

  /** @returns nothing when no impossible identity fits the naming rule */
  async #askImpossible(platform: Platform, subject: QueryType, rule: ProbeRule, queue: QueueTicket): Promise<Verdict[]> {
    const identity = this.#ports.impossible.make(rule, subject);
    return identity ? [await this.#probe(platform, identity, queue)] : [];
  }

  /** A control is nobody's lookup: it is not ended with the lookup that happened to need it first. */
  async #probe(platform: Platform, identity: Identity, queue: QueueTicket): Promise<Verdict> {
    const { prober, cooldowns } = this.#ports;
    const verdict = await prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, queue });
    if (verdict.state === 'inconclusive' && verdict.retryAfterSeconds !== undefined) {
      await cooldowns.cool(platform.slug, verdict.retryAfterSeconds, verdict.doubt);
    }
    return verdict;
  }
}

/** Whether flow control held the request back, or this process has ended it as it stops: nothing else does. */
function isUnsent(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && ['busy', 'unavailable', 'interrupted'].includes(verdict.doubt);
}

/** Whether a witness that was asked again said what a passed control needs of it. */
function agrees(rule: ProbeRule, witness: Witness, said: readonly Verdict[]): boolean {
  if (witness === 'known') return said.some(({ state }) => state === 'registered');
  return said.length > 0 && said.every((verdict) => judgeControl(rule, [], verdict).state === 'passed');
}
