import { cancellationSignal, log } from '@temporalio/activity';
import { subjectsOf } from '../../src/facts/checks.js';
import type { FactModule, EnrichmentSources } from '../../src/facts/fact-modules.js';
import type { Finding, Budget, SourceNote, SourceFailure } from '../../src/kernel/values/source.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { recordInferredEarly, type InferredResultPorts } from './lookup.js';
import { missingLookup } from '../runtime/failures.js';
import { startHeartbeat } from '../runtime/heartbeat.js';
import type { PlatformCatalogue } from '../../src/engine/catalogue/rules/ports.js';
import { isAllowed } from '../../src/engine/eligibility.js';
import type { KnownBreach } from '../../src/facts/breaches/breach.js';
import type { BreachedPlatforms } from '../../src/facts/breaches/breached-platforms.js';
import type { FoundFact, ModuleEvidence } from '../../src/features/lookups/module-facts.js';
import { type SuppressionList, suppressedRefs } from '../../src/features/suppressions/suppressions.js';
import { withDeadline, withTimeout } from '../../src/kernel/net/deadline.js';
import { type Lookup, moduleOfStep, type StepName } from '../../src/features/lookups/lookup.js';
import { toJsonb } from '../../src/kernel/values/json.js';
import { testSources } from '../../src/features/test-keys/fact-sources.js';
import { scenarioOf } from '../../src/features/test-keys/test-identities.js';
import { kindOf, type PersonRef, type SubjectRef } from '../../src/kernel/identity/subjects.js';

/** Budget of a module in instant lookups: facts that arrive long after the ceiling are of no use to the caller. */
const INSTANT_BUDGET_MS = 3_000;

export type EnrichmentActivityPorts = SourceRunPorts & InferredResultPorts & { readonly writer: LookupWriter };

export function createEnrichmentActivities(ports: EnrichmentActivityPorts) {
  const { reader, writer, sources } = ports;
  return {
    /**
     * Runs one module for each identity of a lookup that it is about, in parallel, and stores each result once. A repeated run
     * queries only for identities without a stored fact. What no source knows is stored too: as null.
     */
    async runModule({ lookupId, module: name }: { lookupId: string; module: StepName }): Promise<{ checks: number }> {
      const module = moduleOfStep(name);
      const [lookup, ended] = await Promise.all([reader.find(lookupId), writer.recordedSubjects(lookupId, module)]);
      if (!lookup) return missingLookup();
      if (lookup.state === 'finished') return { checks: 0 };
      const usualMs = sources.budgetMs[module];
      const budgetMs = lookup.mode === 'instant' ? Math.min(usualMs, INSTANT_BUDGET_MS) : (sources.patientBudgetMs?.[module] ?? usualMs);
      const suppressed = await suppressedRefs(ports.suppressions, lookup);
      const refs = subjectsOf(module, lookup.subjects).filter((ref) => !ended.has(ref));
      const signal = cancellationSignal();
      const stop = startHeartbeat();
      try {
        await Promise.all(
          refs.map(async (ref) => {
            const fact = suppressed.has(ref)
              ? suppressedFact(module, ref, ports.now())
              : await runSources(ports, { module, lookup, ref, budgetMs, ended: signal });
            await writer.recordModule(lookupId, fact);
            await recordInferredEarly(ports, lookup, [fact]);
          }),
        );
      } finally {
        stop();
      }
      return { checks: refs.length };
    },
  };
}

/** What is stored in place of a fact about an identity on the suppression list. */
export function suppressedFact(module: FactModule, subject: SubjectRef, checkedAt: Date): FoundFact {
  return { module, subject, payload: null, evidence: { notes: [], suppressed: true }, checkedAt };
}

export type EnrichmentActivities = ReturnType<typeof createEnrichmentActivities>;

interface ModuleResult {
  /** Null when no source knew anything. */
  readonly facts: unknown;
  readonly evidence: ModuleEvidence;
}

export interface SourceRunPorts {
  readonly suppressions: SuppressionList;
  readonly sources: EnrichmentSources;
  readonly breachedPlatforms: BreachedPlatforms;
  readonly catalogue: PlatformCatalogue;
  readonly now: () => Date;
}

type ModuleQuery = (ports: SourceRunPorts, lookup: Lookup, ref: SubjectRef, budget: Budget) => Promise<ModuleResult>;

const moduleResultOf = ({ facts, notes }: Finding<unknown>): ModuleResult => ({ facts, evidence: { notes } });
const NO_FINDING: Finding<null> = { facts: null, notes: [] };
const identityOf = (lookup: Lookup, ref: SubjectRef): string => lookup.subjects[ref] as string;

/** An identity as the caller spelled it, which is how a page may show it. */
function spellingOf(lookup: Lookup, ref: SubjectRef): string {
  return lookup.rawIdentities?.[ref] ?? (ref === lookup.queryType ? lookup.query : identityOf(lookup, ref));
}

const MODULE_QUERIES: Readonly<Record<FactModule, ModuleQuery>> = {
  async email({ sources }, lookup, ref, budget) {
    const finding = await sources.email?.inspect(identityOf(lookup, ref), budget);
    if (!finding) return moduleResultOf(NO_FINDING);
    const { facts, notes, ...mailbox } = finding;
    return { facts, evidence: { notes, mailbox } };
  },
  phone: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.phone?.inspect(identityOf(lookup, ref), budget)) ?? NO_FINDING),
  ip: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.ip?.inspect(identityOf(lookup, ref), budget)) ?? NO_FINDING),
  async breaches({ sources, breachedPlatforms, catalogue }, lookup, ref, budget) {
    await sources.refresh?.(); // another worker may have planned it
    const type = kindOf(ref as PersonRef);
    const { facts: found, notes } = (await sources.breaches?.search({ type, value: identityOf(lookup, ref) }, budget)) ?? NO_FINDING;
    const isAtAllowedSite = (breach: KnownBreach): boolean =>
      isAllowed(lookup, catalogue.get(breachedPlatforms([breach], type)[0]?.platform ?? ''));
    // Malware that collected passwords was at no site.
    const isShown = (breach: KnownBreach): boolean => (breach.stealerLog && breach.domain === null) || isAtAllowedSite(breach);
    const shown = found?.filter(isShown) ?? [];
    // What is withheld is not denied either.
    const facts = shown.length === 0 && found?.length !== 0 ? null : shown;
    const platforms = breachedPlatforms(facts ?? [], type);
    return { facts: facts?.map(({ domain: _domain, ...breach }) => breach) ?? null, evidence: { notes, platforms } };
  },
  webMentions: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.webMentions?.search(spellingOf(lookup, ref), budget)) ?? NO_FINDING),
};

/** One query of a module's sources: about one identity, within a budget, unless it is ended. */
export interface SourceRun {
  readonly module: FactModule;
  readonly lookup: Lookup;
  readonly ref: SubjectRef;
  /** Milliseconds after which a source counts as failed. */
  readonly budgetMs: number;
  readonly ended: AbortSignal;
}

/**
 * Queries a module's sources about one identity: of a test lookup those of its table. A source that throws counts as failed.
 *
 * @returns the fact to be stored; null facts when no source knew
 * @throws when it was ended: an interrupted query is repeated by the retry, not stored as a failure of the source
 */
export async function runSources(ports: SourceRunPorts, run: SourceRun): Promise<FoundFact> {
  const { module, lookup, ref } = run;
  const scenario = lookup.isTest ? scenarioOf(kindOf(ref), identityOf(lookup, ref)) : null;
  const queried = scenario ? { ...ports, sources: { ...testSources(scenario), budgetMs: ports.sources.budgetMs } } : ports;
  const { facts, evidence } = await queryModule(queried, run);
  run.ended.throwIfAborted();
  return {
    module,
    subject: ref,
    payload: toJsonb(facts),
    evidence: toJsonb(evidence) as unknown as ModuleEvidence,
    checkedAt: ports.now(),
  };
}

async function queryModule(ports: SourceRunPorts, run: SourceRun): Promise<ModuleResult> {
  const { module, lookup, ref, budgetMs, ended } = run;
  const started = performance.now();
  const failedWith = (failure: SourceFailure): ModuleResult => {
    const note: SourceNote = { source: module, failure, tookMs: Math.round(performance.now() - started), decidedFields: [], codes: [] };
    return { facts: null, evidence: { notes: [note] } };
  };
  try {
    const isPassive = lookup.noise === 'passive';
    const query = (budget: Budget) => MODULE_QUERIES[module](ports, lookup, ref, { ...budget, isPassive });
    return (await withBudget(query, budgetMs, ended)) ?? failedWith('timeout');
  } catch (error) {
    // Only the kind of error: names and messages may quote the query.
    log.warn('the sources of a module failed', { module, fault: error instanceof Error ? error.constructor.name : 'unknown' });
    return failedWith('malformed');
  }
}

/** Milliseconds by which a source may exceed its budget before it is abandoned. */
const BUDGET_OVERRUN_MS = 150;

/**
 * Runs `query` within a budget.
 *
 * @param budgetMs milliseconds after which its signal aborts
 * @param ended ends it early
 * @returns null when there was no result shortly after the budget's end
 */
function withBudget<T>(query: (budget: Budget) => Promise<T>, budgetMs: number, ended: AbortSignal): Promise<T | null> {
  return withDeadline([ended], budgetMs, ({ signal }) =>
    withTimeout(query({ signal, budgetMs }), budgetMs + BUDGET_OVERRUN_MS, () => null),
  );
}
