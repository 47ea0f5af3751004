import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { ImpossibleIdentities, PlatformProber } from '../src/domain/ports.js';
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

  /** Begins a trial unless one is under way. Never throws. */
  begin(platform: Platform, subject: QueryType): void {
    if (this.#underWay.has(platform.slug)) return;
    this.#underWay.add(platform.slug);
    void this.#run(platform, subject)
      .catch(() => undefined) // the next request that finds the circuit due tries again
      .finally(() => this.#underWay.delete(platform.slug));
  }

  async #run(platform: Platform, subject: QueryType): Promise<void> {
    const rule = platform.probes[subject];
    const identity = rule && this.ports.impossible.make(rule, subject);
    if (!identity || !(await this.ports.claim(platform, subject))) return;
    const queue = { ...AHEAD_OF_TIME, maxWaitMs: TRIAL_WAIT_MS };
    await this.ports.prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: PROBE_DEADLINE_MS, queue, isTrial: true });
  }
}
