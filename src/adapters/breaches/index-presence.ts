import type { BreachIndex } from '../../domain/breaches/index-ports.js';

/** How old the knowledge may be, in milliseconds. */
const KEPT_MS = 30_000;

/** Whether the operator's index holds anything, known without waiting: renewed beside the question when it is old. */
export class IndexPresence {
  // Until it is known, it is asked: an empty index says nothing, and that is right too.
  private known = true;
  private askAgainAt = 0;

  constructor(private readonly index: BreachIndex) {}

  get holdsAnything(): boolean {
    if (performance.now() >= this.askAgainAt) {
      this.askAgainAt = performance.now() + KEPT_MS;
      this.renew().catch(() => undefined);
    }
    return this.known;
  }

  private async renew(): Promise<void> {
    this.known = (await this.index.holdings()).kinds.size > 0;
  }
}
