/**
 * Tells a fault of an egress from faults of platforms. Requests to many hosts that fail while no later one is answered have the
 * way out in common. A request counts against the egress only when none that was sent after it has been answered: the hanging
 * platforms at the end of a sweep end in a row too, but others that were sent after them came back. A host whose failure was its
 * own says nothing of the egress until it has answered again: else an egress through which only faulty hosts are asked would
 * never recover.
 */

/** Distinct hosts that have to fail. */
const HOSTS_THAT_FAIL = 10;
/** Failures older than this say nothing of now, in milliseconds. */
const REMEMBERED_MS = 30_000;

/** An egress through which nothing that was sent within this time has been answered may be what has stalled, in milliseconds. */
export const SILENT_MS = 3_000;

/** Weight of one answer in the typical time. */
const TYPICAL_WEIGHT = 0.05;

export class EgressHealth {
  /** When the failed request was sent, by host. */
  readonly #suspects = new Map<string, number>();
  /** Hosts that failed while the egress worked, and have not answered since. */
  readonly #faulty = new Set<string>();
  /** Whether another worker has found it failed. Shares leave a worker few hosts of a small fleet: one failure is enough then. */
  hasFailedElsewhere = false;
  #newestAnswered = Number.NEGATIVE_INFINITY;
  #answeringSince = Number.NEGATIVE_INFINITY;
  #failedSince: number | null = null;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #typicalLog: number | null = null;

  /** Since when nothing has come back through the egress, in milliseconds of the caller's clock; null while it works. */
  get failedSince(): number | null {
    return this.#failedSince;
  }

  /** Whether it is failed now or was at any moment since, so that a failure of that time may be the egress's. */
  hasFailedSince(moment: number): boolean {
    return this.#failedSince !== null || this.#recoveredAt >= moment;
  }

  /** When the newest request that was answered had been sent. */
  get newestAnswered(): number {
    return this.#newestAnswered;
  }

  /** When the first request was sent after which the egress has neither failed nor been silent: what was sent before may be lost. */
  get answeringSince(): number {
    return this.#answeringSince;
  }

  /** What an answer through the egress usually takes at present, in milliseconds; null before any. */
  get typicalMs(): number | null {
    return this.#typicalLog === null ? null : Math.exp(this.#typicalLog);
  }

  /** Hosts whose requests failed while none that was sent after them has been answered. */
  get suspects(): readonly string[] {
    return [...this.#suspects.keys()];
  }

  /** @returns whether the egress has just been found to work again */
  answered(host: string, sentAt: number, now: number): boolean {
    const log = Math.log(Math.max(1, now - sentAt));
    this.#typicalLog = this.#typicalLog === null ? log : this.#typicalLog + TYPICAL_WEIGHT * (log - this.#typicalLog);
    if (this.#failedSince !== null || sentAt - this.#newestAnswered > SILENT_MS) this.#answeringSince = sentAt;
    this.#newestAnswered = Math.max(this.#newestAnswered, sentAt);
    for (const [suspect, failedAt] of this.#suspects) if (failedAt <= this.#newestAnswered) this.#clear(suspect);
    this.#suspects.delete(host);
    this.#faulty.delete(host);
    const recovered = this.#failedSince !== null;
    if (recovered) this.#recoveredAt = now;
    this.#failedSince = null;
    return recovered;
  }

  /** @returns whether the egress has just been found to have failed */
  failed(host: string, sentAt: number, now: number): boolean {
    if (sentAt <= this.#newestAnswered) this.#faulty.add(host);
    if (this.#faulty.has(host)) return false;
    this.#suspects.delete(host);
    this.#suspects.set(host, sentAt);
    for (const [each, failedAt] of this.#suspects) if (now - failedAt > REMEMBERED_MS) this.#suspects.delete(each);
    if (this.#failedSince !== null || this.#suspects.size < (this.hasFailedElsewhere ? 1 : HOSTS_THAT_FAIL)) return false;
    this.#failedSince = Math.min(...this.#suspects.values());
    return true;
  }

  /** The host's failure was its own. */
  #clear(suspect: string): void {
    this.#suspects.delete(suspect);
    this.#faulty.add(suspect);
  }
}
