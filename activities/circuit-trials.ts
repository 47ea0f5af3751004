import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import { askAboutNobody, type AskingPorts } from './ask-about-nobody.js';

const TRIAL = { maxWaitMs: 5_000, isTrial: true } as const;

export interface CircuitTrialPorts extends AskingPorts {
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
    this.#once(platform, async () => void (await askAboutNobody(this.ports, platform, subject, { ...TRIAL, mayAsk: () => this.ports.claim(platform, subject) })));
  }

  /**
   * Asks a platform that has just been waited for in vain again, and once more if that is in vain too: when it hangs, its circuit
   * opens, and the next lookup need not wait to learn it. Never throws.
   */
  confirm(platform: Platform, subject: QueryType): void {
    this.#once(platform, async () => {
      const again = await askAboutNobody(this.ports, platform, subject, TRIAL);
      if (again?.state === 'inconclusive' && again.doubt === 'timeout') await askAboutNobody(this.ports, platform, subject, TRIAL);
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
}
