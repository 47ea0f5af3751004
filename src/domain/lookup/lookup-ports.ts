/** Ports to stored lookups, and to Temporal, which carries them out. Implemented in `src/db` and `src/temporal`. */
import type { FleetPosition } from '../flow/shares.js';
import type { Module } from './checks.js';
import type { FoundFact } from './module-facts.js';
import type { LookupChange } from './lookup-snapshot.js';
import type { CheckOutcome, Lookup, LookupPlan, LookupState } from './lookup.js';
import type { ProbeTarget } from '../catalogue/bands.js';
import type { SubjectRef } from '../identity/subjects.js';
import type { KeysetPage } from './pages.js';

export interface HistoryEntry {
  readonly id: string;
  readonly query: string;
  readonly queryType: 'email' | 'phone' | 'username';
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
  readonly acceptedAt: Date;
}

/** A shard of a sweep. Without the plan: every shard of a deep sweep would hold all of it. */
export interface OpenShard {
  readonly lookup: Omit<Lookup, 'plan'>;
  /** Targets that have no outcome yet; none if the lookup is finished. */
  readonly targets: readonly ProbeTarget[];
  /** Revision of the catalogue that the plan was made with; absent: the files of the release. */
  readonly catalogue?: number;
}

export interface SnapshotQuery {
  /** Null is returned for a lookup of another account. */
  readonly accountId?: string;
  /** Position in the feed after which to read; default 0: everything. */
  readonly afterSeq?: number;
  /** Whether the plan is read, which has thousands of targets in a deep sweep and never changes once stored; default true. */
  readonly withPlan?: boolean;
}

/** Reads lookups. */
export interface LookupReader {
  find(lookupId: string): Promise<Lookup | null>;
  /** What is left to probe of one shard. Null when there is no such lookup, or it was not planned yet. */
  openShard(lookupId: string, shard: number): Promise<OpenShard | null>;
  /** Also null for a lookup of another account. */
  findOwned(accountId: string, lookupId: string): Promise<Lookup | null>;
  /**
   * A lookup's row and everything that was added after a position, in feed order: one snapshot, so that nothing can lie between the
   * two. Null when there is no such lookup.
   */
  snapshot(lookupId: string, query?: SnapshotQuery): Promise<LookupChange | null>;
  /** Most recent first; total order by (acceptedAt, id). Kind `lookup` only. */
  history(accountId: string, page: { limit: number; offset: number }): Promise<HistoryEntry[]>;
}

/** Facts that an account already has from this process's egress pool, for reuse with their original time. */
export interface FactStore {
  /** Facts about the lookup's subjects that have not expired, by TTL of their state (docs/contract.md, 11). */
  reusable(lookup: Pick<Lookup, 'accountId' | 'subjects'>): Promise<CheckOutcome[]>;
}

/** Writes the results of activities. Every method is idempotent. */
export interface LookupWriter {
  /**
   * Stores the plan and marks the lookup running; returns the effective plan, which is the first one ever stored.
   *
   * @param suppressed names of the identities about which nothing is asked
   * @throws LookupMissing
   */
  savePlan(lookupId: string, plan: LookupPlan, suppressed?: readonly SubjectRef[]): Promise<LookupPlan>;
  /**
   * Adds outcomes that are not stored yet and notifies the feed.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  record(lookupId: string, outcomes: readonly CheckOutcome[]): Promise<boolean>;
  /** Identities that a module has ended for, whatever it found. */
  recordedSubjects(lookupId: string, module: Module): Promise<Set<SubjectRef>>;
  /**
   * Adds what a module found about an identity, once, and notifies the feed.
   *
   * @returns false when the lookup is finished or deleted: nothing was added
   */
  recordModule(lookupId: string, fact: FoundFact): Promise<boolean>;
  /** Marks the lookup finished with its counts, notifies the feed. @returns the effective counts @throws LookupMissing */
  finish(lookupId: string): Promise<LookupCounts>;
  /**
   * Stores all results of a lookup without a sweep and finishes it, or changes nothing; notifies the feed.
   *
   * @throws LookupMissing
   */
  complete(lookupId: string, whole: CompletedLookup): Promise<void>;
}

/** Type of the failure, in Temporal, of an activity whose lookup no longer exists. */
export const LOOKUP_MISSING = 'LookupMissing';

/** The row of the lookup to write to no longer exists: its account deleted it, or its retention period is over. */
export class LookupMissing extends Error {
  constructor() {
    super('the lookup does not exist');
    this.name = LOOKUP_MISSING;
  }
}

/** Deletes lookups on request. */
export interface LookupRemover {
  /**
   * Deletes a lookup in any state with its results, facts, the account's reusable facts from it, and its webhook event with deliveries
   * and attempts. Bills stay. Activities of it that still run find nothing to write to and end.
   *
   * @returns false when the account has no such lookup
   */
  remove(accountId: string, lookupId: string): Promise<boolean>;
}

/** A lookup without a sweep that was carried out in one step. */
export interface CompletedLookup {
  readonly plan: LookupPlan;
  /** As for `savePlan`. */
  readonly suppressed?: readonly SubjectRef[];
  readonly facts: readonly FoundFact[];
}

export interface LookupCounts {
  readonly planned: number;
  readonly checked: number;
  readonly matches: number;
}

/** Lookups of batches that have not started. */
export interface BatchOutbox {
  /**
   * The next lookups to start: the accounts' oldest first, one of each account in turn.
   *
   * @param position of the calling worker: each worker has a part of its own
   */
  next(position: FleetPosition, limit: number): Promise<LookupTicket[]>;
}

/** Overdue lookups, for the reconciler. */
export interface StalledLookups {
  /**
   * Lookups of a state that were accepted more than `olderThanSeconds` ago, oldest first; those after the cursor, if there is one. Those
   * of state `accepted` are without batches.
   */
  unfinished(
    state: UnfinishedState,
    olderThanSeconds: number,
    page: KeysetPage<StalledLookupCursor>,
  ): Promise<(LookupTicket & Pick<Lookup, 'acceptedAt'>)[]>;
}

export type UnfinishedState = Exclude<LookupState, 'finished'>;

/** Cursor among all lookups, by the time of acceptance (RFC 3339, milliseconds). */
export interface StalledLookupCursor {
  readonly acceptedAt: string;
  readonly id: string;
}

/** What a lookup is started with. Nothing personal: ids and enumerations only. */
export type LookupTicket = Pick<Lookup, 'id' | 'accountId' | 'mode' | 'kind' | 'queryType' | 'band'>;

export interface LookupStarter {
  /** Starts the lookup; already under way or finished is success. @throws when Temporal cannot be reached in time */
  start(ticket: LookupTicket): Promise<void>;
}

/** Notifies watchers of changes of a lookup. A notification carries no data: the rows are authoritative. */
export interface LookupFeed {
  /**
   * Calls `wake` after every change of the lookup's rows, and after every reconnection.
   *
   * @param options.sinceAcceptance the lookup's mode implies notifications from acceptance on; for any other they are switched on first,
   *   which calls `wake` once more
   * @returns ends the subscription
   */
  subscribe(lookupId: string, wake: () => void, options?: { sinceAcceptance?: boolean }): () => void;
}

/** Starts lookups without making the caller wait; what cannot be started now is left to the reconciler. */
export interface LookupLauncher {
  launch(ticket: LookupTicket): void;
}
