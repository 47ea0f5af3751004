import { modulesToRun, subjectsOf } from '../../../../../facts/checks.js';
import type { FactModule, ModulePayloads } from '../../../../../facts/fact-modules.js';
import type { BreachRecord } from '../../../../../facts/breaches/breach.js';
import { formsOf } from '../../../../../kernel/identity/forms.js';
import { splitAddress } from '../../../../../kernel/identity/mail-address.js';
import { isRoleMailbox } from '../../../../../kernel/identity/role-mailboxes.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import { type ModuleFact, payloadOf } from '../../../module-facts.js';
import type { Finding, FindingEvent, ModuleFindings, ShownBreach, ShownSource } from './finding-schemas.js';
import { identityName } from './platform-results.js';

/** What every module of a lookup found, did not find or is still to find. */
export function findingsOf(known: Pick<LookupSnapshot, 'lookup' | 'modules'>): ModuleFindings {
  return {
    email:
      each(known, 'email')?.map(({ finding, fact, value: email }) => ({
        ...finding,
        provider: fact?.evidence.mailbox?.provider ?? null,
        exists: fact?.evidence.mailbox?.exists ?? null,
        unverified: fact?.evidence.mailbox?.unverified ?? null,
        didYouMean: withDomain(email, fact?.evidence.mailbox?.suggestedDomain ?? null),
        records: fact?.evidence.mailbox?.records ?? null,
        canonical: formsOf({ kind: 'email', value: email }).certain.value,
        role: isRoleMailbox(email),
      })) ?? null,
    phone: each(known, 'phone')?.map(({ finding }) => finding) ?? null,
    ip: each(known, 'ip')?.map(({ finding }) => finding) ?? null,
    breaches:
      each(known, 'breaches')?.map(({ finding, fact }) => ({
        ...finding,
        facts: finding.facts?.map(showBreach) ?? null,
        platforms: (fact?.evidence.platforms ?? []).map(({ platform, breach }) => ({ platform, breach })),
      })) ?? null,
    webMentions: each(known, 'webMentions')?.map(({ finding }) => ({ ...finding, facts: finding.facts && [...finding.facts] })) ?? null,
  };
}

function showBreach({ name, date, dataClasses, stealerLog }: BreachRecord): ShownBreach {
  return { name, date, dataClasses: dataClasses ? [...dataClasses] : null, stealerLog: stealerLog ?? null };
}

const withDomain = (email: string, domain: string | null): string | null =>
  domain === null ? null : `${splitAddress(email).local}@${domain}`;

interface Entry<M extends FactModule> {
  readonly finding: Finding<ModulePayloads[M]>;
  readonly fact: ModuleFact | undefined;
  /** The identity in normal form. */
  readonly value: string;
}

function each<M extends FactModule>({ lookup, modules }: Pick<LookupSnapshot, 'lookup' | 'modules'>, module: M): Entry<M>[] | null {
  if (!modulesToRun(lookup.checks, lookup.subjects).includes(module)) return null;
  return subjectsOf(module, lookup.subjects).map((ref) => {
    const fact = modules.find((candidate) => candidate.module === module && candidate.subject === ref);
    const facts = fact ? payloadOf(fact, module) : null;
    const state = lookup.suppressed?.includes(ref) ? 'suppressed' : stateOf(lookup, module, fact);
    const finding = {
      identity: identityName(lookup, ref),
      state,
      checkedAt: fact?.checkedAt.toISOString() ?? null,
      facts,
      sources: sourcesOf(fact),
    };
    return { finding, fact, value: lookup.subjects[ref] ?? '' };
  });
}

/** A plan names the modules that have a source; one that was requested and is not among them has none. */
function stateOf({ plan, state }: LookupSnapshot['lookup'], module: FactModule, fact: ModuleFact | undefined): Finding<unknown>['state'] {
  if (fact?.evidence.suppressed) return 'suppressed';
  if (fact) return fact.payload === null ? 'unknown' : 'answered';
  if (plan && !plan.modules.includes(module)) return 'not_configured';
  return state === 'finished' ? 'unknown' : 'pending';
}

function sourcesOf(fact: ModuleFact | undefined): ShownSource[] {
  return (fact?.evidence.notes ?? []).map(({ source, failure, tookMs, decidedFields, codes }) => ({
    source,
    failure,
    tookMs,
    decidedFields: [...decidedFields],
    codes: [...codes],
  }));
}

/** The body's entry for one fact; null for a fact of a module or identity that the lookup does not have. */
export function findingEvent(lookup: LookupSnapshot['lookup'], fact: ModuleFact): FindingEvent | null {
  const { module, subject } = fact;
  if (module === 'footprint') return null;
  const index = subjectsOf(module, lookup.subjects).indexOf(subject);
  const finding = findingsOf({ lookup, modules: [fact] })[module]?.[index];
  return finding ? ({ module, finding } as FindingEvent) : null;
}
