import { ServiceError } from '../../../kernel/values/errors.js';
import type { Caller } from '../../accounts/accounts.js';
import { AccountShares } from '../../../kernel/values/fair-shares.js';
import type { LookupRequest } from '../lookup.js';
import type { InstantBudget, KnownOutcomes } from './instant-budget.js';

const INITIAL_LIMIT = 32;
const MIN_LIMIT = 8;
const MAX_LIMIT = 256;
/** Weight of one lookup in the moving averages. */
const WEIGHT = 0.1;
/**
 * Fewer lookups are accepted when less than this share of the checks that a lookup should make have ended at its ceiling. Workers
 * probe fewer platforms first: a lookup that probes two thirds is better than a refused one, a lookup that probes a few is not.
 */
const MIN_ENDED_SHARE = 0.5;
/**
 * Milliseconds from acceptance to the plan beyond the time without a queue: more lookups are accepted below the first figure,
 * fewer above the second. A queue has formed then, and responses will soon be late.
 */
const QUEUED_MS = { prompt: 70, behind: 130 } as const;
/** Upper bound of the time without a queue: more means a process started under load, or a machine too far from Temporal. */
const MAX_UNQUEUED_MS = 60;
/** Share of the difference by which each lookup raises the estimate of the time without a queue, which is a recent minimum. */
const UNQUEUED_DRIFT = 0.001;
/** A decrease shows effect after the time of one ceiling: observations before that stem from the time before the decrease. */
const HOLD_MS = 1_000;
/** Smallest and largest share that one decrease leaves: a short disturbance must not cause a third of the lookups to be refused. */
const MIN_DECREASE_FACTOR = 0.75;
const MAX_DECREASE_FACTOR = 0.9;
/** A lookup shows whether more can be accepted only if it was accepted with at least this share of the limit under way. */
const NEARLY_FULL = 0.8;
/** What one lookup adds to the limit until the first decrease: a quarter of the limit in the time of one ceiling. */
const FIRST_GROWTH = 0.25;
/** What the time of one ceiling adds to the limit: up to `RECOVERY_SHARE` of the level before the last decrease, and beyond it. */
const RECOVERY_GROWTH = 6;
const STEADY_GROWTH = 1;
const RECOVERY_SHARE = 0.95;

/** How far a lookup had progressed when its response left. */
export interface InstantProgress {
  /** Platforms in its plan; null: it was not planned yet. */
  readonly planned: number | null;
  /** Platforms that would have been probed if there had been capacity; absent: all that were planned. */
  readonly wanted?: number | null;
  /** Platforms whose checks had ended. */
  readonly swept: number;
  /** Milliseconds from acceptance to the plan; absent when that was not read. */
  readonly startedAfterMs?: number | null;
  /** Whether the band chose its platforms, and it had the ceiling's time: what a caller chose may be late by nature and does not count. */
  readonly isTypical: boolean;
}

/** Whether what a lookup has got when its response leaves shows how the service does. @param ceilingMs the installation's */
export function isTypicalInstant({ platforms, deadlineMs }: Pick<LookupRequest, 'platforms' | 'deadlineMs'>, ceilingMs: number): boolean {
  return platforms === null && (deadlineMs ?? ceilingMs) >= ceilingMs;
}

/** An instant lookup that was admitted. */
export interface AdmittedInstant {
  /** Platforms that it is not to ask: see `BudgetShare`. */
  readonly busy: readonly string[];
  /** To be called when its plan is known. */
  readonly begun: () => void;
  /** To be called when its response leaves, with what is known of its outcomes; only the first call counts. */
  readonly release: ReleaseInstant;
}

/** A lookup that needs no admission: hosts serve it when they can, or none is asked. */
export const WITHOUT_CEILING: AdmittedInstant = { busy: [], begun: () => undefined, release: () => undefined };

/** To be called when a lookup's response leaves; null: its progress is unknown. */
export type ReleaseInstant = (progress: InstantProgress | null, outcomes?: KnownOutcomes) => void;

export interface InstantContext {
  readonly instantAdmission: InstantAdmission;
  readonly instantBudget: Pick<InstantBudget, 'take'>;
  /** The installation's, in milliseconds. */
  readonly instantCeilingMs: number;
}

/**
 * Admits an instant lookup: as many as this process serves in time, and as workers and hosts allow. One of a test key asks no host.
 *
 * @throws ServiceError unavailable, with the seconds after which to retry: nothing was accepted
 */
export async function admitInstant(
  ctx: InstantContext,
  { accountId, isTest }: Pick<Caller, 'accountId' | 'isTest'>,
  request: LookupRequest,
): Promise<AdmittedInstant> {
  if (isTest) return WITHOUT_CEILING;
  let isPlanned = false;
  const release = ctx.instantAdmission.acquire(accountId, { ceilingMs: ctx.instantCeilingMs, hasBegun: () => isPlanned });
  try {
    const { busy, settle } = await ctx.instantBudget.take(accountId, request);
    return {
      busy,
      begun: () => (isPlanned = true),
      release: (progress, outcomes = []) => {
        settle(outcomes);
        release(progress);
      },
    };
  } catch (error) {
    release(null);
    throw error;
  }
}

/** How a lookup was admitted: how many were under way with it, and when, on the process's clock. */
interface Acquired {
  readonly acceptedBeside: number;
  readonly acquiredAt: number;
}

/**
 * Limits how many instant lookups this process accepts at once, each until it has begun and its ceiling is over, shared by accounts
 * (`AccountShares`). While those that were accepted near the limit start promptly and enough of their checks end before the ceiling,
 * the limit grows: by a quarter in the time of one ceiling until the first decrease; afterwards quickly to most of its former level,
 * and by one from there on. When lookups start late, or checks end late, it shrinks: they would be billed for nearly empty responses.
 * Workers probe fewer platforms first (`instant.ts`). Requests beyond the limit are refused before acceptance, unbilled, with a time to
 * retry.
 */
export class InstantAdmission {
  #limit = INITIAL_LIMIT;
  readonly #shares = new AccountShares();
  #inTime = 1;
  /** Milliseconds from acceptance to the plan, averaged, and without a queue. */
  #startMs = MAX_UNQUEUED_MS;
  #unqueuedMs = MAX_UNQUEUED_MS;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  /** Most lookups under way since the last decrease. */
  #mostActive = 0;
  /** Level up to which the limit grows quickly after a decrease. */
  #regained = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Admits an instant lookup of an account.
   *
   * @param until.hasBegun whether it has a plan. It then gives its place back after the ceiling: from there on it waits for slow platforms
   *   and costs next to nothing. One without a plan holds it, so that no queue forms. Absent: it holds it until it is released
   * @returns to be called when its response leaves; only the first call counts
   * @throws ServiceError unavailable, with the seconds after which to retry
   */
  acquire(account: string, until?: { readonly ceilingMs: number; readonly hasBegun: () => boolean }): ReleaseInstant {
    if (!this.#shares.admits(account, Math.floor(this.#limit))) {
      throw new ServiceError('unavailable', 'Too many instant lookups are under way. Nothing was billed; try again in a second.', {
        retryAfterSeconds: 1,
      });
    }
    this.#shares.take(account);
    this.#mostActive = Math.max(this.#mostActive, this.#shares.total);
    const acceptedBeside = this.#shares.total;
    const acquiredAt = this.now();
    let [holds, hasLeft] = [true, false];
    const give = (): void => {
      clearInterval(timer);
      if (holds) this.#shares.give(account);
      holds = false;
    };
    const timer = until && setInterval(() => until.hasBegun() && give(), until.ceilingMs).unref();
    return (progress) => {
      if (hasLeft) return;
      hasLeft = true;
      const ended = progress && endedShare(progress);
      if (ended !== null) this.#observe(ended, progress?.startedAfterMs ?? null, { acceptedBeside, acquiredAt });
      give();
    };
  }

  #observe(ended: number, startedAfterMs: number | null, { acceptedBeside, acquiredAt }: Acquired): void {
    const now = this.now();
    // It has lasted longer than a ceiling, and stems from the time before the decrease.
    if (acquiredAt < this.#decreasedAt && now - this.#decreasedAt >= HOLD_MS) return;
    this.#inTime += WEIGHT * (ended - this.#inTime);
    if (startedAfterMs !== null) this.#observeStart(startedAfterMs);
    const left = Math.min(this.#inTime / MIN_ENDED_SHARE, this.#behindMs / Math.max(1, this.#startMs));
    if (left < 1) {
      if (now - this.#decreasedAt >= HOLD_MS) this.#decrease(left);
    } else if (this.#startMs <= this.#unqueuedMs + QUEUED_MS.prompt && acceptedBeside >= NEARLY_FULL * this.#limit) {
      this.#limit = Math.min(MAX_LIMIT, this.#limit + this.#growth());
    }
  }

  #observeStart(startedAfterMs: number): void {
    this.#startMs += WEIGHT * (startedAfterMs - this.#startMs);
    const drifted = this.#unqueuedMs + UNQUEUED_DRIFT * (this.#startMs - this.#unqueuedMs);
    this.#unqueuedMs = Math.min(this.#startMs, MAX_UNQUEUED_MS, drifted);
  }

  get #behindMs(): number {
    return this.#unqueuedMs + QUEUED_MS.behind;
  }

  /** What one lookup adds to the limit. */
  #growth(): number {
    if (this.#decreasedAt === Number.NEGATIVE_INFINITY) return FIRST_GROWTH;
    return (this.#limit < this.#regained ? RECOVERY_GROWTH : STEADY_GROWTH) / this.#limit;
  }

  #decrease(left: number): void {
    const used = Math.min(this.#limit, this.#mostActive);
    this.#limit = Math.max(MIN_LIMIT, used * Math.min(MAX_DECREASE_FACTOR, Math.max(MIN_DECREASE_FACTOR, left)));
    this.#regained = RECOVERY_SHARE * used;
    this.#decreasedAt = this.now();
    // The averages start anew, so that what follows is evaluated on its own.
    this.#inTime = MIN_ENDED_SHARE;
    this.#startMs = this.#behindMs;
    this.#mostActive = this.#shares.total;
  }
}

/** Of the checks that a lookup should have made, the share that had ended; null: unknown, or not to be counted. */
export function endedShare({ planned, wanted, swept, isTypical }: InstantProgress): number | null {
  if (planned === null) return 0;
  const due = wanted ?? planned;
  return !isTypical || due === 0 ? null : swept / due;
}
