import { type Band, BANDS } from '../../../engine/catalogue/rules/bands.js';
import type { FleetPosition } from '../../../engine/flow/fleet-shares.js';
import type { AcceptedLookup, LookupStarter } from '../../lookups/lookup-ports.js';
import type { BatchOutbox } from '../../lookups/store/batch-outbox.js';
import type { BatchProgress } from '../store/batch-progress.js';

/** Accepted lookups of an account's band that may wait for their start, for each worker: they are billed, so they are few. */
const AHEAD = 8;
/** So long after items were accepted, in milliseconds, the next ones are looked for at each check; later as seldom as by an idle worker. */
const ACCEPTING_MS = 2_000;
/** Until batches that are done are looked for again, in milliseconds. */
const FINISH_MS = 1_000;

/** Lookups that may be started and not planned yet: what they will probe is unknown before the plan. */
const MAX_UNPLANNED = 2;
/** Lookups per read of the outbox: it is read once for this many starts. */
const READ_LIMIT = 32;
/** Of them, how many may have been started before: the longest ago first, so that those that nobody plans leave a place to the others. */
const MAX_AGAIN = 1;
/** Until the next check of the outbox, in milliseconds: when something was left to start, and when nothing was. */
const BUSY_MS = 50;
const IDLE_MS = 250;
/** How long, in milliseconds, a lookup that is not planned or could not be started holds up others. */
const HOLD_MS = 5_000;
/** A lookup that is not planned this long after its start, in milliseconds, is started again: that changes nothing for one that runs. */
const RESTART_AFTER_MS = 60_000;

interface Started {
  readonly band: Band;
  readonly holdsUntil: number;
  readonly againAt: number;
  readonly isAgain: boolean;
}

export interface BatchDispatcherOptions {
  readonly progress: Pick<BatchProgress, 'acceptNext' | 'finishDone'>;
  readonly outbox: Pick<BatchOutbox, 'next'>;
  readonly starter: LookupStarter;
  /** This worker's position in the fleet; null: it may not start anything now. */
  readonly position: () => FleetPosition | null;
  /** Whether the probes of a further lookup of a band would start soon. */
  readonly hasRoom: (band: Band) => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Starts what waits for room, a few at a time, while this worker has some, round-robin over accounts and bands: lookups of batches, and
 * asynchronous ones beyond what is carried. Items of batches are accepted a few ahead of their start, and batches that are done are ended.
 * Five hundred started at once would be planned at once and probe every platform at once: nearly all of them would only wait, next to
 * callers who wait for a response, and retry again and again. What no worker has started yet is in the database, so nothing is lost with
 * a process.
 */
export class BatchDispatcher {
  /** Read and not started, in order. */
  #next: AcceptedLookup[] = [];
  /** Lookups that were started, or failed to start, and may be unplanned: until when each holds up others, and when it is started again. */
  readonly #started = new Map<string, Started>();
  /** When accounts, and bands of theirs, last had their turn. */
  readonly #turns = new Map<string, number>();
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #advancing: Promise<void> | undefined;
  #finishedAt = Number.NEGATIVE_INFINITY;
  #acceptedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(private readonly options: BatchDispatcherOptions) {
    this.#schedule(0);
  }

  /** Resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#underWay;
    await this.#advancing;
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
    const bands = BANDS.filter(hasRoom);
    // Beside the starts, which do not wait for a batch of items to be billed.
    if (fleetPosition) this.#advancing ??= this.#advance(fleetPosition, bands).finally(() => (this.#advancing = undefined));
    if (fleetPosition && bands.length > 0) {
      await this.#read(fleetPosition, bands);
      const lookups = this.#choose(bands);
      this.#next = this.#next.filter((lookup) => !lookups.includes(lookup));
      await Promise.all(lookups.map((lookup) => this.#start(lookup)));
    }
    return this.#next.length > 0 || this.#started.size > 0;
  }

  /** Ends batches that are done, and accepts the next items of the others. */
  async #advance({ members }: FleetPosition, bands: readonly Band[]): Promise<void> {
    const { progress, onFailure } = this.options;
    try {
      if (performance.now() - this.#finishedAt >= FINISH_MS) {
        await progress.finishDone();
        this.#finishedAt = performance.now();
      }
      const now = performance.now();
      const isDue = now - this.#acceptedAt < ACCEPTING_MS || now - this.#askedAt >= IDLE_MS;
      if (bands.length === 0 || !isDue) return;
      this.#askedAt = now;
      if ((await progress.acceptNext(bands, AHEAD * members)) > 0) this.#acceptedAt = performance.now();
    } catch (error) {
      onFailure(error);
    }
  }

  #choose(bands: readonly Band[]): AcceptedLookup[] {
    const possible = this.#next.filter(({ band }) => bands.includes(band));
    const unplanned = [...this.#started.values()].filter(({ band, holdsUntil }) => bands.includes(band) && Date.now() < holdsUntil);
    const triedAt = ({ id }: AcceptedLookup): number => this.#started.get(id)?.againAt ?? 0;
    const again = possible.filter(triedAt).toSorted((one, other) => triedAt(one) - triedAt(other));
    const places = MAX_UNPLANNED - unplanned.length;
    const placesAgain = MAX_AGAIN - unplanned.filter(({ isAgain }) => isAgain).length;
    const chosen = again.slice(0, Math.max(0, Math.min(places, placesAgain)));
    const fresh = new Set(possible.filter((lookup) => !triedAt(lookup)));
    while (fresh.size > 0 && chosen.length < places) chosen.push(this.#takeTurn(fresh));
    return chosen;
  }

  /** Takes the first lookup of the account whose turn was longest ago, and of its bands alike: each read begins with the oldest lookups. */
  #takeTurn(waiting: Set<AcceptedLookup>): AcceptedLookup {
    const bandOf = ({ accountId, band }: AcceptedLookup): string => `${accountId} ${band}`;
    const order = (one: string, other: string): number => (this.#turns.get(one) ?? 0) - (this.#turns.get(other) ?? 0);
    const next = [...waiting].reduce((first, each) => {
      const isEarlier = (order(each.accountId, first.accountId) || order(bandOf(each), bandOf(first))) < 0;
      return isEarlier ? each : first;
    });
    waiting.delete(next);
    for (const key of [next.accountId, bandOf(next)]) this.#turns.set(key, performance.now());
    return next;
  }

  async #start(lookup: AcceptedLookup): Promise<void> {
    const { id, band } = lookup;
    const started = { band, holdsUntil: Date.now() + HOLD_MS, isAgain: this.#started.has(id) };
    this.#started.set(id, { ...started, againAt: Date.now() + RESTART_AFTER_MS });
    let isNew: boolean | undefined;
    try {
      isNew = await this.options.starter.start(lookup);
    } finally {
      // One that has an execution already is another worker's, or from before a restore, and planned by nobody before that has ended.
      const holdsUntil = isNew === false ? 0 : started.holdsUntil;
      if (!isNew) this.#started.set(id, { ...started, holdsUntil, againAt: started.holdsUntil });
    }
  }

  /**
   * Reads the outbox, which also shows which of the started lookups are planned. Deep lookups that wait for room are asked for again when
   * there is some; until then the outbox is read as seldom as by an idle worker.
   */
  async #read(fleetPosition: FleetPosition, bands: readonly Band[]): Promise<void> {
    const isPossible = ({ band }: { readonly band: Band }): boolean => bands.includes(band);
    const isWatched = [...this.#started.values()].some(isPossible);
    if (!isWatched && (this.#next.some(isPossible) || Date.now() < this.#readAt + IDLE_MS)) return;
    this.#readAt = Date.now();
    const watched = [...this.#started.keys()];
    const accepted = await this.options.outbox.next(fleetPosition, READ_LIMIT + watched.length, bands, watched);
    const ids = new Set(accepted.map(({ id }) => id));
    for (const [id, each] of this.#started) {
      if (isPossible(each) && !ids.has(id)) this.#started.delete(id);
    }
    for (const [key, at] of this.#turns) if (performance.now() - at > RESTART_AFTER_MS) this.#turns.delete(key);
    const isDue = ({ id }: AcceptedLookup): boolean => Date.now() >= (this.#started.get(id)?.againAt ?? 0);
    this.#next = [...this.#next.filter((lookup) => !isPossible(lookup)), ...accepted.filter(isDue)];
  }
}
