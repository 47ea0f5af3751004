/** Something that is made once, at first use, by whoever needs it first; what failed is not tried again. */
export class Lazy<T> {
  #made: Promise<T> | null = null;

  constructor(private readonly make: () => Promise<T>) {}

  get(): Promise<T> {
    this.#made ??= this.make();
    return this.#made;
  }

  /** Lets go of what was made, if anything was. */
  async release(close: (made: T) => Promise<void>): Promise<void> {
    const made = await this.#made?.catch(() => null);
    if (made !== null && made !== undefined) await close(made);
  }
}
