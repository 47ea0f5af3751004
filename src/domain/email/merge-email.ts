import type { EmailDetails } from '../lookup/enrichment.js';
import { type EmailClaim, claimsOf, type EmailFields, type EmailQuery } from './claims.js';
import { consumerProvider } from './consumer-domains.js';
import { type EmailSource, type Observation, observationOf } from './observations.js';
import { operatorOfRoute } from './route.js';

/** What one source contributed, for its note. */
export interface Contribution {
  readonly decidedFields: readonly string[];
  readonly codes: readonly string[];
}

export interface MergedEmail {
  /** Null when no source could answer. */
  readonly facts: EmailDetails | null;
  readonly provider: string | null;
  readonly exists: boolean | null;
  readonly contributions: ReadonlyMap<EmailSource, Contribution>;
}

const FIELDS = ['deliverable', 'disposable', 'freeProvider', 'acceptAll', 'domainAgeDays', 'domainRegisteredAt', 'exists'] as const;

/**
 * Merges what is known of a mailbox. A field on which sources contradict each other is null: none of them is reliable enough to overrule
 * the other. The order of observations does not matter.
 *
 * @param observations at most one per source; a source without an answer is absent
 */
export function mergeEmail(question: EmailQuery, observations: readonly Observation[]): MergedEmail {
  const claims = claimsOf(question, observations);
  const decide = <Field extends keyof EmailFields>(field: Field) => agreedValue(claims, field);
  const facts: EmailDetails = {
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
  const decided = (claim: EmailClaim) =>
    FIELDS.filter((field) => isPresent(claim.fields[field]) && (field === 'exists' ? exists : facts[field]) !== null);
  return {
    facts: asked || known ? facts : null,
    provider: providerOf(question, observations),
    exists,
    contributions: new Map(claims.map((claim) => [claim.source, { decidedFields: decided(claim), codes: claim.codes }])),
  };
}

/** The consumer provider of the domain, else the one that hosts its mailboxes; gateways and forwarders host none. */
function providerOf({ address }: EmailQuery, observations: readonly Observation[]): string | null {
  const own = consumerProvider(address.domain);
  if (own !== null) return own;
  return operatorOfRoute(observationOf(observations, 'mail-dns')?.route ?? null)?.provider ?? null;
}

function agreedValue<Field extends keyof EmailFields>(claims: readonly EmailClaim[], field: Field): EmailFields[Field] | null {
  const values = new Set(claims.map(({ fields }) => fields[field]).filter(isPresent));
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

function isPresent<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
