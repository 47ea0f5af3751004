import { modulesToRun } from '../../domain/lookup/checks.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { selectTargets } from '../../domain/catalogue/bands.js';
import type { PlatformCatalogue } from '../../domain/catalogue/ports.js';
import type { LookupSnapshot } from '../../domain/v2/lookup-snapshot.js';
import type { AwaitedLookup } from './await-lookup.js';
import { readSnapshot, type SnapshotContext } from './read-snapshot.js';

export interface SnapshotQuery {
  readonly accountId: string;
  readonly lookupId: string;
  readonly request: Omit<LookupSnapshot['lookup'], 'id' | 'state' | 'plan' | 'acceptedAt' | 'finishedAt'>;
  /** What was read of it before; used when the database does not respond. */
  readonly awaited: Pick<AwaitedLookup, 'outcomes' | 'modules'>;
  /** `performance.now()` at which the response has to leave. */
  readonly deadline: number;
}

/**
 * The snapshot of a lookup: read from the database, or, when that does not respond in time, assembled from the request and what
 * was read before. A request whose lookup was accepted never fails because of the read that follows.
 */
export async function readSnapshotBy(ctx: SnapshotContext, moment: SnapshotQuery): Promise<LookupSnapshot> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, moment.deadline - performance.now()));
  });
  const read = readSnapshot(ctx, moment).catch(() => null);
  const known = await Promise.race([read, late]);
  clearTimeout(timer);
  return known ?? snapshotFromRequest(moment);
}

/**
 * The same snapshot, with the plan that the catalogue alone would give if none is stored yet, so that what is pending can be counted.
 */
export function withExpectedPlan(
  { platforms }: PlatformCatalogue,
  request: Pick<LookupRequest, 'checks' | 'subjects' | 'band' | 'platforms'>,
  known: LookupSnapshot,
): LookupSnapshot {
  if (known.lookup.plan) return known;
  const modules = modulesToRun(request.checks, request.subjects);
  const targets = modules.includes('footprint') ? selectTargets(platforms, request.subjects, request.band, request.platforms) : [];
  return { ...known, lookup: { ...known.lookup, plan: { targets, modules } } };
}

/**
 * The lookup as its request describes it, accepted now by this process's clock. It is never marked finished: only the stored plan
 * shows which checks were given up, and a finished lookup has to count exactly those among its omissions.
 */
function snapshotFromRequest({ lookupId, request, awaited }: SnapshotQuery): LookupSnapshot {
  const lookup = { ...request, id: lookupId, state: 'running', plan: null, acceptedAt: new Date(), finishedAt: null } as const;
  return { lookup, outcomes: awaited.outcomes, modules: awaited.modules, derived: [] };
}
