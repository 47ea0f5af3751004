import type { LookupCounts } from '../../src/features/lookups/lookup-ports.js';
import type { LookupReader } from '../../src/features/lookups/store/lookup-reader.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import type { FoundFact } from '../../src/features/lookups/module-facts.js';
import {
  reusableOutcomes,
  type CheckOutcome,
  type DerivedTarget,
  type Lookup,
  type LookupPlan,
  stepsOf,
  type LookupSteps,
} from '../../src/features/lookups/lookup.js';
import {
  type BandContext,
  NO_STATISTICS,
  type ProbeTarget,
  selectTargets,
  slowestFirst,
  suspectsLast,
} from '../../src/engine/catalogue/rules/bands.js';
import { type EgressPool, simulatedBy } from '../../src/engine/flow/egress-pool.js';
import { isAllowed, isAskedAt, type Reach } from '../../src/engine/eligibility.js';
import { derivedTargets } from '../../src/features/lookups/derived.js';
import { type InstantSize, selectInstantTargets, sizeWithin, LAST_START_SHARE, START_SHARE } from '../../src/engine/flow/instant.js';
import { modulesToRun } from '../../src/facts/checks.js';
import { type EnrichmentSources, plannedModules } from '../../src/facts/fact-modules.js';
import type { PlatformCatalogue, RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import type { PlatformStatusReader } from '../../src/features/platforms/store/platform-stats.js';
import {
  type SuppressionList,
  suppressedRefs,
  unlistedHandles,
  unlistedLinkedAccounts,
  withoutRefs,
} from '../../src/features/suppressions/suppressions.js';
import { suppressedTestRefs } from '../../src/features/test-keys/test-identities.js';
import { missingLookup } from '../runtime/failures.js';
import { knownFacts, type KnownFactsPorts } from './known-facts.js';
import { storedPlan } from '../../src/features/lookups/sealed-plan.js';
import { inferResults } from '../../src/features/lookups/inferred-results.js';
import { refsOf, type SubjectRef } from '../../src/kernel/identity/subjects.js';
import { inconclusiveOutcome } from '../../src/features/lookups/lookup-summary.js';

export interface LookupActivityPorts extends KnownFactsPorts {
  readonly reader: Pick<LookupReader, 'find' | 'snapshot'>;
  readonly writer: Pick<LookupWriter, 'savePlan' | 'record' | 'finish'>;
  readonly statuses: Pick<PlatformStatusReader, 'current'>;
  readonly applicability: RuleApplicability;
  /** Absent: requests name only modules that have a source. */
  readonly sources?: EnrichmentSources;
  readonly suppressions: SuppressionList;
  /** How many platforms an instant lookup probes at present. */
  readonly instantSize: InstantSize;
  /** Whether a request about the target could be sent at once. */
  readonly hasFreeSlot: (target: ProbeTarget) => boolean;
  /** Whether the requests about the target would start within a time, in milliseconds. */
  readonly startsWithin: (target: ProbeTarget, ms: number) => boolean;
  /** Whether the newest request to the target's platform failed. */
  readonly hasFailed: (target: ProbeTarget) => boolean;
  readonly instantCeilingMs: number;
  readonly egress: EgressPool;
  readonly now: () => Date;
}

/** The steps of a lookup that is finished: it was started once more, by somebody who had read its row before. */
const NOTHING_LEFT: LookupSteps = { shards: 0, modules: [], derived: false, brief: false };

/** What an instant lookup is started with, and its plan made of. */
export interface PlanInput {
  readonly lookupId: string;
  /** Platforms that an instant lookup names and is not to probe. */
  readonly busy?: readonly string[] | undefined;
  /** Whether it is planned only if some of it is known. */
  readonly onlyKnown?: boolean;
}

/** Reads and writes of the lookup's own row. */
export function createLookupActivities(ports: LookupActivityPorts) {
  const { reader, writer, catalogue, instantSize, hasFreeSlot, hasFailed, statuses, applicability, sources } = ports;
  const { suppressions, switches, instantCeilingMs: ceilingMs, now } = ports;

  const waitedMs = ({ acceptedAt }: Pick<Lookup, 'acceptedAt'>): number => now().getTime() - acceptedAt.getTime();

  const deadlineMsOf = ({ deadlineMs }: Pick<Lookup, 'deadlineMs'>): number => deadlineMs ?? ceilingMs;

  /** Whether the requests about a target would start before a share of the lookup's ceiling, or of its own deadline, is over. */
  function startingBefore(share: number, lookup: Pick<Lookup, 'acceptedAt' | 'deadlineMs'>): (target: ProbeTarget) => boolean {
    const leftMs = deadlineMsOf(lookup) * share - waitedMs(lookup);
    return (target) => ports.startsWithin(target, leftMs);
  }

  /**
   * The platforms that the lookup probes: slowest first, so that shards start those first, and suspects last. A band holds only platforms
   * that can answer; one that the caller named stays, and is omitted with its reason. An instant lookup has all that are known, since
   * those cost no request, and probes fewer others.
   */
  async function targetsOf(lookup: Lookup, facts: readonly CheckOutcome[]): Promise<Pick<LookupPlan, 'targets'>> {
    const { subjects, mode, band, platforms } = lookup;
    if (lookup.isTest) {
      // The catalogue alone decides: the same identity has the same plan, whatever state platforms are in.
      const targets = selectTargets(catalogue.platforms, subjects, band, platforms, NO_STATISTICS, applicability);
      return { targets: band === 'instant' && platforms === null ? targets.slice(0, instantSize.most) : targets };
    }
    const deadlineMs = deadlineMsOf(lookup);
    const [states, disabled] = await Promise.all([statuses.current(), switches.current()]);
    const evidence: BandContext = { statuses: states, disabled, instantCeilingMs: deadlineMs, now: now() };
    const selected = selectTargets(catalogue.platforms, subjects, band, platforms, evidence, applicability);
    if (mode !== 'instant' || platforms !== null)
      return { targets: suspectsLast(slowestFirst(selected, evidence, hasFailed), (slug) => catalogue.get(slug)) };
    const known = new Set(reusableOutcomes({ targets: selected }, facts).map(({ platform }) => platform));
    const isKnown = ({ platform }: ProbeTarget): boolean => known.has(platform);
    // Its few places are for platforms that can answer.
    const mayAsk = ({ platform, subjects: refs }: ProbeTarget): boolean => isAskedAt(lookup, catalogue.get(platform), refs);
    const unknown = selected.filter((target) => !isKnown(target) && mayAsk(target));
    const asked = selectInstantTargets(unknown, {
      size: Math.max(0, sizeWithin(instantSize.begin(waitedMs(lookup)), { deadlineMs, ceilingMs }) - known.size),
      hasFreeSlot,
      startsInTime: startingBefore(START_SHARE, lookup),
      platform: (slug) => catalogue.get(slug),
      evidence,
      random: Math.random,
    });
    return { targets: [...selected.filter(isKnown), ...asked] };
  }

  /** The plan of a lookup: without modules that have no source, and without platforms when there is no sweep. */
  async function planOf(lookup: Lookup, facts: readonly CheckOutcome[]): Promise<LookupPlan> {
    await sources?.refresh?.();
    const modules = sources ? plannedModules(sources, lookup) : modulesToRun(lookup.checks, lookup.subjects);
    const simulated = simulatedBy(ports.egress);
    if (!modules.includes('footprint')) return { targets: [], modules, ...simulated };
    const { revision = 0 } = catalogue;
    const plan = { ...(await targetsOf(lookup, facts)), derived: await derivedOf(lookup), modules, ...simulated };
    return revision === 0 ? plan : { ...plan, catalogue: revision };
  }

  /** The plan as it is stored. */
  async function newPlan(lookup: Lookup, facts: readonly CheckOutcome[]): Promise<LookupPlan> {
    return storedPlan(await planOf(lookup, facts), lookup, (slug, subject) => isAskedAt(lookup, catalogue.get(slug), [subject]));
  }

  async function derivedOf(lookup: Lookup): Promise<readonly DerivedTarget[]> {
    const suppressed = new Set(lookup.suppressed);
    const targets = derivedTargets(catalogue.platforms, { ...lookup, subjects: withoutRefs(lookup.subjects, suppressed) });
    return unlistedHandles(suppressions, lookup.accountId, targets, suppressed);
  }

  /**
   * Omissions for platforms that the caller of an instant lookup named and that would be asked too late: so others are not delayed by
   * requests that nobody waits for. None when that is all that it may ask.
   */
  function busyOutcomes(lookup: Lookup, plan: LookupPlan, unaffordable: ReadonlySet<string>): CheckOutcome[] {
    if (lookup.mode !== 'instant' || lookup.platforms === null || lookup.isTest) return [];
    const at = now();
    const affordable = plan.targets.filter(({ platform }) => !unaffordable.has(platform));
    const soon = affordable.filter(startingBefore(LAST_START_SHARE, lookup));
    const made = new Set(soon.length > 0 ? soon : affordable);
    const omitted = plan.targets.filter((target) => !made.has(target));
    return omitted.flatMap(({ platform, subjects }) => subjects.map((subject) => inconclusiveOutcome(platform, subject, 'busy', at)));
  }

  return {
    /**
     * Chooses the platforms, stores the plan, the facts that are known already, and omissions for identities on the suppression list; a
     * second call finds the first one's plan, and for a finished lookup there is nothing to do.
     */
    async planLookup({ lookupId, busy: unaffordable = [], onlyKnown = false }: PlanInput): Promise<LookupSteps> {
      const found = (await reader.find(lookupId)) ?? missingLookup();
      if (found.state === 'finished') return NOTHING_LEFT;
      const suppressed = await suppressedOf(suppressions, found);
      const lookup: Lookup = { ...found, suppressed: [...suppressed] };
      const facts = await knownFacts(ports, lookup);
      if (onlyKnown && facts.length === 0) return NOTHING_LEFT;
      const save = async () => writer.savePlan(lookupId, found.plan ?? (await newPlan(lookup, facts)), lookup.suppressed ?? [], !onlyKnown);
      const plan = found.plan && found.state === 'running' ? found.plan : await save();
      if (plan.targets.length > 0) {
        const busy = lookup.plan ? [] : busyOutcomes(lookup, plan, new Set(unaffordable));
        const known = reusableOutcomes(plan, [...busy, ...facts, ...suppressedOutcomes(plan, suppressed, now())]);
        if (known.length > 0) await writer.record(lookupId, await unlistedLinkedAccounts(suppressions, lookup.accountId, known));
      }
      await recordInferredEarly(ports, { ...lookup, plan }, []);
      return stepsOf(plan);
    },

    /**
     * Records the remaining inferred results and closes the lookup: no result is added after this. A second call gives the same
     * counts.
     *
     * @returns null when all parts were carried out and their rows are missing: the database was restored, and they have to be again
     */
    async finishLookup({ lookupId, isCarriedOut = false }: { lookupId: string; isCarriedOut?: boolean }): Promise<LookupCounts | null> {
      await recordInferredAtEnd(ports, lookupId);
      return writer.finish(lookupId, isCarriedOut);
    },
  };
}

/** An omission for every platform and each identity on the suppression list. */
function suppressedOutcomes({ targets }: LookupPlan, suppressed: ReadonlySet<SubjectRef>, at: Date): CheckOutcome[] {
  return targets.flatMap(({ platform, subjects }) =>
    subjects.filter((subject) => suppressed.has(subject)).map((subject) => inconclusiveOutcome(platform, subject, 'suppressed', at)),
  );
}

/** Names of the identities that are on the suppression list, or that stand for such a one. */
export async function suppressedOf(list: SuppressionList, lookup: Lookup): Promise<ReadonlySet<SubjectRef>> {
  const listed = await suppressedRefs(list, lookup);
  return lookup.isTest ? new Set([...listed, ...suppressedTestRefs(lookup.subjects)]) : listed;
}

export type LookupActivities = ReturnType<typeof createLookupActivities>;

export interface InferredResultPorts {
  readonly reader: Pick<LookupReader, 'find' | 'snapshot'>;
  readonly writer: Pick<LookupWriter, 'record'>;
  readonly catalogue: PlatformCatalogue;
  readonly now: () => Date;
}

/**
 * Records inferred results while the sweep is still under way: those of platforms that it does not probe.
 *
 * @param modules facts that modules found since the last call
 */
export async function recordInferredEarly(ports: InferredResultPorts, lookup: Lookup, modules: readonly FoundFact[]): Promise<void> {
  const { writer, catalogue, now } = ports;
  if (!lookup.plan) return;
  const outcomes = inferResults({
    lookup,
    plan: lookup.plan,
    modules,
    outcomes: [],
    hasEnded: false,
    isInCatalogue: isIn(catalogue, lookup),
    now: now(),
  });
  if (outcomes.length > 0) await writer.record(lookup.id, outcomes);
}

/** Records the remaining inferred results when sweep and modules have ended. A repeated run finds nothing to add. */
export async function recordInferredAtEnd(ports: InferredResultPorts, lookupId: string): Promise<void> {
  const { reader, writer, catalogue, now } = ports;
  const lookup = await reader.find(lookupId);
  if (!lookup?.plan || lookup.state === 'finished' || !mayInfer(lookup)) return;
  const known = await reader.snapshot(lookupId, { withPlan: false });
  if (!known) return;
  const { outcomes: recorded, modules } = known;
  const inference = {
    lookup,
    plan: lookup.plan,
    outcomes: recorded,
    modules,
    hasEnded: true,
    isInCatalogue: isIn(catalogue, lookup),
    now: now(),
  };
  const outcomes = inferResults(inference);
  if (outcomes.length > 0) await writer.record(lookupId, outcomes);
}

/** Whether the catalogue has a platform that the lookup's purpose allows. */
const isIn =
  (catalogue: PlatformCatalogue, reach: Reach) =>
  (slug: string): boolean => {
    const platform = catalogue.get(slug);
    return platform !== undefined && isAllowed(reach, platform);
  };

/** Whether results can be inferred at all: without an e-mail address or breach sources the lookup's rows need not be read. */
function mayInfer({ plan, subjects }: Lookup): boolean {
  if (!plan?.modules.includes('footprint')) return false;
  return plan.modules.includes('breaches') || refsOf(subjects, ['email']).length > 0;
}
