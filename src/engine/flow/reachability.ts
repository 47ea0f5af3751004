/** Whether requests get through: of all, how many are answered, and which egress works. */
import { MINUTE_MS, SECOND_MS } from '../../kernel/values/durations.js';
import { movingAverage } from '../../kernel/values/moving-average.js';
import type { Verdict } from '../evaluation/verdict.js';

/** Requests that were sent to platforms within the last minute, and those that the platforms answered. */
export interface Reachability {
  readonly sent: number;
  readonly answered: number;
}

/** Minimum number of requests for a conclusion. */
const MIN_REQUESTS = 10;
/** Share of answers below which the egress is broken, not the platforms. */
export const MIN_REACHABLE_SHARE = 0.05;

/** Whether nothing or almost nothing can be reached. */
export function isUnreachable({ sent, answered }: Reachability): boolean {
  return sent >= MIN_REQUESTS && answered < sent * MIN_REACHABLE_SHARE;
}

export function sumReachability(all: readonly Reachability[]): Reachability {
  return all.reduce((sum, { sent, answered }) => ({ sent: sum.sent + sent, answered: sum.answered + answered }), { sent: 0, answered: 0 });
}

/** Counts how requests to platforms end, by the second, over the last minute. */
export class ReachabilityMonitor {
  #seconds: { readonly from: number; sent: number; answered: number }[] = [];

  /** @param now milliseconds, growing */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts a verdict. One for which nothing was sent shows nothing about the egress. */
  observe(verdict: Verdict): void {
    if (verdict.evidence.requests === 0) return;
    const from = this.#second();
    const last = this.#seconds.at(-1);
    const second = last?.from === from ? last : { from, sent: 0, answered: 0 };
    if (second !== last) this.#seconds.push(second);
    second.sent += 1;
    // A refusal is an answer of the platform too: it was reached.
    if (verdict.evidence.status !== null) second.answered += 1;
  }

  get current(): Reachability {
    const oldest = this.#second() - MINUTE_MS / SECOND_MS;
    this.#seconds = this.#seconds.filter(({ from }) => from > oldest);
    return sumReachability(this.#seconds);
  }

  #second(): number {
    return Math.floor(this.now() / SECOND_MS);
  }
}

/** Distinct hosts that must fail before the egress counts as failed. */
const MIN_FAILED_HOSTS = 10;
/** Failures older than this are ignored, in milliseconds. */
const SUSPECT_TTL_MS = 30 * SECOND_MS;

/** An egress may itself have stalled when no request sent within this time, in milliseconds, has got a response. */
export const RESPONSE_GAP_MS = 3 * SECOND_MS;

/** Weight of one response in the usual latency of an egress or a host: single ones vary by a factor of ten at a healthy host. */
export const LATENCY_WEIGHT = 0.05;

/**
 * Distinguishes a fault of an egress from faults of platforms. When requests to many hosts fail and no later one gets a response, the
 * egress is their common cause. A failure counts against the egress only when no request that was sent after it has got a response: the
 * hanging platforms at the end of a sweep time out in a row too, but requests that were sent after them succeeded. A host that failed by
 * itself does not count against the egress until it has responded again: otherwise an egress that is used only for faulty hosts would
 * never recover.
 */
export class EgressHealth {
  /** When the failed request was sent, by host. */
  readonly #suspects = new Map<string, number>();
  /** Hosts that failed while the egress worked, and have not responded since. */
  readonly #faulty = new Set<string>();
  /** Whether another worker has found the egress failed. One failure is then enough: in a small fleet shares leave a worker few hosts. */
  hasFailedElsewhere = false;
  #newestAnswered = Number.NEGATIVE_INFINITY;
  #answeringSince = Number.NEGATIVE_INFINITY;
  #failedSince: number | null = null;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #typicalLog: number | null = null;

  /** Since when the egress has returned no response, in milliseconds of the caller's clock; null while it works. */
  get failedSince(): number | null {
    return this.#failedSince;
  }

  /** Whether the egress is failed now or was at any time since `moment`, so that a failure of that time may be its fault. */
  hasFailedSince(moment: number): boolean {
    return this.#failedSince !== null || this.#recoveredAt >= moment;
  }

  /** Send time of the newest request that got a response. */
  get newestRespondedSentAt(): number {
    return this.#newestAnswered;
  }

  /** Send time of the first request since which the egress has neither failed nor been silent: what was sent before may be lost. */
  get respondingSince(): number {
    return this.#answeringSince;
  }

  /** Usual latency of a response through the egress at present, in milliseconds; null before the first. */
  get typicalMs(): number | null {
    return this.#typicalLog === null ? null : Math.exp(this.#typicalLog);
  }

  /** Hosts whose requests failed while no request that was sent after them has got a response. */
  get suspects(): readonly string[] {
    return [...this.#suspects.keys()];
  }

  /** @returns whether this response shows that a failed egress works again */
  recordResponse(host: string, sentAt: number, now: number): boolean {
    const log = Math.log(Math.max(1, now - sentAt));
    this.#typicalLog = movingAverage(this.#typicalLog, log, LATENCY_WEIGHT);
    if (this.#failedSince !== null || sentAt - this.#newestAnswered > RESPONSE_GAP_MS) this.#answeringSince = sentAt;
    this.#newestAnswered = Math.max(this.#newestAnswered, sentAt);
    for (const [suspect, failedAt] of this.#suspects) if (failedAt <= this.#newestAnswered) this.#clear(suspect);
    this.#suspects.delete(host);
    this.#faulty.delete(host);
    const recovered = this.#failedSince !== null;
    if (recovered) this.#recoveredAt = now;
    this.#failedSince = null;
    return recovered;
  }

  /** @returns whether with this failure the egress counts as failed */
  recordFailure(host: string, sentAt: number, now: number): boolean {
    if (sentAt <= this.#newestAnswered) this.#faulty.add(host);
    if (this.#faulty.has(host)) return false;
    this.#suspects.delete(host);
    this.#suspects.set(host, sentAt);
    for (const [each, failedAt] of this.#suspects) if (now - failedAt > SUSPECT_TTL_MS) this.#suspects.delete(each);
    if (this.#failedSince !== null || this.#suspects.size < (this.hasFailedElsewhere ? 1 : MIN_FAILED_HOSTS)) return false;
    this.#failedSince = Math.min(...this.#suspects.values());
    return true;
  }

  /** Attributes the failure to the host itself. */
  #clear(suspect: string): void {
    this.#suspects.delete(suspect);
    this.#faulty.add(suspect);
  }
}
