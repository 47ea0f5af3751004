import { ServiceError } from '../../../kernel/values/errors.js';
import type { Caller } from '../../accounts/accounts.js';
import { AccountShares } from '../../../kernel/values/fair-shares.js';
import { movingAverage } from '../../../kernel/values/moving-average.js';
import { DELAY_WEIGHT, LATE_MS } from '../../../engine/flow/instant.js';
import { LoadLimit } from '../../../engine/flow/load-limit.js';
import type { LookupRequest } from '../lookup.js';
import type { InstantBudget, KnownOutcomes } from './instant-budget.js';

const INITIAL_LIMIT = 32;
/** The delay says how late workers begin, not how busy this process is with those that wait: hence a most. */
const MAX_LIMIT = 256;
/** What one lookup adds to the limit that began in time while that was full. */
const INCREASE = 0.05;

/** What a lookup's response shows of how the service does. */
export interface InstantProgress {
  /** Milliseconds from acceptance to the plan; null when that was not read. */
  readonly startedAfterMs: number | null;
}

/** An instant lookup that was admitted. */
export interface AdmittedInstant {
  /** Platforms that it is not to ask: see `BudgetShare`. */
  readonly busy: readonly string[];
  /** No worker takes it at present: what is known answers it. */
  readonly isUntaken?: true | undefined;
  /** To be called when its plan is known. */
  readonly begun: () => void;
  /** To be called when its response leaves, with what is known of its outcomes; only the first call counts. */
  readonly release: ReleaseInstant;
}

/** A lookup that needs no admission: no host is asked, or it was accepted before. */
export const WITHOUT_CEILING: AdmittedInstant = { busy: [], begun: () => undefined, release: () => undefined };

/** To be called when a lookup's response leaves; null: its progress is unknown. */
export type ReleaseInstant = (progress: InstantProgress | null, outcomes?: KnownOutcomes) => void;

export interface InstantContext {
  readonly instantAdmission: InstantAdmission;
  readonly instantBudget: Pick<InstantBudget, 'take' | 'knows'>;
  /** The installation's, in milliseconds. */
  readonly instantCeilingMs: number;
}

/**
 * Admits an instant lookup: as many as this process serves in time, and as workers and hosts allow, and beyond that as many again of which
 * something is known. One of a test key asks no host.
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
  const until = { ceilingMs: ctx.instantCeilingMs, hasBegun: () => isPlanned };
  const isBeyond = !ctx.instantAdmission.admits(accountId);
  const release = ctx.instantAdmission.acquire(accountId, until, isBeyond);
  try {
    // Read in the place that it has already: a flood reads no more at once than it may run.
    if (isBeyond && !(await ctx.instantBudget.knows(accountId, request))) throw tooMany();
    const { busy, isUntaken, settle } = await ctx.instantBudget.take(accountId, request, isBeyond);
    return {
      busy,
      isUntaken,
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

const tooMany = (): ServiceError =>
  new ServiceError('unavailable', 'Too many instant lookups are running. Nothing was billed; try again in a second.', {
    retryAfterSeconds: 1,
  });

/**
 * Limits how many instant lookups this process accepts at once, each until it has begun and its ceiling is over, shared by accounts
 * (`AccountShares`). Additive increase while the limit is full and lookups begin promptly, multiplicative decrease when they begin late:
 * they would be billed for nearly empty responses. Requests beyond the limit are refused before acceptance, unbilled, with a time to retry.
 */
export class InstantAdmission {
  readonly #limit = new LoadLimit(MAX_LIMIT, INITIAL_LIMIT);
  readonly #shares = new AccountShares();
  /** Beyond the limit: those of which something is known, and those for which that is being read. */
  readonly #beyond = new AccountShares();
  /** Milliseconds from acceptance to the plan, averaged over lookups that were accepted since the last decrease. */
  #delayMs = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  /** Most lookups under way since the last decrease. */
  #mostActive = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether there is a place for a lookup of an account. */
  admits(account: string, isKnown = false): boolean {
    return (isKnown ? this.#beyond : this.#shares).admits(account, this.#limit.places);
  }

  /**
   * Admits an instant lookup of an account.
   *
   * @param until.hasBegun whether it has a plan. It then gives its place back after the ceiling: from there on it waits for slow platforms
   *   and costs next to nothing. One without a plan holds it, so that no queue forms. Absent: it holds it until it is released
   * @param isKnown something may be known of it: there are as many places again, as stored facts answer it where workers are late
   * @returns to be called when its response leaves; only the first call counts
   * @throws ServiceError unavailable, with the seconds after which to retry
   */
  acquire(account: string, until?: { readonly ceilingMs: number; readonly hasBegun: () => boolean }, isKnown = false): ReleaseInstant {
    if (!this.admits(account, isKnown)) throw tooMany();
    const shares = isKnown ? this.#beyond : this.#shares;
    shares.take(account);
    this.#mostActive = Math.max(this.#mostActive, this.#shares.total);
    const isFull = !isKnown && shares.total >= this.#limit.places;
    const acquiredAt = this.now();
    let [holds, hasLeft] = [true, false];
    const give = (): void => {
      clearInterval(timer);
      if (holds) shares.give(account);
      holds = false;
    };
    const timer = until && setInterval(() => until.hasBegun() && give(), until.ceilingMs).unref();
    return (progress) => {
      if (hasLeft) return;
      hasLeft = true;
      const delayMs = until?.hasBegun() === false ? this.now() - acquiredAt : progress?.startedAfterMs;
      // What was accepted before the last decrease says nothing any more.
      if (progress && typeof delayMs === 'number' && acquiredAt >= this.#decreasedAt) this.#observe(delayMs, isFull);
      give();
    };
  }

  #observe(delayMs: number, isFull: boolean): void {
    this.#delayMs = movingAverage(this.#delayMs, delayMs, DELAY_WEIGHT);
    if (this.#delayMs > LATE_MS) {
      this.#limit.decrease(this.#mostActive);
      this.#decreasedAt = this.now();
      this.#delayMs = 0;
      this.#mostActive = this.#shares.total;
    } else if (isFull) this.#limit.increase(INCREASE);
  }
}
