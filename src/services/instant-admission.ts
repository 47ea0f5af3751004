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
/**
 * Milliseconds from acceptance to the plan beyond what that takes without a queue: more lookups are accepted below the first,
 * fewer above the second. A queue has formed then, and answers will soon be late.
 */
const QUEUED_MS = { prompt: 70, behind: 130 } as const;
/** The most that it takes without a queue: more is a process that was started under load, or a machine that is too far from the engine. */
const MOST_UNQUEUED_MS = 60;
/** By how much of the difference each lookup raises what is taken for the time without a queue: it is the least of lately. */
const UNQUEUED_DRIFT = 0.001;
/** A decrease shows after a ceiling's time: what is seen before stems from the time before it. */
const HOLD_MS = 1_000;
/** The least and the most that one decrease leaves: a moment that is over soon must not have a third of the lookups refused. */
const LEAST_LEFT = 0.75;
const MOST_LEFT = 0.9;
/** A lookup says whether more can be accepted when it was accepted beside this share of the limit. */
const NEARLY_FULL = 0.8;
/** What one lookup adds until the first decrease: a quarter of the limit in a ceiling's time. */
const FIRST_GROWTH = 0.25;
/** What a ceiling's time adds below most of what the last decrease took away, and beyond. */
const REGAINED = 6;
const GROWN = 1;
const REGAINED_SHARE = 0.95;

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
 * How many instant lookups this process accepts at once. While those that were accepted nearly at the limit are begun promptly
 * and nearly all of their checks end before the ceiling, it grows: by a quarter in a ceiling's time until the first decrease;
 * afterwards quickly to most of what it was, and by one from there on. When lookups are begun late, or checks end late, it
 * shrinks: they would be billed for nearly empty answers. Workers ask fewer platforms first (`instant-size.ts`). Whoever comes
 * beyond the limit is refused before acceptance, unbilled, and told to come back.
 */
export class InstantAdmission {
  #limit = START;
  #active = 0;
  #inTime = 1;
  /** Milliseconds from acceptance to the plan, averaged, and without a queue. */
  #startMs = MOST_UNQUEUED_MS;
  #unqueuedMs = MOST_UNQUEUED_MS;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  /** Most lookups under way since the last decrease. */
  #mostActive = 0;
  /** To what it grows quickly after a decrease. */
  #regained = 0;

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
    const acceptedBeside = this.#active;
    let hasLeft = false;
    return (progress) => {
      if (hasLeft) return;
      hasLeft = true;
      const ended = progress && endedShare(progress);
      if (ended !== null) this.#observe(ended, progress?.startedAfterMs ?? null, acceptedBeside);
      this.#active -= 1;
    };
  }

  #observe(ended: number, startedAfterMs: number | null, acceptedBeside: number): void {
    this.#inTime += WEIGHT * (ended - this.#inTime);
    if (startedAfterMs !== null) this.#observeStart(startedAfterMs);
    const left = Math.min(this.#inTime / ENOUGH_IN_TIME, this.#behindMs / Math.max(1, this.#startMs));
    if (left < 1) {
      if (this.now() - this.#decreasedAt >= HOLD_MS) this.#decrease(left);
    } else if (this.#startMs <= this.#unqueuedMs + QUEUED_MS.prompt && acceptedBeside >= NEARLY_FULL * this.#limit) {
      this.#limit = Math.min(MAX, this.#limit + this.#growth());
    }
  }

  #observeStart(startedAfterMs: number): void {
    this.#startMs += WEIGHT * (startedAfterMs - this.#startMs);
    const drifted = this.#unqueuedMs + UNQUEUED_DRIFT * (this.#startMs - this.#unqueuedMs);
    this.#unqueuedMs = Math.min(this.#startMs, MOST_UNQUEUED_MS, drifted);
  }

  get #behindMs(): number {
    return this.#unqueuedMs + QUEUED_MS.behind;
  }

  /** What one lookup adds. */
  #growth(): number {
    if (this.#decreasedAt === Number.NEGATIVE_INFINITY) return FIRST_GROWTH;
    return (this.#limit < this.#regained ? REGAINED : GROWN) / this.#limit;
  }

  #decrease(left: number): void {
    const used = Math.min(this.#limit, this.#mostActive);
    this.#limit = Math.max(MIN, used * Math.min(MOST_LEFT, Math.max(LEAST_LEFT, left)));
    this.#regained = REGAINED_SHARE * used;
    this.#decreasedAt = this.now();
    // What follows is judged by itself.
    this.#inTime = ENOUGH_IN_TIME;
    this.#startMs = this.#behindMs;
    this.#mostActive = this.#active;
  }
}

/** The share of the checks that a lookup should have made that had ended; null: nothing can be said. */
export function endedShare({ planned, wanted, swept, isBand }: InstantProgress): number | null {
  if (planned === null) return 0;
  const due = wanted ?? planned;
  return !isBand || due === 0 ? null : swept / due;
}
