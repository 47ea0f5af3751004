import type { Verdict } from '../evaluation/verdict.js';

/** Requests that were sent to platforms within the last minute, and those that the platforms answered. */
export interface Reach {
  readonly sent: number;
  readonly answered: number;
}

/** Minimum number of requests for a conclusion. */
const MIN_REQUESTS = 10;
/** Share of answers below which the egress is broken, not the platforms. */
const MIN_REACHABLE_SHARE = 0.05;
const BUCKET_MS = 5_000;
const BUCKETS = 12;

/** Whether nothing or almost nothing can be reached. */
export function isUnreachable({ sent, answered }: Reach): boolean {
  return sent >= MIN_REQUESTS && answered < sent * MIN_REACHABLE_SHARE;
}

export function sumReach(all: readonly Reach[]): Reach {
  return all.reduce((sum, { sent, answered }) => ({ sent: sum.sent + sent, answered: sum.answered + answered }), { sent: 0, answered: 0 });
}

/** Counts how requests to platforms end, over the last minute. */
export class ReachMonitor {
  #buckets: { readonly from: number; sent: number; answered: number }[] = [];
  readonly #now: () => number;

  /** @param now milliseconds, growing */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a verdict. One for which nothing was sent shows nothing about the egress. */
  observe(verdict: Verdict): void {
    if (verdict.evidence.requests === 0) return;
    const from = Math.floor(this.#now() / BUCKET_MS);
    if (this.#buckets.at(-1)?.from !== from) this.#buckets.push({ from, sent: 0, answered: 0 });
    const bucket = this.#buckets.at(-1);
    if (!bucket) return;
    bucket.sent += 1;
    // A refusal is an answer of the platform too: it was reached.
    if (verdict.state !== 'inconclusive' || verdict.evidence.status !== null) bucket.answered += 1;
  }

  get current(): Reach {
    const oldest = Math.floor(this.#now() / BUCKET_MS) - BUCKETS;
    this.#buckets = this.#buckets.filter(({ from }) => from > oldest);
    return sumReach(this.#buckets);
  }
}
