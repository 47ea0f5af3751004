/**
 * The body of v2: what `POST /v2/lookup`, `GET /v2/lookup/{id}` and the last event of the v2 stream respond with, and what
 * `lookup.completed` carries as `data.response`. The same snapshot gives the same body, to the byte once it is written as JSON.
 */
import type { PlatformNames } from '../../../../../engine/catalogue/rules/ports.js';
import { type InconclusiveReason, traitsOf } from '../../../../../engine/evaluation/verdict.js';
import { type EgressPool, simulatedBy, SIMULATOR_EGRESS } from '../../../../../engine/flow/egress-pool.js';
import { MIN_REACHABLE_SHARE } from '../../../../../engine/flow/reachability.js';
import { traceOf } from '../../../../../facts/risk/calibration.js';
import { subjectsOf } from '../../../../../facts/checks.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import { summarise } from '../../../lookup-summary.js';
import { type RecordedOutcome, resultSourceOf } from '../../../lookup.js';
import { compareFacts } from '../../../../../facts/risk/consistency.js';
import { agreementOf, compareNames } from '../../../../../facts/risk/name-agreement.js';
import type { SeenBefore } from '../../../seen.js';
import type { FinishedSummary } from '../../../store/finish-listeners.js';
import type { LookupBodyV2, ShownResult } from './body-schemas.js';
import { presentLinkedAccounts } from './linked-accounts.js';
import { findingsOf } from './module-findings.js';
import { countOmissions, coverageOf, derivedOf, identitiesOf, plannedChecksOf, resultsOf } from './platform-results.js';
import { riskEvidenceOf, riskOf } from './risk-evidence.js';

/**
 * Builds the v2 body of a lookup, finished or not. What is not known yet is pending; what could not be found out is omitted or null.
 *
 * @param more.egress through which the lookup will go while it is not planned; afterwards what it went through counts, for ever
 * @param more.seen how often its identities were looked up before; absent: the body does not say
 */
export function presentV2(
  known: LookupSnapshot,
  catalogue: PlatformNames,
  { egress, seen }: { readonly egress?: EgressPool | undefined; readonly seen?: SeenBefore | undefined } = {},
): LookupBodyV2 {
  const { lookup } = known;
  const isSimulated = lookup.plan?.simulated ?? known.outcomes.some((outcome) => outcome.egress === SIMULATOR_EGRESS);
  const checks = plannedChecksOf(known);
  const coverage = coverageOf(known, checks);
  const summary = summarise(known.outcomes);
  const results = resultsOf(known, checks, catalogue);
  const isFinished = lookup.state === 'finished';
  const evidence = riskEvidenceOf(known, checks, catalogue);
  return {
    lookupId: lookup.id,
    kind: lookup.kind,
    status: isFinished ? 'finished' : 'processing',
    test: lookup.isTest ?? false,
    ...simulatedBy(isSimulated ? SIMULATOR_EGRESS : lookup.plan ? null : egress),
    createdAt: lookup.acceptedAt.toISOString(),
    finishedAt: lookup.finishedAt?.toISOString() ?? null,
    purpose: lookup.purpose ?? null,
    claimedName: claimedNameOf(lookup, results),
    claimedCompany: lookup.claimedCompany ?? null,
    claimedCountry: lookup.claimedCountry ?? null,
    deadlineMs: lookup.deadlineMs ?? null,
    identities: identitiesOf(lookup, seen),
    billed: lookup.isTest ? { amount: 0, unit: 'lookups' } : (lookup.billed ?? null),
    platformsChecked: summary.platformsChecked,
    platformsPending: isFinished ? 0 : lookup.plan && Math.max(0, lookup.plan.targets.length - summary.swept),
    planned: lookup.plan && coverage.planned,
    answered: coverage.answered,
    omitted: coverage.omitted,
    matches: summary.matches,
    socialMatches: summary.socialMatches,
    hits: [...summary.hits],
    servedFromCache: summary.servedFromCache,
    results,
    derived: derivedOf(known, catalogue),
    linkedAccounts: presentLinkedAccounts(known, catalogue),
    omissions: countOmissions(known, checks),
    omittedModules: omittedModulesOf(lookup),
    egress: egressOf(known.outcomes),
    modules: findingsOf(known),
    consistency: compareFacts(evidence),
    risk: riskOf(known, evidence),
  };
}

/** Of a batch they are the same for all items, whichever identities those name. */
const omittedModulesOf = ({ scope, subjects }: Pick<LookupSnapshot['lookup'], 'scope' | 'subjects'>): LookupBodyV2['omittedModules'] =>
  (scope?.withheld ?? [])
    .filter((module) => subjectsOf(module, subjects).length > 0)
    .map((module) => ({ module, code: 'purpose_forbids' }));

/** Hits that a lookup's row keeps for lists. */
export const MAX_LISTED_HITS = 100;

/** What lists show of a finished lookup, besides its counts. */
export function summaryOf(known: LookupSnapshot, catalogue: PlatformNames): FinishedSummary {
  const checks = plannedChecksOf(known);
  const hits = summarise(known.outcomes).hits.slice(0, MAX_LISTED_HITS);
  const evidence = riskEvidenceOf(known, checks, catalogue);
  return { ...riskOf(known, evidence), omitted: coverageOf(known, checks).omitted, hits, trace: traceOf(evidence) };
}

/** The name that the person gave beside those that accounts show. */
function claimedNameOf(
  { claimedName }: Pick<LookupSnapshot['lookup'], 'claimedName'>,
  results: readonly ShownResult[],
): LookupBodyV2['claimedName'] {
  if (!claimedName) return null;
  const platforms = results.flatMap(({ platform, profile }) => {
    const agreement = profile?.displayName ? compareNames(claimedName, profile.displayName) : 'unknown';
    return agreement === 'unknown' ? [] : [{ platform, agreement }];
  });
  return { value: claimedName, agreement: agreementOf(platforms.map(({ agreement }) => agreement)), platforms };
}

/** Reasons of platforms that a request was meant for and did not reach. */
const UNREACHED: ReadonlySet<InconclusiveReason> = new Set(['unreachable', 'proxy_failed', 'timeout']);

/**
 * Whether a lookup's own requests got through: `unreachable` when nothing or almost nothing did and the egress, not a platform, was at
 * fault; `ok` when some did; null while nothing shows either. A platform that a failed egress kept from being asked has no egress.
 */
export function egressOf(
  outcomes: readonly Pick<RecordedOutcome, 'state' | 'reason' | 'method' | 'fromCache' | 'egress'>[],
): 'ok' | 'unreachable' | null {
  const own = outcomes.filter(({ fromCache, method }) => !fromCache && resultSourceOf(method) === 'sweep');
  const lost = own.filter(({ reason, egress }) => reason === 'proxy_failed' || (egress === null && reason && UNREACHED.has(reason))).length;
  const answered = own.filter(({ reason }) => reason === null || (traitsOf(reason).countsForPlatform && !UNREACHED.has(reason))).length;
  if (lost > 0 && answered < (lost + answered) * MIN_REACHABLE_SHARE) return 'unreachable';
  return answered > 0 ? 'ok' : null;
}
