import type { MailboxFacts } from '../enrichment.js';
import { type Claim, claimsOf, type MailboxFields, type Question } from './claims.js';
import { consumerProvider } from './consumer-domains.js';
import { type MailboxSource, type Observation, observationOf } from './observations.js';
import { operatorOfRoute } from './route.js';

/** What one source contributed, for its note. */
export interface Contribution {
  readonly decided: readonly string[];
  readonly codes: readonly string[];
}

export interface MailboxConclusion {
  /** Null when no source could answer. */
  readonly facts: MailboxFacts | null;
  readonly provider: string | null;
  readonly exists: boolean | null;
  readonly contributions: ReadonlyMap<MailboxSource, Contribution>;
}

const FIELDS = ['deliverable', 'disposable', 'freeProvider', 'acceptAll', 'domainAgeDays', 'domainRegisteredAt', 'exists'] as const;

/**
 * Merges what is known of a mailbox. A field on which sources contradict each other is null: none of them is reliable enough to overrule
 * the other. The order of observations does not matter.
 *
 * @param observations at most one per source; a source without an answer is absent
 */
export function concludeMailbox(question: Question, observations: readonly Observation[]): MailboxConclusion {
  const claims = claimsOf(question, observations);
  const decide = <Field extends keyof MailboxFields>(field: Field) => agreed(claims, field);
  const facts: MailboxFacts = {
    deliverable: decide('deliverable'),
    disposable: decide('disposable'),
    freeProvider: decide('freeProvider'),
    acceptAll: decide('acceptAll'),
    domainAgeDays: decide('domainAgeDays'),
    domainRegisteredAt: decide('domainRegisteredAt'),
  };
  // The lists always answer; an answer without an entry is not yet a check.
  const asked = observations.some(({ source }) => source !== 'disposable-lists');
  const known = Object.values(facts).some((value) => value !== null);
  const exists = decide('exists');
  const decided = (claim: Claim) =>
    FIELDS.filter((field) => isSaid(claim.says[field]) && (field === 'exists' ? exists : facts[field]) !== null);
  return {
    facts: asked || known ? facts : null,
    provider: providerOf(question, observations),
    exists,
    contributions: new Map(claims.map((claim) => [claim.source, { decided: decided(claim), codes: claim.codes }])),
  };
}

/** The consumer provider of the domain, else the one that hosts its mailboxes; gateways and forwarders host none. */
function providerOf({ address }: Question, observations: readonly Observation[]): string | null {
  const own = consumerProvider(address.domain);
  if (own !== null) return own;
  return operatorOfRoute(observationOf(observations, 'mail-dns')?.route ?? null)?.provider ?? null;
}

function agreed<Field extends keyof MailboxFields>(claims: readonly Claim[], field: Field): MailboxFields[Field] | null {
  const values = new Set(claims.map(({ says }) => says[field]).filter(isSaid));
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

function isSaid<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
