/**
 * How many platforms an instant lookup asks at present: additive increase while nearly all of them answer before the ceiling,
 * multiplicative decrease when they do not. Beyond what the machine carries, lookups so ask fewer platforms and have answers
 * from most of them, instead of asking all and having none in time.
 */

/** Share of answers in time below which fewer are asked. */
const ENOUGH_IN_TIME = 0.85;
const DECREASE = 0.7;
const INCREASE = 0.5;
const MIN_SIZE = 2;
/** One slow moment is seen by many lookups: it counts once. */
const HOLD_MS = 300;

export class InstantSize {
  #size: number;
  #decreasedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly max: number) {
    this.#size = max;
  }

  get current(): number {
    return Math.max(MIN_SIZE, Math.floor(this.#size));
  }

  /** What one lookup's platforms did by its ceiling. */
  observe({ asked, inTime }: { readonly asked: number; readonly inTime: number }, now: number): void {
    if (asked === 0) return;
    if (inTime / asked >= ENOUGH_IN_TIME) this.#size = Math.min(this.max, this.#size + INCREASE);
    else if (now - this.#decreasedAt >= HOLD_MS) {
      this.#size = Math.max(MIN_SIZE, Math.min(this.#size, asked) * DECREASE);
      this.#decreasedAt = now;
    }
  }
}
