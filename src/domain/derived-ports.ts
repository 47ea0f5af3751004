import type { CheckOutcome } from './lookup.js';
import type { RefOf } from './subjects.js';

/** What a platform said of a username that was derived from an e-mail address. Never a result of v1. */
export interface DerivedOutcome extends Pick<CheckOutcome, 'platform' | 'state' | 'doubt' | 'method' | 'checkedAt' | 'fromCache' | 'egress' | 'evidence'> {
  readonly handle: string;
  /** The e-mail address that the handle comes from. */
  readonly subject: RefOf<'email'>;
}

/** The record of derived usernames. Every method may be called twice with the same effect as once. */
export interface DerivedStore {
  /** Adds outcomes that are not there yet and tells the feed. @returns false when the lookup is finished or deleted: nothing was added */
  record(lookupId: string, outcomes: readonly DerivedOutcome[]): Promise<boolean>;
  /** All that is recorded of a lookup, in the order in which it became known. */
  read(lookupId: string): Promise<readonly DerivedOutcome[]>;
}
