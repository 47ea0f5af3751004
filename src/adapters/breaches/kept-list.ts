/** Pause after a list could not be fetched, in milliseconds. */
const PAUSE_MS = 10 * 60_000;

/** Something fetched now and then for everybody: one fetch at a time, kept for a while, with no caller's life as its own. */
export class KeptList<T> {
  private kept: T | null = null;
  private freshUntil = 0;
  private pending: Promise<void> | null = null;

  /** @param fetch null: it could not be had; must not throw */
  constructor(
    private readonly fetch: () => Promise<T | null>,
    private readonly keptMs: number,
  ) {}

  /** What is there at this moment. */
  get now(): T | null {
    return this.kept;
  }

  /** The list; when it is being fetched, as soon as it is there or the signal ends the wait. */
  async get(signal: AbortSignal): Promise<T | null> {
    if (performance.now() >= this.freshUntil) this.pending ??= this.renew();
    if (this.kept === null && this.pending !== null) await Promise.race([this.pending, aborted(signal)]);
    return this.kept;
  }

  private async renew(): Promise<void> {
    const list = await this.fetch();
    this.freshUntil = performance.now() + (list === null ? PAUSE_MS : this.keptMs);
    this.kept = list ?? this.kept;
    this.pending = null;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
