import type { FleetPosition } from '../domain/flow/shares.js';
import type { BatchOutbox, LookupStarter, LookupTicket } from '../domain/lookup-ports.js';

/** Lookups that may be started and not planned yet. What they will ask is not seen before. */
const UNPLANNED_AT_ONCE = 2;
/** How long a look at the outbox reaches: it is read once for so many starts. */
const READ_AT_ONCE = 32;
/** Until the next look, in milliseconds: when something was left to start, and when nothing was. */
const BUSY_MS = 50;
const IDLE_MS = 250;
/** What is not planned, or could not be started, holds up others for so long. */
const HOLD_MS = 5_000;
/** What is not planned so long after its start is started again: that changes nothing for what runs. */
const AGAIN_MS = 60_000;

export interface BatchDispatcherOptions {
  readonly outbox: BatchOutbox;
  readonly starter: LookupStarter;
  /** This worker's place in the fleet; null: it may not start anything now. */
  readonly position: () => FleetPosition | null;
  /** Whether what a further lookup asks would get its turn soon. */
  readonly hasRoom: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Starts the lookups of batches, a few at a time, while this worker has room, round-robin over accounts. Five hundred started at
 * once are planned at once and ask every platform at once: nearly all of them would only wait, beside callers who wait for an
 * answer, and come back again and again. What no worker has started yet stands in the record, so nothing is lost with a process.
 */
export class BatchDispatcher {
  readonly #options: BatchDispatcherOptions;
  /** Read and not started, in order. */
  #next: LookupTicket[] = [];
  /** What was started, or tried to, and may not be planned yet: until when it holds up others, and when it is tried again. */
  readonly #started = new Map<string, { readonly holdsUntil: number; readonly againAt: number }>();
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: BatchDispatcherOptions) {
    this.#options = options;
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
      this.#underWay = this.#look()
        .catch((error: unknown) => {
          this.#next = [];
          this.#options.onFailure(error);
          return false;
        })
        .then((isBusy) => this.#schedule(isBusy ? BUSY_MS : IDLE_MS));
    }, ms);
  }

  /** @returns whether there was something to start */
  async #look(): Promise<boolean> {
    const { position, hasRoom } = this.#options;
    const place = position();
    if (!place || !hasRoom()) return this.#next.length > 0;
    await this.#read(place);
    const now = Date.now();
    const unplanned = [...this.#started.values()].filter(({ holdsUntil }) => now < holdsUntil).length;
    const tickets = this.#next.splice(0, Math.max(0, UNPLANNED_AT_ONCE - unplanned));
    await Promise.all(tickets.map((ticket) => this.#start(ticket)));
    return this.#started.size > 0;
  }

  async #start(ticket: LookupTicket): Promise<void> {
    const holdsUntil = Date.now() + HOLD_MS;
    this.#started.set(ticket.id, { holdsUntil, againAt: Date.now() + AGAIN_MS });
    await this.#options.starter.start(ticket).catch((error: unknown) => {
      this.#started.set(ticket.id, { holdsUntil, againAt: holdsUntil });
      throw error;
    });
  }

  /** Reads the outbox, which shows too which of those that were started are planned. */
  async #read(place: FleetPosition): Promise<void> {
    if (this.#next.length > 0 && this.#started.size === 0) return;
    const accepted = await this.#options.outbox.next(place, READ_AT_ONCE + this.#started.size);
    const ids = new Set(accepted.map(({ id }) => id));
    for (const [id, { againAt }] of this.#started) if (!ids.has(id) || Date.now() >= againAt) this.#started.delete(id);
    this.#next = accepted.filter(({ id }) => !this.#started.has(id));
  }
}
