import { subjectsOf } from '../../facts/checks.js';
import { type CheckOutcome, type Lookup, type LookupPlan, type ResultBasis, resultSourceOf } from './lookup.js';
import type { FoundFact } from './module-facts.js';
import { splitAddress } from '../../kernel/identity/mail-address.js';
import { consumerProvider, isImpossibleName } from '../../kernel/identity/mail-providers.js';
import type { ResultMethod } from '../../engine/catalogue/rules/probe-rule.js';
import type { PersonRef } from '../../kernel/identity/subjects.js';

/** What the results of a lookup are inferred from. */
export interface InferenceInput {
  readonly lookup: Pick<Lookup, 'subjects' | 'platforms' | 'suppressed'>;
  readonly plan: LookupPlan;
  /** Facts of the modules; a module that is missing here has not ended, unless `over`. */
  readonly modules: readonly Pick<FoundFact, 'module' | 'subject' | 'evidence' | 'checkedAt'>[];
  /** Stored outcomes of platforms; empty before all has ended. */
  readonly outcomes: readonly CheckOutcome[];
  /** Whether the sweep and every module have ended. */
  readonly hasEnded: boolean;
  /** Whether the catalogue has a platform of this slug that the lookup's purpose allows. */
  readonly isInCatalogue: (slug: string) => boolean;
  readonly now: Date;
}

/**
 * Infers results from the address itself and its breaches: the mailbox provider's account (`domain_derived`) and breaches of platforms
 * (`breach_record`). A platform in the sweep is left to it until all has ended, and its own answer about an identity has precedence over
 * inferred ones (docs/contract.md, 1.2 and 1.4).
 *
 * @returns outcomes to be stored; inferring them again gives the same
 */
export function inferResults(known: InferenceInput): CheckOutcome[] {
  const { lookup, plan, hasEnded, isInCatalogue } = known;
  if (!plan.modules.includes('footprint')) return [];
  const probed = new Set(plan.targets.map(({ platform }) => platform));
  return [...mailboxAccounts(known), ...breachedAccounts(known)].filter((outcome) => {
    if (!isInCatalogue(outcome.platform) || (lookup.platforms !== null && !lookup.platforms.includes(outcome.platform))) return false;
    if (probed.has(outcome.platform) && !hasEnded) return false;
    return addsInformation(outcome, known.outcomes);
  });
}

/** Whether an outcome adds to what is stored: where the platform answered itself, only the mark of the mailbox provider does. */
function addsInformation(outcome: CheckOutcome, recorded: readonly CheckOutcome[]): boolean {
  const same = recorded.filter(({ platform, subject }) => platform === outcome.platform && subject === outcome.subject);
  if (same.some(({ method }) => resultSourceOf(method) === resultSourceOf(outcome.method))) return false;
  const own = same.find(({ method, state }) => resultSourceOf(method) === 'sweep' && state !== 'inconclusive');
  return own === undefined || (outcome.mailboxProvider && own.state === 'registered');
}

function mailboxAccounts({ lookup, plan, modules, hasEnded, now }: InferenceInput): CheckOutcome[] {
  return subjectsOf('email', lookup.subjects).flatMap((ref) => {
    const fact = modules.find(({ module, subject }) => module === 'email' && subject === ref);
    if (lookup.suppressed?.includes(ref) || fact?.evidence.suppressed) return [];
    if (!fact && plan.modules.includes('email') && !hasEnded) return [];
    const { local, domain } = splitAddress(lookup.subjects[ref] as string);
    const consumer = consumerProvider(domain);
    const provider = fact?.evidence.mailbox?.provider ?? consumer;
    if (provider === null) return [];
    const exists = fact?.evidence.mailbox?.exists ?? (consumer !== null && isImpossibleName(consumer, local) ? false : null);
    const by = consumer === null ? 'the mail exchanger' : 'the domain';
    const state = exists === false ? 'not_registered' : 'registered';
    const explanation =
      exists === false ? `mailbox: ${provider} allows no such mailbox, or has none` : `mailbox: ${by} belongs to ${provider}`;
    return [
      inferredOutcome({
        basis: exists === null ? 'domain' : 'mailbox',
        platform: provider,
        subject: ref as PersonRef,
        state,
        method: 'domain_derived',
        explanation,
        at: fact?.checkedAt ?? now,
      }),
    ];
  });
}

function breachedAccounts({ modules }: InferenceInput): CheckOutcome[] {
  return modules.flatMap(({ module, subject, evidence, checkedAt }) => {
    if (module !== 'breaches') return [];
    const breaches = evidence.platforms ?? [];
    return [...new Set(breaches.map(({ platform }) => platform))].map((platform) => {
      const names = breaches.filter((each) => each.platform === platform).map(({ breach }) => breach);
      return inferredOutcome({
        basis: null,
        platform,
        subject: subject as PersonRef,
        state: 'registered',
        method: 'breach_record',
        explanation: `breach: ${names.join(', ')}`,
        at: checkedAt,
      });
    });
  });
}

function inferredOutcome(inference: {
  basis: ResultBasis | null;
  platform: string;
  subject: PersonRef;
  state: 'registered' | 'not_registered';
  method: ResultMethod;
  explanation: string;
  at: Date;
}): CheckOutcome {
  const { basis, platform, subject, state, method, explanation, at } = inference;
  return {
    basis,
    platform,
    subject,
    state,
    method,
    reason: null,
    checkedAt: at,
    fromCache: false,
    egress: null,
    mailboxProvider: method === 'domain_derived' && state === 'registered',
    evidence: { status: null, explanation, host: '', latencyMs: 0, requests: 0 },
  };
}
