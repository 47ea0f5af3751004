/**
 * How many platforms an instant lookup asks at present: additive increase while nearly all of them answer before the ceiling,
 * multiplicative decrease when they do not. Beyond what the machine carries, lookups so ask fewer platforms and have answers
 * from most of them, instead of asking all and having none in time.
 */

/** Share of answers in time, over some lookups, below which fewer are asked: platforms have a tail of slow answers of their own. */
const ENOUGH_IN_TIME = 0.75;
/** Weight of one lookup in that share. */
const WEIGHT = 0.1;
const DECREASE = 0.85;
/** Part of the most that it grows by in a second. */
const GROWTH = 0.05;
const MIN_SIZE = 2;
/**
 * Milliseconds before a lookup's plan, its own and on average of the last ones: from the first on it asks fewer platforms, from the second
 * on the fewest. A single late lookup asks all: the machine was held up for a moment, but it is not behind.
 */
const BEHIND_MS = [40, 200] as const;
/** Weight of one lookup in that average. */
const WAIT_WEIGHT = 0.2;
/** A decrease shows after a ceiling's time: what is seen before stems from the time before it. */
const HOLD_MS = 1_000;

export class InstantSize {
  #size: number;
  #inTime = 1;
  #waitedMs = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly max: number) {
    this.#size = max;
  }

  /** Platforms that a lookup asks when there is room. */
  get most(): number {
    return this.max;
  }

  /**
   * Counts a lookup that begins now.
   *
   * @param waitedMs since it was accepted
   * @returns the number of platforms that it asks
   */
  begin(waitedMs: number): number {
    this.#waitedMs += WAIT_WEIGHT * (waitedMs - this.#waitedMs);
    return this.#after(Math.min(waitedMs, this.#waitedMs));
  }

  /** Platforms that a lookup asks when it is begun at once. */
  get current(): number {
    return this.#after(0);
  }

  #after(waitedMs: number): number {
    const [from, to] = BEHIND_MS;
    const room = 1 - Math.min(1, Math.max(0, (waitedMs - from) / (to - from)));
    return Math.max(MIN_SIZE, Math.round(this.#size * room));
  }

  /** What one lookup's platforms did by its ceiling. */
  observe({ asked, inTime }: { readonly asked: number; readonly inTime: number }, now: number): void {
    if (asked === 0) return;
    this.#inTime += WEIGHT * (inTime / asked - this.#inTime);
    const sinceMs = Math.min(HOLD_MS, now - this.#changedAt);
    if (this.#inTime >= ENOUGH_IN_TIME) {
      this.#size = Math.min(this.max, this.#size + (GROWTH * this.max * sinceMs) / 1_000);
      this.#changedAt = now;
    } else if (now - this.#decreasedAt >= HOLD_MS) {
      this.#size = Math.max(MIN_SIZE, this.#size * DECREASE);
      this.#inTime = ENOUGH_IN_TIME; // what follows is judged by itself
      this.#decreasedAt = now;
      this.#changedAt = now;
    }
  }
}
