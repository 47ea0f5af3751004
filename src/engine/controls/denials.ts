/** How many "no" may rest on one positive answer. A silent limit says "no" in the site's own way, about whoever is asked. */
import type { Control } from './control.js';

/** For all workers of an egress together. */
const MAX_DENIALS = 10;

/** The answers "no" of a rule since it last said "yes", as far as this process knows, in milliseconds since the epoch. */
export class Denials {
  #at: number[] = [];
  #provenAt = Number.NEGATIVE_INFINITY;
  #ahead: Promise<Control | undefined> | undefined;

  /** @param workers how many processes ask platforms through this egress: each has its share */
  constructor(private readonly workers: () => number = () => 1) {}

  /** Counts one. @returns its number since the last positive answer: of this process, or in the control */
  add(at: number, control: Control): number {
    this.#at = [...this.#since(control), at].slice(-MAX_DENIALS - 1); // further ones change nothing
    return this.#at.length;
  }

  /** How many there were since then. */
  count(control: Control): number {
    return this.#since(control).length;
  }

  /** Whether one more would be too many. */
  isFull(control: Control): boolean {
    return this.isBeyond(this.count(control) + 1);
  }

  /** Whether the "no" of that number needs a positive answer of its own. */
  isBeyond(number: number): boolean {
    return number > this.#most;
  }

  /** Whether the "no" of that number is the last that needs none: a positive answer that is asked for now spares the next one waiting. */
  isLast(number: number): boolean {
    return number === this.#most && number > 1;
  }

  /** Has a known account asked before a "no" needs it. @param ask resolves to the control with its answer */
  proveAhead(ask: () => Promise<Control>): void {
    this.#ahead ??= ask()
      .catch(() => undefined)
      .finally(() => {
        this.#ahead = undefined;
      });
  }

  /** What that showed, once it is answered; undefined: it is not under way, or was interrupted. */
  get ahead(): Promise<Control | undefined> | undefined {
    return this.#ahead;
  }

  get #most(): number {
    return Math.max(1, Math.floor(MAX_DENIALS / this.workers()));
  }

  /** A positive answer to a request that was sent then. */
  prove(sentAt: number): void {
    this.#provenAt = Math.max(this.#provenAt, sentAt);
  }

  /** When the platform was last asked what it answered positively; null: nobody knows. */
  provenAt({ outcome, checkedAt }: Control): Date | null {
    const stored = outcome.state === 'passed' ? (outcome.positiveAt ?? checkedAt) : outcome.passedAt;
    const latest = Math.max(this.#provenAt, stored === undefined ? Number.NEGATIVE_INFINITY : new Date(stored).getTime());
    return Number.isFinite(latest) ? new Date(latest) : null;
  }

  #since(control: Control): number[] {
    const provenAt = this.provenAt(control)?.getTime() ?? Number.NEGATIVE_INFINITY;
    return this.#at.filter((each) => each > provenAt);
  }
}
