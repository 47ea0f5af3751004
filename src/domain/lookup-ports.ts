/** The record of lookups, and the engine that carries them out. Implemented in `repositories` and `temporal`. */
import type { FleetPosition } from './flow/shares.js';
import type { Module } from './checks.js';
import type { ModuleEvidence } from './module-evidence.js';
import type { CheckOutcome, Lookup, LookupPlan, LookupState, RecordedOutcome, Target } from './lookup.js';
import type { Json } from './probe-rule.js';
import type { SubjectRef } from './subjects.js';
import type { PageFrom } from './page-from.js';

export interface ModuleFact {
  readonly module: Module;
  /** Which identity of the lookup it is about: a module is run, and stored, for each (`subjectsOf` in checks.ts). */
  readonly subject: SubjectRef;
  readonly seq: number;
  /** What v1 shows; null when no source could say anything: "not checked". */
  readonly payload: Json;
  readonly evidence: ModuleEvidence;
  readonly checkedAt: Date;
}

/** What a module found of one identity, before it has its place in the feed. */
export type FoundFact = Omit<ModuleFact, 'seq'>;

export interface HistoryEntry {
  readonly id: string;
  readonly query: string;
  readonly queryType: 'email' | 'phone' | 'username';
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
  readonly acceptedAt: Date;
}

/** What became known of a lookup. */
export interface LookupNews {
  readonly state: LookupState;
  /** Platforms that are asked in all; null before the lookup is planned. */
  readonly planned: number | null;
  /** Platforms that would be asked if there were room; absent when that was not read. */
  readonly wanted?: number | null;
  /** Milliseconds from acceptance to the plan; absent when that was not read. */
  readonly startedAfterMs?: number | null;
  readonly outcomes: readonly RecordedOutcome[];
  readonly modules: readonly ModuleFact[];
}

/** A part of a sweep. Without the plan: hundreds of shards of a deep sweep would each hold all of it. */
export interface OpenShard {
  readonly lookup: Omit<Lookup, 'plan'>;
  /** Targets that have no outcome yet; none of a lookup that is finished. */
  readonly targets: readonly Target[];
}

/** What lookups are read from. */
export interface LookupReader {
  find(lookupId: string): Promise<Lookup | null>;
  /** What is left to ask of one shard. Null when there is no such lookup, or it was not planned yet. */
  openShard(lookupId: string, shard: number): Promise<OpenShard | null>;
  /** Null as well for a lookup of another account. */
  findOwned(accountId: string, lookupId: string): Promise<Lookup | null>;
  /**
   * Everything that was added after a place in the feed, in feed order, and whether the lookup is finished: one snapshot, so
   * that nothing can lie between the two. Null when there is no such lookup.
   */
  news(lookupId: string, afterSeq?: number): Promise<LookupNews | null>;
  /** Most recent first; total order by (acceptedAt, id). Kind `lookup` only. */
  history(accountId: string, page: { limit: number; offset: number }): Promise<HistoryEntry[]>;
}

/** What an account already learnt through this process's egress pool, for reuse with its original time. */
export interface FactStore {
  /** Facts about the lookup's subjects that are young enough, by TTL of their state (docs/contract.md, 11). */
  reusable(lookup: Pick<Lookup, 'accountId' | 'subjects'>): Promise<CheckOutcome[]>;
}

/** What activities write. Every method may be called twice with the same effect as once. */
export interface LookupWriter {
  /**
   * Stores the plan and marks the lookup running; returns the plan that stands, which is the first one ever stored.
   *
   * @throws LookupMissing
   */
  savePlan(lookupId: string, plan: LookupPlan): Promise<LookupPlan>;
  /** Adds outcomes that are not there yet and tells the feed. @returns false when the lookup is finished or deleted: nothing was added */
  record(lookupId: string, outcomes: readonly CheckOutcome[]): Promise<boolean>;
  /** Identities that a module has ended for, whatever it found. */
  recordedSubjects(lookupId: string, module: Module): Promise<Set<SubjectRef>>;
  /** Adds what a module found of an identity, once, and tells the feed. @returns false when the lookup is finished or deleted: nothing was added */
  recordModule(lookupId: string, fact: FoundFact): Promise<boolean>;
  /** Marks the lookup finished with its counts, tells the feed. @returns the counts that stand @throws LookupMissing */
  finish(lookupId: string): Promise<LookupCounts>;
  /** Stores all that there was to do of a lookup without a sweep and finishes it, or changes nothing; tells the feed. @throws LookupMissing */
  complete(lookupId: string, whole: WholeLookup): Promise<void>;
}

/** Type of the failure, in Temporal, of an activity whose lookup is gone. */
export const LOOKUP_MISSING = 'LookupMissing';

/** The row of the lookup to write to is gone: its account deleted it, or its retention period is over. */
export class LookupMissing extends Error {
  constructor() {
    super('the lookup does not exist');
    this.name = LOOKUP_MISSING;
  }
}

/** Deletes lookups on request. */
export interface LookupRemover {
  /**
   * Deletes a lookup in any state with its results, facts, the account's reusable facts that it learnt, and its webhook event with
   * deliveries and attempts. Bills stay. What still runs of it finds nothing to write to and ends.
   *
   * @returns false when the account has no such lookup
   */
  remove(accountId: string, lookupId: string): Promise<boolean>;
}

/** A lookup without a sweep that was carried out in one step. */
export interface WholeLookup {
  readonly plan: LookupPlan;
  readonly facts: readonly FoundFact[];
}

export interface LookupCounts {
  readonly planned: number;
  readonly checked: number;
  readonly matches: number;
}

/** Lookups of batches that are not begun. */
export interface BatchOutbox {
  /**
   * The next to start: the accounts' oldest first, one of each account in turn.
   *
   * @param position of the worker that asks: each has a part of its own
   */
  next(position: FleetPosition, limit: number): Promise<LookupTicket[]>;
}

/** What the reconciler sees of lookups that should have moved. */
export interface StalledLookups {
  /** Lookups of a state, those of `accepted` without batches, that were accepted more than `olderThanSeconds` ago, oldest first; those after the cursor, if there is one. */
  unfinished(state: UnfinishedState, olderThanSeconds: number, page: PageFrom<LookupPlace>): Promise<(LookupTicket & Pick<Lookup, 'acceptedAt'>)[]>;
}

export type UnfinishedState = Exclude<LookupState, 'finished'>;

/** A lookup's place among all, by the moment of its acceptance (RFC 3339, milliseconds). */
export interface LookupPlace {
  readonly acceptedAt: string;
  readonly id: string;
}

/** What a lookup is started with. Nothing personal: ids and enumerations only. */
export type LookupTicket = Pick<Lookup, 'id' | 'accountId' | 'delivery' | 'kind' | 'queryType' | 'band'>;

export interface LookupStarter {
  /** Has the lookup carried out; already under way or finished is success. @throws when the engine cannot be reached in time */
  start(ticket: LookupTicket): Promise<void>;
}

/** Wakes whoever waits for news of a lookup. News carries no data: the rows are the truth. */
export interface LookupFeed {
  /**
   * Calls `wake` after every change of the lookup's rows, and after every reconnection.
   *
   * @param options.sinceAcceptance the lookup's delivery says that it is followed; any other is made to be notified of first, which
   *   wakes once more
   * @returns stops it
   */
  subscribe(lookupId: string, wake: () => void, options?: { sinceAcceptance?: boolean }): () => void;
}

/** Starts lookups without making the caller wait; what cannot be started now is left to the reconciler. */
export interface LookupLauncher {
  launch(ticket: LookupTicket): void;
}
