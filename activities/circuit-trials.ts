import type { QueryType } from '../src/domain/identity/identity.js';
import type { Platform } from '../src/domain/catalogue/platform.js';
import { probeNegativeControl, type NegativeControlPorts } from './controls/control-probes.js';

const TRIAL = { maxWaitMs: 5_000, isTrial: true } as const;

export interface CircuitTrialPorts extends NegativeControlPorts {
  /** Reserves the trial for this worker: of all workers that find a circuit due, one sends the request. */
  readonly claim: (platform: Platform, subject: QueryType) => Promise<boolean>;
}

/**
 * Probes a platform whose circuit breaker is due for a trial, with an identity that cannot exist. Flow control closes the circuit when
 * the platform responds. The trial belongs to no lookup, so that none waits ten seconds to find that the platform still hangs.
 */
export class CircuitTrials {
  readonly #underWay = new Set<string>();
  readonly #ports: CircuitTrialPorts;

  constructor(ports: CircuitTrialPorts) {
    this.#ports = ports;
  }

  /** Begins the trial of a circuit that is due, unless one is under way. Never throws. */
  begin(platform: Platform, subject: QueryType): void {
    this.#once(
      platform,
      async () =>
        void (await probeNegativeControl(this.#ports, platform, subject, {
          ...TRIAL,
          maySend: () => this.#ports.claim(platform, subject),
        })),
    );
  }

  /**
   * Probes a platform again after a time-out, and once more after a second one: if it hangs, its circuit opens, and the next
   * lookup does not wait for it. Never throws.
   */
  confirm(platform: Platform, subject: QueryType): void {
    this.#once(platform, async () => {
      const again = await probeNegativeControl(this.#ports, platform, subject, TRIAL);
      if (again?.state === 'inconclusive' && again.doubt === 'timeout') await probeNegativeControl(this.#ports, platform, subject, TRIAL);
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
