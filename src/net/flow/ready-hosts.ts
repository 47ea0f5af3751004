/** Hosts at which a waiting request might be served now. Those with high-priority requests come first. */
export class ReadyHosts<H> {
  readonly #urgent = new Set<H>();
  readonly #normal = new Set<H>();
  #served = 0;

  /** Adds a host at the end, so that hosts get slots in rotation. */
  add(host: H, isUrgent: boolean): void {
    this.#normal.delete(host);
    this.#urgent.delete(host);
    (isUrgent ? this.#urgent : this.#normal).add(host);
  }

  /**
   * Removes and returns the next host. One call in four starts with the others, so that high priority starves none.
   *
   * @param urgentOnly whether the slot is for urgent requests only
   */
  next(urgentOnly: boolean): H | undefined {
    if (urgentOnly) return takeFirst(this.#urgent);
    this.#served += 1;
    const [first, second] = this.#served % 4 === 0 ? [this.#normal, this.#urgent] : [this.#urgent, this.#normal];
    return takeFirst(first) ?? takeFirst(second);
  }
}

function takeFirst<H>(hosts: Set<H>): H | undefined {
  for (const host of hosts) {
    hosts.delete(host);
    return host;
  }
  return undefined;
}
