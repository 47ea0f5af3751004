/** Probes that belong to no lookup: trials of open circuits, and checks of the egress. Both use an identity that cannot exist. */
import type { Identity, QueryType } from '../../src/kernel/identity/identity.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { probeNegativeControl, type NegativeControlPorts } from '../../src/engine/controls/control-probes.js';
import type { Verdict } from '../../src/engine/evaluation/verdict.js';
import { SLOT_WAIT_MS } from '../../src/engine/flow/deferral.js';
import type { PlatformProber } from '../../src/engine/http/prober.js';
import { SECOND_MS } from '../../src/kernel/values/durations.js';
import { withTimeout } from '../../src/kernel/net/deadline.js';

const TRIAL = { maxWaitMs: 5_000, isTrial: true } as const;

/**
 * Probes a platform whose circuit breaker is due for a trial, with an identity that cannot exist. Flow control closes the circuit when
 * the platform responds. The trial belongs to no lookup, so that none waits ten seconds to find that the platform still hangs.
 */
export class CircuitTrials {
  readonly #underWay = new Set<string>();

  /** @param ports.claim reserves the trial for this worker: of all workers that find a circuit due, one sends the request */
  constructor(private readonly ports: NegativeControlPorts & { claim: (platform: Platform, subject: QueryType) => Promise<boolean> }) {}

  /** Begins the trial of a circuit that is due, unless one is under way. Never throws. */
  begin(platform: Platform, subject: QueryType): void {
    this.#once(
      platform,
      async () =>
        void (await probeNegativeControl(this.ports, platform, subject, {
          ...TRIAL,
          maySend: () => this.ports.claim(platform, subject),
        })),
    );
  }

  /**
   * Probes a platform again after a time-out, and once more after a second one: if it hangs, its circuit opens, and the next
   * lookup does not wait for it. Never throws.
   */
  confirm(platform: Platform, subject: QueryType): void {
    this.#once(platform, async () => {
      const again = await probeNegativeControl(this.ports, platform, subject, TRIAL);
      if (again?.state === 'inconclusive' && again.reason === 'timeout') await probeNegativeControl(this.ports, platform, subject, TRIAL);
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

/** How many platforms that responded recently are kept: ten hosts are enough to detect a failed egress. */
const MAX_RECENT = 32;

/**
 * Active health checks of the egress. The last requests of a sweep are often those to platforms that hang: while nothing else is
 * sent, it is unknown whether the platforms or the egress fail. Then a platform that responded recently is probed with a
 * negative control. Its response shows that the other platforms are at fault, not the egress.
 */
export class EgressChecks {
  /** In the order of their latest responses, the newest last. */
  readonly #answered = new Map<string, { readonly platform: Platform; readonly subject: QueryType }>();
  #isUnderWay = false;

  /** @param ports.isQuiet whether no recent request got a response, although some wait for one or have failed */
  constructor(private readonly ports: Pick<NegativeControlPorts, 'negativeIdentities'> & { isQuiet: () => boolean }) {}

  /** Remembers the platform of a verdict while it responds. */
  readonly observe = (verdict: Verdict, platform: Platform, { type: subject }: Identity): void => {
    const key = `${platform.slug}:${subject}`;
    this.#answered.delete(key);
    if (verdict.state !== 'inconclusive') this.#answered.set(key, { platform, subject });
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > MAX_RECENT && oldest !== undefined) this.#answered.delete(oldest);
  };

  /** Checks once a second. @param prober its verdicts are observed @returns a function that stops it */
  start(prober: PlatformProber): () => void {
    const timer = setInterval(() => void this.check(prober), SECOND_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Probes the platform whose latest response is oldest, if the egress is quiet. Never throws. */
  async check(prober: PlatformProber): Promise<void> {
    const [next] = this.#answered;
    if (this.#isUnderWay || !next || !this.ports.isQuiet()) return;
    const [key, { platform, subject }] = next;
    this.#answered.delete(key); // added again when it responds
    this.#isUnderWay = true;
    const { negativeIdentities } = this.ports;
    const probed = probeNegativeControl({ prober, negativeIdentities }, platform, subject, { maxWaitMs: SLOT_WAIT_MS });
    // A check that hangs must not keep the next platform from being probed.
    await withTimeout(probed, SECOND_MS, () => null);
    this.#isUnderWay = false;
  }
}
