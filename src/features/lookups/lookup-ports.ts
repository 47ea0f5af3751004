import type { LookupOwner } from '../accounts/accounts.js';
import type { FoundFact } from './module-facts.js';
import type { Lookup, LookupPlan, LookupState } from './lookup.js';
import type { ProbeTarget } from '../../engine/catalogue/rules/bands.js';
import type { SubjectRef } from '../../kernel/identity/subjects.js';

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
}

export interface SnapshotQuery {
  /** Null is returned for a lookup of somebody else. */
  readonly owner?: LookupOwner;
  /** Position in the feed after which to read; default 0: everything. */
  readonly afterSeq?: number;
  /** Whether the plan is read, which has thousands of targets in a deep sweep and never changes once stored; default true. */
  readonly withPlan?: boolean;
  /** Whether the evidence of results is read, of compressed lookups it always is; default true. */
  readonly withEvidence?: boolean;
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

export type UnfinishedState = Exclude<LookupState, 'finished'>;

/** Cursor among all lookups, by the time of acceptance (RFC 3339, milliseconds). */
export interface StalledLookupCursor {
  readonly acceptedAt: string;
  readonly id: string;
}

/** What a lookup is started with. Nothing personal: ids and enumerations only. */
export interface AcceptedLookup extends Pick<Lookup, 'id' | 'accountId' | 'mode' | 'kind' | 'queryType' | 'band'> {
  /** Platforms that it names and whose hosts can be asked no more at present: they are omitted. Absent when it is started again. */
  readonly busy?: readonly string[];
}

/** Lookups of one request, or of one batch, that were accepted together. */
export interface AcceptedLookups {
  readonly accountId: string;
  readonly lookupIds: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What the request began (`RequestOrigin`), or the batch. */
  readonly began: string | undefined;
}

export interface LookupStarter {
  /**
   * Starts the lookup, unless it is under way. Starting a finished one changes nothing of it.
   *
   * @returns whether it was not under way
   * @throws when Temporal cannot be reached in time
   */
  start(lookup: AcceptedLookup): Promise<boolean>;
}

/** Starts lookups without making the caller wait; what cannot be started now is left to the reconciler. */
export interface LookupLauncher {
  startLookup(lookup: AcceptedLookup): void;
}
