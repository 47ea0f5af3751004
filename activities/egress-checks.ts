import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { PlatformProber } from '../src/domain/ports.js';
import { askAboutNobody, type AskingPorts } from './ask-about-nobody.js';

/** Platforms kept that answered lately: an egress that has failed is found out by ten hosts. */
const KEPT = 32;
const LOOK_MS = 1_000;
/** Longest wait of a check for a slot. */
const SLOT_WAIT_MS = 1_000;

export interface EgressCheckPorts extends AskingPorts {
  /** Whether nothing that was sent lately has been answered, though something waits for an answer or has failed. */
  readonly isQuiet: () => boolean;
}

/**
 * Active health checks of the egress. The last requests of a sweep are often those to platforms that hang: while nothing else is
 * sent, nobody can tell whether it is the platforms or the way out that fails. Then one that answered lately is asked about an
 * identity that nobody has. Its answer tells that the others' silence is their own.
 */
export class EgressChecks {
  /** The one that answered last stands last. */
  readonly #answered = new Map<string, { readonly platform: Platform; readonly subject: QueryType }>();
  #isUnderWay = false;

  constructor(private readonly ports: EgressCheckPorts) {}

  /** Remembers who answers. */
  watched(prober: PlatformProber): PlatformProber {
    return {
      probe: async (platform, identity, limits) => {
        const verdict = await prober.probe(platform, identity, limits);
        const key = `${platform.slug}:${identity.type}`;
        this.#answered.delete(key);
        if (verdict.state !== 'inconclusive') this.#answered.set(key, { platform, subject: identity.type });
        const [oldest] = this.#answered.keys();
        if (this.#answered.size > KEPT && oldest !== undefined) this.#answered.delete(oldest);
        return verdict;
      },
    };
  }

  /** Looks once a second. @returns ends it */
  start(): () => void {
    const timer = setInterval(() => void this.look(), LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Asks one platform, the one that was not heard from for longest, if the egress is quiet. Never throws. */
  async look(): Promise<void> {
    const [next] = this.#answered;
    if (this.#isUnderWay || !next || !this.ports.isQuiet()) return;
    const [key, { platform, subject }] = next;
    this.#answered.delete(key); // it comes back when it answers
    this.#isUnderWay = true;
    const { prober, impossible } = this.ports;
    const asked = askAboutNobody({ prober: this.watched(prober), impossible }, platform, subject, { maxWaitMs: SLOT_WAIT_MS });
    // A check that hangs must not keep the next platform from being asked.
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref())]);
    this.#isUnderWay = false;
  }
}
