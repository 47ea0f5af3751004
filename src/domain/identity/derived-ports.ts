import type { CheckOutcome } from '../lookup/lookup.js';
import type { RefOf } from './subjects.js';

/** Outcome of a platform for a username that was derived from an e-mail address. Never a result of v1. */
export interface DerivedOutcome
  extends Pick<CheckOutcome, 'platform' | 'state' | 'doubt' | 'method' | 'checkedAt' | 'fromCache' | 'egress' | 'evidence'> {
  readonly handle: string;
  /** The e-mail address that the handle comes from. */
  readonly subject: RefOf<'email'>;
}

/** Stored outcomes of derived usernames. Every method is idempotent. */
export interface DerivedStore {
  /**
   * Adds outcomes that are not stored yet and notifies the feed.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  record(lookupId: string, outcomes: readonly DerivedOutcome[]): Promise<boolean>;
  /** All stored outcomes of a lookup, in the order in which they became known. */
  read(lookupId: string): Promise<readonly DerivedOutcome[]>;
}
