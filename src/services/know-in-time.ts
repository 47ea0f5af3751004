import { modulesToRun } from '../domain/checks.js';
import type { LookupRequest } from '../domain/lookup.js';
import { selectTargets } from '../domain/platform-selection.js';
import type { PlatformCatalogue } from '../domain/ports.js';
import type { LookupKnowledge } from '../domain/v2/knowledge.js';
import type { Collected } from './collect-lookup.js';
import { readKnowledge, type KnowledgeContext } from './read-knowledge.js';

export interface KnownMoment {
  readonly accountId: string;
  readonly lookupId: string;
  readonly request: Omit<LookupKnowledge['lookup'], 'id' | 'state' | 'plan' | 'acceptedAt' | 'finishedAt'>;
  /** What was read of it before; used when the database does not respond. */
  readonly collected: Pick<Collected, 'outcomes' | 'modules'>;
  /** `performance.now()` at which the response has to leave. */
  readonly until: number;
}

/**
 * The snapshot of a lookup: read from the database, or, when that does not respond in time, assembled from the request and what
 * was read before. A request whose lookup was accepted never fails because of the read that follows.
 */
export async function knowInTime(ctx: KnowledgeContext, moment: KnownMoment): Promise<LookupKnowledge> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, moment.until - performance.now()));
  });
  const read = readKnowledge(ctx, moment).catch(() => null);
  const known = await Promise.race([read, late]);
  clearTimeout(timer);
  return known ?? asRequested(moment);
}

/**
 * The same snapshot, with the plan that the catalogue alone would give if none is stored yet, so that what is pending can be counted.
 */
export function withExpectedPlan(
  { platforms }: PlatformCatalogue,
  request: Pick<LookupRequest, 'checks' | 'subjects' | 'band' | 'platforms'>,
  known: LookupKnowledge,
): LookupKnowledge {
  if (known.lookup.plan) return known;
  const modules = modulesToRun(request.checks, request.subjects);
  const targets = modules.includes('footprint') ? selectTargets(platforms, request.subjects, request.band, request.platforms) : [];
  return { ...known, lookup: { ...known.lookup, plan: { targets, modules } } };
}

/**
 * The lookup as its request describes it, accepted now by this process's clock. It is never marked finished: only the stored plan
 * shows which checks were given up, and a finished lookup has to count exactly those among its omissions.
 */
function asRequested({ lookupId, request, collected }: KnownMoment): LookupKnowledge {
  const lookup = { ...request, id: lookupId, state: 'running', plan: null, acceptedAt: new Date(), finishedAt: null } as const;
  return { lookup, outcomes: collected.outcomes, modules: collected.modules, derived: [] };
}
