/**
 * How many answers of one side may rest on one answer of the other. A silent limit says "no" about whoever is asked, in the site's own way,
 * and a rule that was overtaken says "yes" likewise.
 */
import type { Control } from './control.js';
import type { Conclusive } from '../evaluation/verdict.js';

/** For all workers of an egress together. */
const MAX_UNPROVEN = 10;

/** When a stored control last showed that the platform gives the other answer. */
const SHOWN: Readonly<Record<Conclusive['state'], (control: Control) => Date | string | undefined>> = {
  not_registered: ({ outcome, checkedAt }) => (outcome.state === 'passed' ? (outcome.positiveAt ?? checkedAt) : outcome.passedAt),
  // Of a whole control the known account was asked with the identity that cannot exist, which `checkedAt` follows.
  registered: ({ outcome, checkedAt }) =>
    outcome.state === 'passed'
      ? new Date(Math.min(checkedAt.getTime(), Date.parse(outcome.positiveAt ?? checkedAt.toISOString())))
      : outcome.passedAt,
};

/**
 * The answers of one side that a rule gave since its last one of the other, as far as this process knows, in milliseconds since the epoch.
 * A `control` is the stored one, where there is one.
 */
export class UnprovenAnswers {
  #at: number[] = [];
  #provenAt = Number.NEGATIVE_INFINITY;
  #ahead: Promise<Control | undefined> | undefined;

  /** @param workers how many processes ask platforms through this egress: each has its share */
  constructor(
    readonly state: Conclusive['state'],
    private readonly workers: () => number = () => 1,
  ) {}

  /** Counts one. @returns its number since the last answer of the other side: of this process, or in the control */
  add(at: number, control?: Control): number {
    this.#at = [...this.#since(control), at].slice(-MAX_UNPROVEN - 1); // further ones change nothing
    return this.#at.length;
  }

  /** How many there were since then. */
  count(control?: Control): number {
    return this.#since(control).length;
  }

  /** When the first of them was given, or, where they are too many to be kept, the answer that they rest on; null: there is none. */
  firstAt(): Date | null {
    const since = this.#since();
    if (since.length > MAX_UNPROVEN) return this.provenAt();
    return since.length === 0 ? null : new Date(Math.min(...since));
  }

  /** Whether one more would be too many. */
  isFull(control?: Control): boolean {
    return this.isBeyond(this.count(control) + 1);
  }

  /** Whether the answer of that number needs one of the other side for itself. */
  isBeyond(number: number): boolean {
    return number > this.#share;
  }

  /** Whether the answer of that number is the last that needs none: a control that is asked for now spares the next one waiting. */
  isLast(number: number): boolean {
    return number === this.#share && number > 1;
  }

  /** Has a control run before an answer needs it. @param ask resolves to it */
  proveAhead(ask: () => Promise<Control>): void {
    this.#ahead ??= ask()
      .catch(() => undefined)
      .finally(() => {
        this.#ahead = undefined;
      });
  }

  /** What that showed, once it has ended; undefined: it is not under way, or was interrupted. */
  get ahead(): Promise<Control | undefined> | undefined {
    return this.#ahead;
  }

  /** An answer of the other side to a request that was sent then. */
  prove(sentAt: number): void {
    this.#provenAt = Math.max(this.#provenAt, sentAt);
  }

  /** When the platform was last asked what it answered by the other side; null: nobody knows. */
  provenAt(control?: Control): Date | null {
    const stored = control && SHOWN[this.state](control);
    const latest = Math.max(this.#provenAt, stored === undefined ? Number.NEGATIVE_INFINITY : new Date(stored).getTime());
    return Number.isFinite(latest) ? new Date(latest) : null;
  }

  /** Of more workers than answers each gives one all the same: every one of them would need a control otherwise. */
  get #share(): number {
    return Math.max(1, Math.floor(MAX_UNPROVEN / this.workers()));
  }

  #since(control?: Control): number[] {
    const provenAt = this.provenAt(control)?.getTime() ?? Number.NEGATIVE_INFINITY;
    return this.#at.filter((each) => each > provenAt);
  }
}
