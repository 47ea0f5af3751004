/**
 * How many platforms an instant lookup probes at present: additive increase while nearly all of them answer before the ceiling,
 * multiplicative decrease when they do not. Beyond the capacity of the machine, lookups then probe fewer platforms and get answers from
 * most of them, instead of probing all and getting none in time.
 */

/** Share of answers in time, over some lookups, below which fewer are probed: platforms have a tail of slow answers of their own. */
const ENOUGH_IN_TIME = 0.75;
/** Weight of one lookup in that share. */
const WEIGHT = 0.1;
const DECREASE = 0.85;
/** Growth per second, as a share of the maximum. */
const GROWTH = 0.05;
const MIN_SIZE = 2;
/**
 * Delay before a lookup's plan, in milliseconds, its own and the average of recent lookups: above the first value it probes fewer
 * platforms, from the second on the minimum. A single late lookup probes all: the machine stalled for a moment, but it is not behind.
 */
const QUEUE_DELAY_MS = [40, 200] as const;
/** Weight of one lookup in that average. */
const WAIT_WEIGHT = 0.2;
/** Time until a decrease shows, in milliseconds, about a ceiling: what is observed before was started earlier. */
const HOLD_MS = 1_000;

export class InstantSize {
  #size: number;
  #inTime = 1;
  #waitedMs = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
    this.#size = max;
  }

  /** Platforms that a lookup probes without load. */
  get most(): number {
    return this.#max;
  }

  /**
   * Counts a lookup that starts now.
   *
   * @param waitedMs milliseconds since it was accepted
   * @returns number of platforms that it probes
   */
  begin(waitedMs: number): number {
    this.#waitedMs += WAIT_WEIGHT * (waitedMs - this.#waitedMs);
    return this.#after(Math.min(waitedMs, this.#waitedMs));
  }

  /** Platforms that a lookup probes when it starts at once. */
  get current(): number {
    return this.#after(0);
  }

  #after(waitedMs: number): number {
    const [from, to] = QUEUE_DELAY_MS;
    const room = 1 - Math.min(1, Math.max(0, (waitedMs - from) / (to - from)));
    return Math.max(MIN_SIZE, Math.round(this.#size * room));
  }

  /** Counts the platforms of one lookup that answered by its ceiling. */
  observe({ asked, inTime }: { readonly asked: number; readonly inTime: number }, now: number): void {
    if (asked === 0) return;
    this.#inTime += WEIGHT * (inTime / asked - this.#inTime);
    const sinceMs = Math.min(HOLD_MS, now - this.#changedAt);
    if (this.#inTime >= ENOUGH_IN_TIME) {
      this.#size = Math.min(this.#max, this.#size + (GROWTH * this.#max * sinceMs) / 1_000);
      this.#changedAt = now;
    } else if (now - this.#decreasedAt >= HOLD_MS) {
      this.#size = Math.max(MIN_SIZE, this.#size * DECREASE);
      this.#inTime = ENOUGH_IN_TIME; // later lookups are measured from here
      this.#decreasedAt = now;
      this.#changedAt = now;
    }
  }
}
