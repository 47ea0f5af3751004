/** A turn of the event loop that took longer, in milliseconds, had more to do than it can keep up with. */
const LONG_TURN_MS = 50;

/**
 * Lets work begin a few pieces per turn of the event loop, and one while turns are long: what was begun is carried on before
 * more is. Hundreds of TLS handshakes begun at once come due at once; on a machine with little to give, all of them then
 * passed their deadlines, where fewer at a time are all in time.
 */
export class LoopPace {
  private readonly waiting: Array<() => void> = [];
  private left: number;
  /** When the turn that is under way began; null while none was asked for. */
  private turnBegan: number | null = null;

  /** @param now milliseconds, growing */
  constructor(
    private readonly perTurn: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = perTurn;
  }

  /** Resolves when the caller's piece may begin: at once while this turn has room. */
  turn(): Promise<void> {
    if (this.left > 0 && this.waiting.length === 0) {
      this.left -= 1;
      this.awaitNextTurn();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.awaitNextTurn();
    });
  }

  private awaitNextTurn(): void {
    if (this.turnBegan !== null) return;
    const began = this.now();
    this.turnBegan = began;
    setImmediate(() => {
      this.turnBegan = null;
      const room = this.now() - began > LONG_TURN_MS ? 1 : this.perTurn;
      const begun = this.waiting.splice(0, room);
      this.left = room - begun.length;
      for (const begin of begun) begin();
      if (begun.length > 0 || room < this.perTurn) this.awaitNextTurn();
    });
  }
}
