import { ServiceError } from '../domain/errors.js';

const START = 32;
const MIN = 8;
const MAX = 256;
/** Weight of one lookup in what is averaged. */
const WEIGHT = 0.1;
/**
 * Share of the checks that a lookup should make which have ended at its ceiling, below which fewer lookups are accepted. Workers
 * ask fewer platforms before: a lookup that asks two thirds is better than one refused, one that asks a few is not.
 */
const ENOUGH_IN_TIME = 0.5;
/** Milliseconds from acceptance to the plan above which fewer are accepted: a queue has formed, answers will soon be late. */
const BEHIND_MS = 180;
/** Lookups are accepted beyond what is known to go well only while they are begun within so many milliseconds. */
const PROMPT_MS = 90;
/** A decrease shows after a ceiling's time: what is seen before stems from the time before it. */
const HOLD_MS = 1_000;
/** The least and the most that one decrease leaves. */
const LEAST_LEFT = 0.5;
const MOST_LEFT = 0.9;

/** How far a lookup had come when its answer left. */
export interface InstantProgress {
  /** Platforms in its plan; null: it was not even planned. */
  readonly planned: number | null;
  /** Platforms that would have been asked if there had been room; absent: all that were planned. */
  readonly wanted?: number | null;
  /** Platforms whose checks had ended. */
  readonly swept: number;
  /** Milliseconds from acceptance to the plan; absent when that was not read. */
  readonly startedAfterMs?: number | null;
  /** Whether the band chose its platforms; a caller's own choice may be slow by nature and says nothing. */
  readonly isBand: boolean;
}

/** To be called when a lookup's answer leaves; null: nothing is known of it. */
export type LeaveInstant = (progress: InstantProgress | null) => void;

/**
 * How many instant lookups this process accepts at once. While they are begun promptly and nearly all of their checks end before
 * the ceiling it grows, by one with each lookup until the first decrease and by one in a ceiling's time afterwards, if it is what
 * holds lookups back. When they are begun late, or checks end late, it shrinks: lookups would be billed for nearly empty
 * answers. Workers ask fewer platforms first (`instant-size.ts`). Whoever comes beyond the limit is refused before acceptance,
 * unbilled, and told to come back.
 */
export class InstantAdmission {
  #limit = START;
  #active = 0;
  #inTime = 1;
  #behindMs = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  /** Most lookups under way since the last decrease. */
  #mostActive = 0;

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
    this.#mostActive = Math.max(this.#mostActive, this.#active);
    let hasLeft = false;
    return (progress) => {
      if (hasLeft) return;
      hasLeft = true;
      const ended = progress && endedShare(progress);
      if (ended !== null) this.#observe(ended, progress?.startedAfterMs ?? 0);
      this.#active -= 1;
    };
  }

  #observe(ended: number, startedAfterMs: number): void {
    this.#inTime += WEIGHT * (ended - this.#inTime);
    this.#behindMs += WEIGHT * (startedAfterMs - this.#behindMs);
    const left = Math.min(this.#inTime / ENOUGH_IN_TIME, BEHIND_MS / Math.max(1, this.#behindMs));
    if (left < 1) {
      if (this.now() - this.#decreasedAt >= HOLD_MS) this.#decrease(left);
    } else if (this.#behindMs <= PROMPT_MS && this.#active >= this.#limit / 2) {
      const hasDecreased = this.#decreasedAt !== Number.NEGATIVE_INFINITY;
      this.#limit = Math.min(MAX, this.#limit + (hasDecreased ? 1 / this.#limit : 1));
    }
  }

  #decrease(left: number): void {
    this.#limit = Math.max(MIN, Math.min(this.#limit, this.#mostActive) * Math.min(MOST_LEFT, Math.max(LEAST_LEFT, left)));
    this.#decreasedAt = this.now();
    // What follows is judged by itself.
    this.#inTime = ENOUGH_IN_TIME;
    this.#behindMs = BEHIND_MS;
    this.#mostActive = this.#active;
  }
}

/** The share of the checks that a lookup should have made that had ended; null: nothing can be said. */
export function endedShare({ planned, wanted, swept, isBand }: InstantProgress): number | null {
  if (planned === null) return 0;
  const due = wanted ?? planned;
  return !isBand || due === 0 ? null : swept / due;
}
