import { type Band, BANDS } from '../../../engine/catalogue/rules/bands.js';
import type { FleetPosition } from '../../../engine/flow/fleet-shares.js';
import type { BatchProgress } from '../store/batch-progress.js';

/** Accepted lookups of an account's band that may wait for their start, for each worker: they are billed, so they are few. */
const AHEAD = 8;
/** Until the next step, in milliseconds: while items are accepted, and when none were for a while. */
const BUSY_MS = 50;
const IDLE_MS = 500;
/** For so long, in milliseconds, a step without an item only shows that enough of them wait for their start. */
const BUSY_FOR_MS = 2_000;
/** Until batches that are done are looked for again, in milliseconds. */
const FINISH_MS = 1_000;

export interface BatchFeederOptions {
  readonly progress: Pick<BatchProgress, 'startNext' | 'finishDone'>;
  /** This worker's position in the fleet; null: it may not start anything now. */
  readonly position: () => FleetPosition | null;
  /** Whether the probes of a further lookup of a band would start soon. */
  readonly hasRoom: (band: Band) => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Accepts the items of batches while this worker has room, a few ahead of `BatchDispatcher`, which starts them; and ends batches that are
 * done. What it has not done is in the database, so nothing is lost with a process.
 */
export class BatchFeeder {
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isClosed = false;
  #finishedAt = Number.NEGATIVE_INFINITY;
  #acceptedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: BatchFeederOptions) {
    this.#schedule(0);
  }

  /** Resolves when a step under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#step()
        .catch((error: unknown) => {
          this.options.onFailure(error);
          return 0;
        })
        .then((accepted) => {
          if (accepted > 0) this.#acceptedAt = performance.now();
          this.#schedule(performance.now() - this.#acceptedAt < BUSY_FOR_MS ? BUSY_MS : IDLE_MS);
        });
    }, ms);
  }

  /** @returns how many items were accepted */
  async #step(): Promise<number> {
    const { progress, position, hasRoom } = this.options;
    const fleetPosition = position();
    if (!fleetPosition) return 0;
    if (performance.now() - this.#finishedAt >= FINISH_MS) {
      await progress.finishDone();
      this.#finishedAt = performance.now();
    }
    const bands = BANDS.filter(hasRoom);
    return bands.length > 0 ? progress.startNext(bands, AHEAD * fleetPosition.members) : 0;
  }
}
