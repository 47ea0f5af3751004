import type { CheckOutcome } from '../src/domain/lookup/lookup.js';
import type { BatchWriter } from './batch-writer.js';
import { type EgressHistory, isPlatformFailure, mayBeEgressFailure } from './egress-failures.js';

/**
 * Sorts the outcomes of a shard. Most are written at once. If there may be a later attempt, platforms without a free slot are left
 * for it, and failures wait for the end of this one, when more is known of the egress.
 */
export class ShardOutcomes {
  readonly #writer: BatchWriter<CheckOutcome>;
  readonly #mayDefer: boolean;
  readonly #failures: CheckOutcome[][] = [];
  /** Platforms that had no free slot. */
  #busy = 0;
  /** Platforms with a conclusive verdict for every identity. */
  answered = 0;

  /** @param mayDefer whether the shard may be retried for what it leaves */
  constructor(writer: BatchWriter<CheckOutcome>, mayDefer: boolean) {
    this.#writer = writer;
    this.#mayDefer = mayDefer;
  }

  /** Takes all outcomes of one platform. */
  add(outcomes: CheckOutcome[]): void {
    if (this.#mayDefer && outcomes.some(({ doubt }) => doubt === 'busy')) this.#busy += 1;
    else if (this.#mayDefer && outcomes.some(mayBeEgressFailure)) this.#failures.push(outcomes);
    else this.#writer.add(outcomes);
    if (outcomes.every(({ state }) => state !== 'inconclusive')) this.answered += 1;
  }

  /**
   * Writes the failures that are the platforms' own.
   *
   * @param mayWait whether undecided failures may wait too, while the egress is not known to have failed
   * @returns platforms that are left: in all, and those that wait until the egress is known to work or to have failed
   */
  settle(
    egress: EgressHistory,
    { startedAt, endedAt, mayWait }: { startedAt: number; endedAt: number; mayWait: boolean },
  ): { left: number; inDoubt: number } {
    const hasFailed = egress.hasFailed(endedAt - startedAt);
    const isOwn = (outcome: CheckOutcome): boolean => !mayBeEgressFailure(outcome) || isPlatformFailure(egress, outcome, endedAt);
    const inDoubt = this.#failures.filter((outcomes) => hasFailed || (mayWait && !outcomes.every(isOwn)));
    for (const outcomes of this.#failures) if (!inDoubt.includes(outcomes)) this.#writer.add(outcomes);
    return { left: this.#busy + inDoubt.length, inDoubt: inDoubt.length };
  }
}
