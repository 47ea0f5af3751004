const SECOND_MS = 1_000;
/** This many requests may always wait before there is no more room, however few are sent. */
const MIN_CAPACITY = 100;

/** Requests that wait for slots, compared with the requests sent per second. */
export class Demand {
  /** Requests that wait. */
  waiting = 0;
  /** Present second of the clock, and the requests sent in it and in the one before. */
  #second = 0;
  #sent = 0;
  #sentBefore = 0;

  /** Counts a request that is sent. */
  countSent(now: number): void {
    this.#turn(now);
    this.#sent += 1;
  }

  /** Whether a further request would get a slot within about a second: fewer wait than were sent in one. */
  hasCapacity(now: number): boolean {
    this.#turn(now);
    return this.waiting < Math.max(MIN_CAPACITY, this.#sent, this.#sentBefore);
  }

  #turn(now: number): void {
    const second = Math.floor(now / SECOND_MS);
    if (second === this.#second) return;
    this.#sentBefore = second === this.#second + 1 ? this.#sent : 0;
    this.#second = second;
    this.#sent = 0;
  }
}
