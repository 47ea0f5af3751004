import { log } from '@temporalio/activity';
import type { BreachedPlatforms } from '../src/domain/breaches/breached-platforms.js';
import type { FactModule } from '../src/domain/lookup/enrichment.js';
import type { EnrichmentSources } from '../src/domain/lookup/enrichment-sources.js';
import type { Finding, Budget, SourceNote, SourceFailure } from '../src/domain/lookup/enrichment-ports.js';
import type { FoundFact } from '../src/domain/lookup/module-facts.js';
import type { Lookup } from '../src/domain/lookup/lookup.js';
import type { ModuleEvidence } from '../src/domain/lookup/module-evidence.js';
import { toJsonb } from '../src/domain/to-jsonb.js';
import { kindOf, type PersonRef, type SubjectRef } from '../src/domain/identity/subjects.js';
import { withDeadline, withTimeout } from '../src/net/deadline.js';

/** Milliseconds by which a source may exceed its budget before it is abandoned. */
const GRACE_MS = 150;

/** What a module found of one identity. */
interface ModuleResult {
  /** Null: no source knew anything. */
  readonly facts: unknown;
  readonly evidence: ModuleEvidence;
}

export interface SourceRunPorts {
  readonly sources: EnrichmentSources;
  readonly breachedPlatforms: BreachedPlatforms;
  readonly now: () => Date;
}

type ModuleQuery = (ports: SourceRunPorts, lookup: Lookup, ref: SubjectRef, budget: Budget) => Promise<ModuleResult>;

const moduleResultOf = ({ facts, notes }: Finding<unknown>): ModuleResult => ({ facts, evidence: { notes } });
const NO_FINDING: Finding<null> = { facts: null, notes: [] };
const identityOf = (lookup: Lookup, ref: SubjectRef): string => lookup.subjects[ref] as string;

/** An identity as the caller spelled it, which is how a page may show it. */
function spellingOf(lookup: Lookup, ref: SubjectRef): string {
  return lookup.sent?.[ref] ?? (ref === lookup.queryType ? lookup.query : identityOf(lookup, ref));
}

const MODULE_QUERIES: Readonly<Record<FactModule, ModuleQuery>> = {
  async email({ sources }, lookup, ref, budget) {
    const finding = await sources.email?.inspect(identityOf(lookup, ref), budget);
    if (!finding) return moduleResultOf(NO_FINDING);
    const { facts, notes, provider, exists } = finding;
    return { facts, evidence: { notes, mailbox: { provider, exists } } };
  },
  phone: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.phone?.inspect(identityOf(lookup, ref), budget)) ?? NO_FINDING),
  ip: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.ip?.inspect(identityOf(lookup, ref), budget)) ?? NO_FINDING),
  async breaches({ sources, breachedPlatforms }, lookup, ref, budget) {
    await sources.refresh?.(); // another worker may have planned it
    const type = kindOf(ref as PersonRef);
    const { facts, notes } = (await sources.breaches?.search({ type, value: identityOf(lookup, ref) }, budget)) ?? NO_FINDING;
    const platforms = breachedPlatforms(facts ?? [], type);
    return { facts: facts?.map(({ name, date }) => ({ name, date })) ?? null, evidence: { notes, platforms } };
  },
  webMentions: async ({ sources }, lookup, ref, budget) =>
    moduleResultOf((await sources.webMentions?.search(spellingOf(lookup, ref), budget)) ?? NO_FINDING),
};

/** One query of a module's sources: about one identity, within a budget, unless it is ended. */
export interface SourceRun {
  readonly module: FactModule;
  readonly lookup: Lookup;
  readonly ref: SubjectRef;
  /** In milliseconds: what is not there by then is null. */
  readonly budgetMs: number;
  readonly ended: AbortSignal;
}

/**
 * Queries a module's sources about one identity. A source that throws counts as failed.
 *
 * @returns the fact to be stored; null facts when no source knew
 * @throws when it was ended: an interrupted query is repeated by the retry, not stored as a failure of the source
 */
export async function runSources(ports: SourceRunPorts, asked: SourceRun): Promise<FoundFact> {
  const { facts, evidence } = await queryModule(ports, asked);
  asked.ended.throwIfAborted();
  const { module, ref } = asked;
  return {
    module,
    subject: ref,
    payload: toJsonb(facts),
    evidence: toJsonb(evidence) as unknown as ModuleEvidence,
    checkedAt: ports.now(),
  };
}

async function queryModule(ports: SourceRunPorts, asked: SourceRun): Promise<ModuleResult> {
  const { module, lookup, ref, budgetMs, ended } = asked;
  const started = performance.now();
  const silent = (silence: SourceFailure): ModuleResult => {
    const note: SourceNote = { source: module, silence, tookMs: Math.round(performance.now() - started), decided: [], codes: [] };
    return { facts: null, evidence: { notes: [note] } };
  };
  try {
    return (await withBudget((budget) => MODULE_QUERIES[module](ports, lookup, ref, budget), budgetMs, ended)) ?? silent('timeout');
  } catch (error) {
    // Only the kind of error: names and messages may quote the query.
    log.warn('the sources of a module failed', { module, fault: error instanceof Error ? error.constructor.name : 'unknown' });
    return silent('malformed');
  }
}

/**
 * Runs `query` within a budget.
 *
 * @param budgetMs milliseconds after which its signal aborts
 * @param ended ends it early
 * @returns null when there was no result shortly after the budget's end
 */
function withBudget<T>(query: (budget: Budget) => Promise<T>, budgetMs: number, ended: AbortSignal): Promise<T | null> {
  return withDeadline([ended], budgetMs, ({ signal }) => withTimeout(query({ signal, budgetMs }), budgetMs + GRACE_MS, () => null));
}
