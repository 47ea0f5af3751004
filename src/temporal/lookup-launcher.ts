import type { LookupLauncher, LookupStarter, LookupTicket } from '../domain/lookup-ports.js';

/** Starts under way at once; beyond it the accepted row waits for the reconciler, so a flood costs no memory. */
const MOST_UNDER_WAY = 256;

/**
 * Starts workflows beside the request. The row is committed before, so a failed or skipped start delays the lookup until
 * the reconciler finds it and loses nothing.
 */
export class BackgroundLauncher implements LookupLauncher {
  readonly #starter: LookupStarter;
  readonly #onFailure: (lookupId: string, error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: { starter: LookupStarter; onFailure: (lookupId: string, error: unknown) => void }) {
    this.#starter = options.starter;
    this.#onFailure = options.onFailure;
  }

  launch(ticket: LookupTicket): void {
    if (this.#underWay.size >= MOST_UNDER_WAY) {
      this.#onFailure(ticket.id, new Error('too many starts under way'));
      return;
    }
    const start = this.#starter
      .start(ticket)
      .catch((error: unknown) => this.#onFailure(ticket.id, error))
      .finally(() => this.#underWay.delete(start));
    this.#underWay.add(start);
  }

  /** Resolves when every start under way has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
