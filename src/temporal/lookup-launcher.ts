import pLimit, { type LimitFunction } from 'p-limit';
import type { Mode } from '../domain/lookup/lookup.js';
import type { LookupLauncher, LookupStarter, LookupTicket } from '../domain/lookup/lookup-ports.js';

/** Limits of starts of one priority: how many are under way at once, and how many may wait for that in this process. */
interface StartLimit {
  readonly limit: LimitFunction;
  readonly maxWaiting: number;
}

const startLimit = (atOnce: number, maxWaiting: number): StartLimit => ({
  limit: pLimit({ concurrency: atOnce, rejectOnClear: true }),
  maxWaiting,
});

/**
 * Starts workflows without making the request wait. The row is committed before, so a failed or skipped start delays the lookup
 * until the reconciler finds it and loses nothing. Lookups whose callers wait have a limit of their own. Lookups of a batch are
 * started by the workers, as they have room (`BatchDispatcher`).
 */
export class BackgroundLauncher implements LookupLauncher {
  readonly #starter: LookupStarter;
  readonly #onFailure: (lookupId: string, error: unknown) => void;
  readonly #urgent = startLimit(256, 0);
  readonly #async = startLimit(16, 1_000);
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: { starter: LookupStarter; onFailure: (lookupId: string, error: unknown) => void }) {
    this.#starter = options.starter;
    this.#onFailure = options.onFailure;
  }

  launch(ticket: LookupTicket): void {
    if (ticket.delivery === 'batch') return;
    const { limit, maxWaiting } = this.#laneOf(ticket.delivery);
    if (limit.activeCount + limit.pendingCount >= limit.concurrency + maxWaiting) {
      this.#onFailure(ticket.id, new Error('too many starts under way'));
      return;
    }
    const start = limit(() => this.#starter.start(ticket))
      .catch((error: unknown) => this.#onFailure(ticket.id, error))
      .finally(() => this.#underWay.delete(start));
    this.#underWay.add(start);
  }

  /** Resolves when the starts under way have ended; those that still wait are left to the reconciler. */
  async drain(): Promise<void> {
    for (const { limit } of [this.#urgent, this.#async]) limit.clearQueue();
    await Promise.all(this.#underWay);
  }

  #laneOf(delivery: Mode): StartLimit {
    return delivery === 'async' ? this.#async : this.#urgent;
  }
}
