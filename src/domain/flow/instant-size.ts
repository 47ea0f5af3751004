/**
 * How many platforms an instant lookup asks at present: additive increase while nearly all of them answer before the ceiling,
 * multiplicative decrease when they do not. Beyond what the machine carries, lookups so ask fewer platforms and have answers
 * from most of them, instead of asking all and having none in time.
 */

/** Share of answers in time, over some lookups, below which fewer are asked: platforms have a tail of slow answers of their own. */
const ENOUGH_IN_TIME = 0.8;
/** Weight of one lookup in that share. */
const WEIGHT = 0.1;
const DECREASE = 0.7;
const INCREASE = 0.04;
const MIN_SIZE = 2;
/** One slow moment is seen by many lookups: it counts once. */
const HOLD_MS = 300;

export class InstantSize {
  #size: number;
  #inTime = 1;
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
    this.#inTime += WEIGHT * (inTime / asked - this.#inTime);
    if (this.#inTime >= ENOUGH_IN_TIME) this.#size = Math.min(this.max, this.#size + INCREASE);
    else if (now - this.#decreasedAt >= HOLD_MS) {
      this.#size = Math.max(MIN_SIZE, Math.min(this.#size, asked) * DECREASE);
      this.#inTime = ENOUGH_IN_TIME; // what follows is judged by itself
      this.#decreasedAt = now;
    }
  }
}
