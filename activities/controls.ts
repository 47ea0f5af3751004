import { controlExpiry, judgeControl, type Control, type ControlOutcome } from '../src/domain/calibration.js';
import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { ControlStore, ImpossibleIdentities, PlatformProber } from '../src/domain/ports.js';
import type { ProbeRule } from '../src/domain/probe-rule.js';
import type { Verdict } from '../src/domain/verdict.js';

/** Accounts vanish: so many known ones are tried before a platform is said to deny them all. */
const MOST_KNOWN = 3;
const PROBE_DEADLINE_MS = 10_000;

export interface ControlPorts {
  readonly prober: PlatformProber;
  readonly store: ControlStore;
  readonly impossible: ImpossibleIdentities;
  readonly now: () => Date;
}

/**
 * Runs controls: a known account and an impossible identity, asked like any other. One control of a platform runs at a
 * time in a process, whoever needs it; its result is stored for all processes.
 */
export class Controls {
  readonly #ports: ControlPorts;
  readonly #underWay = new Map<string, Promise<Control | undefined>>();

  constructor(ports: ControlPorts) {
    this.#ports = ports;
  }

  /**
   * The control that stands for a platform's answers, run now when the stored one has expired.
   *
   * @param stored the newest stored control
   * @returns undefined when none can be made (no rule, or no impossible identity fits the naming rule)
   */
  async standing(platform: Platform, subject: QueryType, stored: Control | undefined): Promise<Control | undefined> {
    if (stored && controlExpiry(stored) > this.#ports.now()) return stored;
    const key = `${platform.slug}:${subject}`;
    const running = this.#underWay.get(key) ?? this.#run(platform, subject).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, running);
    return running;
  }

  async #run(platform: Platform, subject: QueryType): Promise<Control | undefined> {
    const rule = platform.probes[subject];
    if (!rule) return undefined;
    const started = performance.now();
    let outcome = await this.#ask(platform, subject, rule);
    // One bad moment must not quarantine a platform: a failure has to be seen twice.
    if (outcome?.state === 'failed') outcome = await this.#ask(platform, subject, rule);
    if (!outcome) return undefined;
    const latencyMs = Math.round(performance.now() - started);
    const control: Control = { platform: platform.slug, subject, outcome, checkedAt: this.#ports.now(), latencyMs };
    await this.#ports.store.save(control);
    return control;
  }

  async #ask(platform: Platform, subject: QueryType, rule: ProbeRule): Promise<ControlOutcome | undefined> {
    const impossible = this.#ports.impossible.make(rule, subject);
    if (!impossible) return undefined;
    const [known, absent] = await Promise.all([this.#askKnown(platform, subject, rule), this.#probe(platform, impossible)]);
    return judgeControl(rule, known, absent);
  }

  /** Known accounts one after the other, until one reads registered. */
  async #askKnown(platform: Platform, subject: QueryType, rule: ProbeRule): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const value of (rule.known ?? []).slice(0, MOST_KNOWN)) {
      const verdict = await this.#probe(platform, { type: subject, value });
      verdicts.push(verdict);
      if (verdict.state === 'registered') break;
    }
    return verdicts;
  }

  /** A control is nobody's lookup: it is not ended with the lookup that happened to need it first. */
  #probe(platform: Platform, identity: { type: QueryType; value: string }): Promise<Verdict> {
    return this.#ports.prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS });
  }
}
