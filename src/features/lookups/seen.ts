import type { SubjectRef } from '../../kernel/identity/subjects.js';

/** How often an account looked an identity up before, in lookups that still exist. */
export interface Seen {
  /** When the first of them was accepted; null when none was found among those that were read. */
  readonly first: Date | null;
  readonly last: Date | null;
  readonly count: number;
  /** Whether all of them were read; false: there may be more, earlier and later ones. */
  readonly complete: boolean;
}

/** By identity of a lookup; an identity that was not looked up before has none. */
export type SeenBefore = Readonly<Partial<Record<SubjectRef, Seen>>>;

/** Lookups that are read of one identity: a constant time, also where all of an office share an address. */
export const MAX_SEEN_READ = 1_000;
