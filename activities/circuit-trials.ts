import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { ImpossibleIdentities, PlatformProber } from '../src/domain/ports.js';
import type { Verdict } from '../src/domain/verdict.js';
import { AHEAD_OF_TIME, PROBE_DEADLINE_MS } from './controls.js';

/** Longest wait of a trial for a slot. */
const TRIAL_WAIT_MS = 5_000;

export interface CircuitTrialPorts {
  readonly prober: PlatformProber;
  readonly impossible: ImpossibleIdentities;
  /** Reserves the trial for this worker: of all that find a circuit due, one asks. */
  readonly claim: (platform: Platform, subject: QueryType) => Promise<boolean>;
}

/**
 * Asks a platform whose circuit breaker has been open for its time about an identity that nobody has. Flow control closes the
 * circuit when it answers. It is nobody's lookup: none waits ten seconds to learn that the platform still hangs.
 */
export class CircuitTrials {
  readonly #underWay = new Set<string>();

  constructor(private readonly ports: CircuitTrialPorts) {}

  /** Begins the trial of a circuit that is due, unless one is under way. Never throws. */
  begin(platform: Platform, subject: QueryType): void {
    this.#once(platform, async () => void (await this.#ask(platform, subject, () => this.ports.claim(platform, subject))));
  }

  /**
   * Asks a platform that has just been waited for in vain again, and once more if that is in vain too: when it hangs, its circuit
   * opens, and the next lookup need not wait to learn it. Never throws.
   */
  confirm(platform: Platform, subject: QueryType): void {
    this.#once(platform, async () => {
      const again = await this.#ask(platform, subject);
      if (again?.state === 'inconclusive' && again.doubt === 'timeout') await this.#ask(platform, subject);
    });
  }

  /** Runs it unless a trial of the platform is under way. */
  #once(platform: Platform, run: () => Promise<void>): void {
    if (this.#underWay.has(platform.slug)) return;
    this.#underWay.add(platform.slug);
    void run()
      .catch(() => undefined) // the next request that finds the circuit due tries again
      .finally(() => this.#underWay.delete(platform.slug));
  }

  /** @returns null when nothing can be asked, or another worker asks */
  async #ask(platform: Platform, subject: QueryType, claim?: () => Promise<boolean>): Promise<Verdict | null> {
    const rule = platform.probes[subject];
    const identity = rule && this.ports.impossible.make(rule, subject);
    if (!identity || (claim && !(await claim()))) return null;
    const queue = { ...AHEAD_OF_TIME, maxWaitMs: TRIAL_WAIT_MS };
    return this.ports.prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, queue, isTrial: true });
  }
}
