/** What a decrease leaves of a limit, and its lowest value: so few always run that it is seen when the load is over. */
export const DECREASE = 0.85;
export const LEAST = 8;

/** How much may run at once on a machine that is shared: less by a part while that is late or busy, more by small steps while it is not. */
export class LoadLimit {
  #limit: number;

  /** @param most its highest value @param start its first; default: its lowest */
  constructor(
    private readonly most: number,
    start: number = LEAST,
  ) {
    this.#limit = Math.min(start, most);
  }

  /** Whole places. */
  get places(): number {
    return Math.floor(this.#limit);
  }

  /** @param used how many places were in use at most; default: all */
  decrease(used: number = this.#limit): void {
    this.#limit = Math.max(Math.min(LEAST, this.most), Math.min(this.#limit, used) * DECREASE);
  }

  increase(by: number): void {
    this.#limit = Math.min(this.most, this.#limit + by);
  }
}
