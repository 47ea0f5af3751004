/** The deletion of an account: it is closed at once, and everything but its bills is deleted when the time to take that back is over. */
import type { ErasedCounts, ErasureState } from './erasure.js';

/** Days between the request and the deletion. */
export const GRACE_DAYS = 7;
/** An operator may leave them out, but not the time in which requests that were under way end. */
export const SHORTEST_GRACE_SECONDS = 60;

export interface AccountDeletion {
  readonly id: string;
  /** `accepted`: it can be taken back. */
  readonly state: ErasureState;
  readonly createdAt: Date;
  /** When it begins. */
  readonly dueAt: Date;
  readonly counts: ErasedCounts;
  readonly finishedAt: Date | null;
}
