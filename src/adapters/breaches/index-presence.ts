import type { BreachIndex } from '../../domain/breaches/index-ports.js';

/** How long it is believed that the index holds something, in milliseconds. */
const KEPT_MS = 30_000;
/** Longest wait for a database that does not answer, in milliseconds. */
const MAX_WAIT_MS = 250;

/** Whether the operator's index holds anything. An empty index is never remembered as empty: an import may just have filled it. */
export class IndexPresence {
  // Until it is known, it is asked: an empty index says nothing, and that is right too.
  private known = true;
  private believedUntil = 0;

  constructor(private readonly index: BreachIndex) {}

  /** As of the latest `renew`. */
  get holdsAnything(): boolean {
    return this.known;
  }

  /** Reads it again unless it is known to hold something. What cannot be read in time stays as it was. */
  async renew(): Promise<void> {
    if (this.known && performance.now() < this.believedUntil) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    await Promise.race([this.read().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  private async read(): Promise<void> {
    this.known = (await this.index.holdings()).kinds.size > 0;
    this.believedUntil = performance.now() + KEPT_MS;
  }
}
