/** Work that callers share: one run of a kind at a time, and at most one more that begins after it. */
export class SingleFlight<Kind extends string, Result> {
  readonly #running = new Map<Kind, Promise<Result>>();
  readonly #next = new Map<Kind, Promise<Result>>();
  readonly #beganAt = new Map<Kind, number>();

  /** @param now milliseconds of a clock */
  constructor(private readonly now: () => number) {}

  /** The run under way, or a new one. */
  share(kind: Kind, work: () => Promise<Result>): Promise<Result> {
    const shared = this.#running.get(kind) ?? work().finally(() => this.#running.delete(kind));
    this.#running.set(kind, shared);
    return shared;
  }

  /**
   * A run that begins after this call; one that is under way does not count. All calls before it begins share it.
   *
   * @param spacingMs milliseconds between the starts of two of them
   */
  after(kind: Kind, spacingMs: number, work: () => Promise<Result>): Promise<Result> {
    const next = this.#next.get(kind) ?? this.#whenSpaced(kind, spacingMs, work);
    this.#next.set(kind, next);
    return next;
  }

  async #whenSpaced(kind: Kind, spacingMs: number, work: () => Promise<Result>): Promise<Result> {
    const waitMs = Math.min(spacingMs, Math.max(0, (this.#beganAt.get(kind) ?? Number.NEGATIVE_INFINITY) + spacingMs - this.now()));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Another caller may have begun one meanwhile, before the last of the calls that wait here.
    for (let running = this.#running.get(kind); running; running = this.#running.get(kind)) await running.catch(() => undefined);
    this.#next.delete(kind);
    this.#beganAt.set(kind, this.now());
    return this.share(kind, work);
  }
}
