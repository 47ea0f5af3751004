/**
 * Lets work begin a few pieces per turn of the event loop. Hundreds of TLS handshakes begun at once come due at once, and
 * while they are computed no timer runs: deadlines were missed by half a second, and all were late instead of some.
 */
export class LoopPace {
  private readonly waiting: Array<() => void> = [];
  private left: number;
  private scheduled = false;

  constructor(private readonly perTurn: number) {
    this.left = perTurn;
  }

  /** Resolves when the caller's piece may begin: at once while this turn has room. */
  turn(): Promise<void> {
    if (this.left > 0 && this.waiting.length === 0) {
      this.left -= 1;
      this.schedule();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      const begun = this.waiting.splice(0, this.perTurn);
      this.left = this.perTurn - begun.length;
      for (const begin of begun) begin();
      if (this.waiting.length > 0) this.schedule();
    });
  }
}
