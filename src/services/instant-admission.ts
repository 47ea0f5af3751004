import { ServiceError } from '../domain/errors.js';

const START = 64;
const MIN = 8;
const MAX = 256;
const DECREASE = 0.85;
const INCREASE = 0.25;
/** One slow moment is seen by many lookups: it counts once. */
const HOLD_MS = 150;
/** Share of a lookup's checks that have ended at its ceiling, over some lookups, below which fewer lookups are accepted. */
const ENOUGH_IN_TIME = 0.65;
/** Weight of one lookup in that share. */
const WEIGHT = 0.1;

/** Tells how far an admitted lookup had come when its answer left: the share of its checks that had ended; null: unknown. */
export type LeaveInstant = (ended: number | null) => void;

/**
 * How many instant lookups this process accepts at once. Additive increase while nearly all of their checks end before the
 * ceiling, multiplicative decrease when they do not: they would be billed for nearly empty answers. Workers ask fewer platforms
 * first (`instant-size.ts`). Whoever comes beyond the limit is refused before acceptance, unbilled, and told to come back.
 */
export class InstantAdmission {
  #limit = START;
  #active = 0;
  #inTime = 1;
  #decreasedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Admits an instant lookup.
   *
   * @returns to be called when its answer leaves; only the first call counts
   * @throws ServiceError unavailable, with the time to come back
   */
  enter(): LeaveInstant {
    if (this.#active >= Math.floor(this.#limit)) {
      throw new ServiceError('unavailable', 'Too many instant lookups are under way. Nothing was billed; try again in a second.', { retryAfterSeconds: 1 });
    }
    this.#active += 1;
    let hasLeft = false;
    return (ended) => {
      if (hasLeft) return;
      hasLeft = true;
      this.#active -= 1;
      if (ended !== null) this.#observe(ended);
    };
  }

  #observe(ended: number): void {
    this.#inTime += WEIGHT * (ended - this.#inTime);
    if (this.#inTime >= ENOUGH_IN_TIME) this.#limit = Math.min(MAX, this.#limit + INCREASE);
    else if (this.now() - this.#decreasedAt >= HOLD_MS) {
      this.#limit = Math.max(MIN, this.#limit * DECREASE);
      this.#decreasedAt = this.now();
    }
  }
}

/**
 * The share of a lookup's checks that have ended.
 *
 * @param planned null: it was not even planned
 * @param isBand whether the band chose its platforms; a caller's own choice may be slow by nature and says nothing
 */
export function endedShare({ planned, swept, isBand }: { planned: number | null; swept: number; isBand: boolean }): number | null {
  if (planned === null) return 0;
  return !isBand || planned === 0 ? null : swept / planned;
}
