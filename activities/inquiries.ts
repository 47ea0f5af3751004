import { log } from '@temporalio/activity';
import type { BreachedPlatforms } from '../src/domain/breaches/breached-platforms.js';
import type { FactModule } from '../src/domain/enrichment.js';
import type { EnrichmentSources } from '../src/domain/enrichment-sources.js';
import type { Finding, Patience, SourceNote, Silence } from '../src/domain/enrichment-ports.js';
import type { FoundFact } from '../src/domain/lookup-ports.js';
import type { Lookup } from '../src/domain/lookup.js';
import type { ModuleEvidence } from '../src/domain/module-evidence.js';
import { storable } from '../src/domain/storable.js';
import { kindOf, type PersonRef, type SubjectRef } from '../src/domain/subjects.js';
import { patiently } from './patience.js';

/** What a module found of one identity. */
interface Found {
  /** Null: no source knew anything. */
  readonly facts: unknown;
  readonly evidence: ModuleEvidence;
}

export interface InquiryPorts {
  readonly sources: EnrichmentSources;
  readonly breachedPlatforms: BreachedPlatforms;
  readonly now: () => Date;
}

type Inquiry = (ports: InquiryPorts, lookup: Lookup, ref: SubjectRef, patience: Patience) => Promise<Found>;

const plain = ({ facts, notes }: Finding<unknown>): Found => ({ facts, evidence: { notes } });
const NOBODY: Finding<null> = { facts: null, notes: [] };
const identityOf = (lookup: Lookup, ref: SubjectRef): string => lookup.subjects[ref] as string;

/** An identity as the caller spelled it, which is how a page may show it. */
function spellingOf(lookup: Lookup, ref: SubjectRef): string {
  return lookup.sent?.[ref] ?? (ref === lookup.queryType ? lookup.query : identityOf(lookup, ref));
}

const INQUIRIES: Readonly<Record<FactModule, Inquiry>> = {
  async email({ sources }, lookup, ref, patience) {
    const finding = await sources.email?.inspect(identityOf(lookup, ref), patience);
    if (!finding) return plain(NOBODY);
    const { facts, notes, provider, exists } = finding;
    return { facts, evidence: { notes, mailbox: { provider, exists } } };
  },
  phone: async ({ sources }, lookup, ref, patience) => plain((await sources.phone?.inspect(identityOf(lookup, ref), patience)) ?? NOBODY),
  ip: async ({ sources }, lookup, ref, patience) => plain((await sources.ip?.inspect(identityOf(lookup, ref), patience)) ?? NOBODY),
  async breaches({ sources, breachedPlatforms }, lookup, ref, patience) {
    await sources.renew?.(); // another worker may have planned it
    const type = kindOf(ref as PersonRef);
    const { facts, notes } = (await sources.breaches?.search({ type, value: identityOf(lookup, ref) }, patience)) ?? NOBODY;
    const platforms = breachedPlatforms(facts ?? [], type);
    return { facts: facts?.map(({ name, date }) => ({ name, date })) ?? null, evidence: { notes, platforms } };
  },
  webMentions: async ({ sources }, lookup, ref, patience) =>
    plain((await sources.webMentions?.search(spellingOf(lookup, ref), patience)) ?? NOBODY),
};

/** One query of a module's sources: about one identity, within a budget, unless it is ended. */
export interface Asked {
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
export async function inquire(ports: InquiryPorts, asked: Asked): Promise<FoundFact> {
  const { facts, evidence } = await find(ports, asked);
  asked.ended.throwIfAborted();
  const { module, ref } = asked;
  return {
    module,
    subject: ref,
    payload: storable(facts),
    evidence: storable(evidence) as unknown as ModuleEvidence,
    checkedAt: ports.now(),
  };
}

async function find(ports: InquiryPorts, asked: Asked): Promise<Found> {
  const { module, lookup, ref, budgetMs, ended } = asked;
  const started = performance.now();
  const silent = (silence: Silence): Found => {
    const note: SourceNote = { source: module, silence, tookMs: Math.round(performance.now() - started), decided: [], codes: [] };
    return { facts: null, evidence: { notes: [note] } };
  };
  try {
    return (await patiently((patience) => INQUIRIES[module](ports, lookup, ref, patience), budgetMs, ended)) ?? silent('timeout');
  } catch (error) {
    // Only the kind of error: names and messages may quote the query.
    log.warn('the sources of a module failed', { module, fault: error instanceof Error ? error.constructor.name : 'unknown' });
    return silent('malformed');
  }
}
