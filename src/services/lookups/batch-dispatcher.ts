import type { FleetPosition } from '../../domain/flow/shares.js';
import type { LookupStarter, LookupTicket } from '../../domain/lookup/lookup-ports.js';
import type { BatchOutbox } from '../../db/lookups/batch-outbox.js';

/** Lookups that may be started and not planned yet: what they will probe is unknown before the plan. */
const MAX_UNPLANNED = 2;
/** Lookups per read of the outbox: it is read once for this many starts. */
const READ_LIMIT = 32;
/** Until the next check of the outbox, in milliseconds: when something was left to start, and when nothing was. */
const BUSY_MS = 50;
const IDLE_MS = 250;
/** How long, in milliseconds, a lookup that is not planned or could not be started holds up others. */
const HOLD_MS = 5_000;
/** A lookup that is not planned this long after its start, in milliseconds, is started again: that changes nothing for one that runs. */
const RESTART_AFTER_MS = 60_000;

export interface BatchDispatcherOptions {
  readonly outbox: Pick<BatchOutbox, 'next'>;
  readonly starter: LookupStarter;
  /** This worker's position in the fleet; null: it may not start anything now. */
  readonly position: () => FleetPosition | null;
  /** Whether the probes of a further lookup would start soon. */
  readonly hasRoom: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Starts the lookups of batches, a few at a time, while this worker has room, round-robin over accounts. Five hundred started at
 * once would be planned at once and probe every platform at once: nearly all of them would only wait, next to callers who wait for
 * a response, and retry again and again. What no worker has started yet is in the database, so nothing is lost with a process.
 */
export class BatchDispatcher {
  /** Read and not started, in order. */
  #next: LookupTicket[] = [];
  /** Lookups that were started, or failed to start, and may be unplanned: until when each holds up others, and when it is started again. */
  readonly #started = new Map<string, { readonly holdsUntil: number; readonly againAt: number }>();
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly options: BatchDispatcherOptions) {
    this.#schedule(0);
  }

  /** Resolves when a start under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#poll()
        .catch((error: unknown) => {
          this.#next = [];
          this.options.onFailure(error);
          return false;
        })
        .then((isBusy) => this.#schedule(isBusy ? BUSY_MS : IDLE_MS));
    }, ms);
  }

  /** @returns whether there was something to start */
  async #poll(): Promise<boolean> {
    const { position, hasRoom } = this.options;
    const fleetPosition = position();
    if (!fleetPosition || !hasRoom()) return this.#next.length > 0;
    await this.#read(fleetPosition);
    const now = Date.now();
    const unplanned = [...this.#started.values()].filter(({ holdsUntil }) => now < holdsUntil).length;
    const tickets = this.#next.splice(0, Math.max(0, MAX_UNPLANNED - unplanned));
    await Promise.all(tickets.map((ticket) => this.#start(ticket)));
    return this.#started.size > 0;
  }

  async #start(ticket: LookupTicket): Promise<void> {
    const holdsUntil = Date.now() + HOLD_MS;
    this.#started.set(ticket.id, { holdsUntil, againAt: Date.now() + RESTART_AFTER_MS });
    let isNew = false;
    try {
      isNew = await this.options.starter.start(ticket);
    } finally {
      // One that has an execution already may be from before a restore, and planned by nobody before that execution has ended.
      if (!isNew) this.#started.set(ticket.id, { holdsUntil, againAt: holdsUntil });
    }
  }

  /** Reads the outbox, which also shows which of the started lookups are planned. */
  async #read(fleetPosition: FleetPosition): Promise<void> {
    if (this.#next.length > 0 && this.#started.size === 0) return;
    const accepted = await this.options.outbox.next(fleetPosition, READ_LIMIT + this.#started.size);
    const ids = new Set(accepted.map(({ id }) => id));
    for (const [id, { againAt }] of this.#started) if (!ids.has(id) || Date.now() >= againAt) this.#started.delete(id);
    this.#next = accepted.filter(({ id }) => !this.#started.has(id));
  }
}
