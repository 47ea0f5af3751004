/**
 * The read model: what is known of a lookup at one time. Every response, stream and event of every version is presented from it, and
 * the feed only says when to read it again.
 */
import type { PlatformCatalogue, RuleApplicability } from '../../engine/catalogue/rules/ports.js';
import { NO_STATISTICS, selectTargets } from '../../engine/catalogue/rules/bands.js';
import { type EgressPool, simulatedBy } from '../../engine/flow/egress-pool.js';
import { sizeWithin } from '../../engine/flow/instant.js';
import type { DerivedOutcome } from './derived.js';
import type { RecordedLinkedAccount } from '../../engine/linked-accounts/linked-accounts.js';
import { modulesToRun } from '../../facts/checks.js';
import type { ModuleFact } from './module-facts.js';
import type { Lookup, LookupPlan, LookupRequest, RecordedOutcome } from './lookup.js';

/** The row of a lookup, as far as presenters show it. */
export type SnapshotLookup = Omit<LookupRequest, 'bypassCache' | 'mode' | 'band' | 'platforms'> &
  Pick<Lookup, 'id' | 'state' | 'plan' | 'suppressed' | 'acceptedAt' | 'finishedAt' | 'billed' | 'withdrawals' | 'handles'> &
  Partial<Pick<Lookup, 'isTest' | 'ownWeights'>>;

/** Snapshot of a lookup, from which bodies are built. */
export interface LookupSnapshot {
  readonly lookup: SnapshotLookup;
  readonly outcomes: readonly RecordedOutcome[];
  readonly modules: readonly ModuleFact[];
  readonly derived: readonly DerivedOutcome[];
  /** Handles that answers revealed; absent: none. No count is made of them. */
  readonly linkedAccounts?: readonly RecordedLinkedAccount[];
}

/** What was added to a lookup after a position in its feed, and its row, in one snapshot of the database. */
export interface LookupChange extends LookupSnapshot {
  /** Without its plan when that was not asked for. */
  readonly lookup: Lookup;
  /** Position in the feed up to which this is everything. */
  readonly seq: number;
  /** Milliseconds from acceptance to the plan; null before. */
  readonly startedAfterMs: number | null;
}

/** A lookup as its request describes it, accepted now by this process's clock. @param isTest made with a test key */
export function snapshotOfRequest(lookupId: string, request: LookupRequest, isTest = false): LookupSnapshot {
  const lookup = { ...request, id: lookupId, isTest, state: 'accepted', plan: null, acceptedAt: new Date(), finishedAt: null } as const;
  return { lookup, outcomes: [], modules: [], derived: [] };
}

export interface PlanningContext {
  readonly catalogue: PlatformCatalogue;
  /** Maximum number of platforms that an instant lookup probes by the ceiling. */
  readonly instantPlatforms: number;
  /** When an instant lookup is answered that has no deadline of its own, in milliseconds. */
  readonly instantCeilingMs: number;
  readonly applicability: RuleApplicability;
  /** The egress of this service. */
  readonly egress: EgressPool;
}

/**
 * The snapshot with the plan that the catalogue alone would give if none is stored yet, so that what is pending can be counted. The
 * catalogue is the same in every process of a release.
 */
export function withExpectedPlan(ctx: PlanningContext, request: LookupRequest, known: LookupSnapshot): LookupSnapshot {
  return known.lookup.plan ? known : { ...known, lookup: { ...known.lookup, plan: expectedPlan(ctx, request) } };
}

/** The plan that the catalogue alone would give. */
export function expectedPlan(ctx: PlanningContext, request: LookupRequest): LookupPlan {
  const { catalogue, applicability } = ctx;
  const { checks, subjects, band, platforms } = request;
  const plan = { modules: modulesToRun(checks, subjects), ...simulatedBy(ctx.egress) };
  if (!plan.modules.includes('footprint')) return { ...plan, targets: [] };
  const targets = selectTargets(catalogue.platforms, subjects, band, platforms, NO_STATISTICS, applicability);
  return { ...plan, targets: band === 'instant' && platforms === null ? targets.slice(0, mostInstant(ctx, request)) : targets };
}

/** Maximum number of platforms that an instant lookup probes by its deadline. */
export function mostInstant(
  { instantPlatforms, instantCeilingMs: ceilingMs }: PlanningContext,
  { deadlineMs }: Pick<LookupRequest, 'deadlineMs'>,
): number {
  return sizeWithin(instantPlatforms, { deadlineMs: deadlineMs ?? ceilingMs, ceilingMs });
}
