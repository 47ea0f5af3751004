import { ServiceError } from '../domain/errors.js';

const START = 64;
const MIN = 8;
const MAX = 256;
const DECREASE = 0.8;
/** One slow moment is seen by many lookups: it counts once. */
const HOLD_MS = 200;

/**
 * How many instant lookups this process accepts at once. Additive increase while they are planned before their ceiling,
 * multiplicative decrease when one was not even begun by then: it would be billed for an empty answer. Whoever comes beyond is
 * refused before acceptance, unbilled, and told to come back.
 */
export class InstantAdmission {
  #limit = START;
  #active = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Admits an instant lookup.
   *
   * @returns to be called when its answer leaves: whether it had been planned by then; null when that is not known
   * @throws ServiceError unavailable, with the time to come back
   */
  enter(): (wasPlanned: boolean | null) => void {
    if (this.#active >= Math.floor(this.#limit)) {
      throw new ServiceError('unavailable', 'Too many instant lookups are under way. Nothing was billed; try again in a second.', { retryAfterSeconds: 1 });
    }
    this.#active += 1;
    let hasLeft = false;
    return (wasPlanned) => {
      if (hasLeft) return;
      hasLeft = true;
      this.#active -= 1;
      if (wasPlanned === true) this.#limit = Math.min(MAX, this.#limit + 0.5);
      if (wasPlanned === false && this.now() - this.#decreasedAt >= HOLD_MS) {
        this.#limit = Math.max(MIN, this.#limit * DECREASE);
        this.#decreasedAt = this.now();
      }
    };
  }
}
