import type { MailAddress } from '../../kernel/identity/mail-address.js';
import { consumerProvider, isAliasService, isConsumerDomain, isImpossibleName } from '../../kernel/identity/mail-providers.js';
import type { Budget, Finding } from '../../kernel/values/source.js';
import { evaluateDisposable } from './disposable.js';
import { type EmailSource, type Observation, observationOf } from './observations.js';
import { ageInDays } from './registration.js';
import { isRouted, isUndeliverable, operatorOfRoute, routeCode } from './route.js';
import type { Unverified } from './unverified.js';

export interface EmailDetails {
  /** Null on a domain that accepts everything. */
  readonly deliverable: boolean | null;
  readonly disposable: boolean | null;
  /** Consumer webmail rather than a domain of one's own. */
  readonly freeProvider: boolean | null;
  readonly acceptAll: boolean | null;
  /** Whole days; null for consumer webmail. */
  readonly domainAgeDays: number | null;
  /** ISO 8601. */
  readonly domainRegisteredAt: string | null;
}

/** Which records of a mail domain there are; null: DNS did not say. */
export interface MailRecords {
  /** A mail exchanger of its own name, not the address of the domain in its place. */
  readonly mx: boolean;
  readonly spf: boolean | null;
  readonly dmarc: boolean | null;
}

/** What is known of a mailbox beyond what v1 shows. */
export interface MailboxFacts {
  /** Slug of the mailbox provider (`gmail`, `outlook`, …), by consumer domain or by a mail exchanger that is no gateway; null: unknown. */
  readonly provider: string | null;
  /** False: the mailbox is known not to exist, or the provider's naming rules forbid it. True: it is known to exist. Null: unknown. */
  readonly exists: boolean | null;
  /** Why `deliverable` is null; null: it is known. Absent in facts of before 0.2. */
  readonly unverified?: Unverified | null;
  /** Domain of a mailbox provider that is one typing error away; null: none, or the mailbox is known to exist. Absent likewise. */
  readonly suggestedDomain?: string | null;
  /** Null: not asked, since the domain is one of a mail provider's own, or DNS did not answer. Absent likewise. */
  readonly records?: MailRecords | null;
}

export type EmailFinding = Finding<EmailDetails> & MailboxFacts;

export interface EmailInspector {
  /** @param email as the caller gave it, valid */
  inspect(email: string, budget: Budget): Promise<EmailFinding>;
}

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
  /** Sources contradict each other about the mailbox. */
  readonly isContested: boolean;
  readonly contributions: ReadonlyMap<EmailSource, Contribution>;
}

const FIELDS = ['deliverable', 'disposable', 'freeProvider', 'acceptAll', 'domainAgeDays', 'domainRegisteredAt', 'exists'] as const;

/** Fields that are about one thing: sources that disagree on one of them disagree on the mailbox. */
const OF_THE_MAILBOX = ['deliverable', 'exists', 'acceptAll'] as const;

/**
 * Merges what is known of a mailbox. A field on which sources contradict each other is null: none of them is reliable enough to overrule
 * the other; that a mailbox is there, or is not, proves nothing either where they do not agree whether its domain accepts every address.
 * The order of observations does not matter.
 *
 * @param observations at most one per source; a source without an answer is absent
 */
export function mergeEmail(query: EmailQuery, observations: readonly Observation[]): MergedEmail {
  const claims = claimsOf(query, observations);
  const decide = <Field extends keyof EmailFields>(field: Field) => agreedValue(claims, field);
  const isContested = OF_THE_MAILBOX.some((field) => valuesOf(claims, field).size > 1);
  const facts: EmailDetails = {
    deliverable: isContested ? null : decide('deliverable'),
    disposable: decide('disposable'),
    freeProvider: decide('freeProvider'),
    acceptAll: decide('acceptAll'),
    domainAgeDays: decide('domainAgeDays'),
    domainRegisteredAt: decide('domainRegisteredAt'),
  };
  // The lists always answer; an answer without an entry is not yet a check.
  const wasQueried = observations.some(({ source }) => source !== 'disposable-lists');
  const known = Object.values(facts).some((value) => value !== null);
  const exists = isContested ? null : decide('exists');
  const decided = (claim: EmailClaim) =>
    FIELDS.filter((field) => isPresent(claim.fields[field]) && (field === 'exists' ? exists : facts[field]) !== null);
  return {
    facts: wasQueried || known ? facts : null,
    provider: providerOf(query, observations),
    exists,
    isContested,
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
  const values = valuesOf(claims, field);
  const [only] = values;
  return values.size === 1 && only !== undefined ? only : null;
}

const valuesOf = <Field extends keyof EmailFields>(claims: readonly EmailClaim[], field: Field) =>
  new Set(claims.map(({ fields }) => fields[field]).filter(isPresent));

function isPresent<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Fields that sources decide: the facts, and whether the mailbox exists. */
interface EmailFields extends EmailDetails {
  readonly exists: boolean | null;
}

/** The fields that one source decides; null: unknown to it. */
interface EmailClaim {
  readonly source: EmailSource;
  readonly fields: Partial<EmailFields>;
  /** Why, for the evidence. */
  readonly codes: readonly string[];
}

/** The address to inspect, and the present time. */
interface EmailQuery {
  readonly address: MailAddress;
  readonly now: Date;
}

/** The claims of each source, from what was observed. Their order has no meaning. */
function claimsOf(query: EmailQuery, observations: readonly Observation[]): readonly EmailClaim[] {
  return [
    ...tableClaims(query, observations),
    ...listClaims(query, observations),
    ...routeClaims(query, observations),
    ...mailboxClaims(observations),
    ...registrationClaims(query, observations),
  ];
}

function tableClaims({ address: { local, domain } }: EmailQuery, observations: readonly Observation[]): readonly EmailClaim[] {
  const source = 'mail-provider-table';
  const provider = consumerProvider(domain);
  if (provider !== null && isImpossibleName(provider, local)) {
    return [
      { source, fields: { freeProvider: true, deliverable: false, exists: false }, codes: ['consumer_provider', 'name_not_possible'] },
    ];
  }
  if (provider !== null) return [{ source, fields: { freeProvider: true }, codes: ['consumer_provider'] }];
  if (isAliasService(domain)) return [{ source, fields: { freeProvider: true }, codes: ['alias_service'] }];
  const operator = operatorOfRoute(observationOf(observations, 'mail-dns')?.route ?? null);
  const lists = observationOf(observations, 'disposable-lists');
  const unlisted = lists !== undefined && !lists.listedAsWebmail && !lists.listing.mentioned && lists.listing.agreed === null;
  if (operator?.organisations === true && unlisted) return [{ source, fields: { freeProvider: false }, codes: ['mx_for_organisations'] }];
  return [{ source, fields: {}, codes: operator === null ? [] : [`mx_${operator.kind}`] }];
}

function listClaims({ address: { domain }, now }: EmailQuery, observations: readonly Observation[]): readonly EmailClaim[] {
  const lists = observationOf(observations, 'disposable-lists');
  if (lists === undefined) return [];
  const route = observationOf(observations, 'mail-dns')?.route;
  const registration = observationOf(observations, 'rdap')?.registration;
  const { disposable, code } = evaluateDisposable(lists.listing, {
    domain,
    now,
    routed: route !== undefined && isRouted(route),
    routedToListed: lists.routedToListed,
    registeredAt: registration?.state === 'registered' ? registration.at : null,
  });
  return [{ source: 'disposable-lists', fields: { disposable }, codes: [code] }];
}

function routeClaims({ address: { domain } }: EmailQuery, observations: readonly Observation[]): readonly EmailClaim[] {
  const route = observationOf(observations, 'mail-dns')?.route;
  if (route === undefined) return [];
  const codes = [routeCode(route)];
  const rdap = observationOf(observations, 'rdap');
  // Filtering name servers deny domains that they block; the registry takes precedence.
  const denied = route.kind === 'no_such_domain' && rdap?.name === domain && rdap.registration.state !== 'not_registered';
  if (denied) return [{ source: 'mail-dns', fields: {}, codes: [...codes, 'registry_disagrees'] }];
  if (!isUndeliverable(route)) return [{ source: 'mail-dns', fields: {}, codes }];
  // Millions have their mail at a consumer domain: the name server is wrong.
  if (isConsumerDomain(domain)) return [{ source: 'mail-dns', fields: {}, codes: [...codes, 'provider_table_disagrees'] }];
  return [{ source: 'mail-dns', fields: { deliverable: false, acceptAll: false, exists: false }, codes }];
}

/** What the mail server says of the mailbox, and what verifiers do. */
function mailboxClaims(observations: readonly Observation[]): readonly EmailClaim[] {
  return observations.flatMap((each) => {
    if (!('verdict' in each)) return [];
    const { deliverable, acceptAll, exists, code } = each.verdict;
    return [{ source: each.source, fields: { deliverable, acceptAll, exists }, codes: [code] }];
  });
}

/** The age of a consumer provider's domain shows nothing about its customers: null. */
function registrationClaims({ address: { domain }, now }: EmailQuery, observations: readonly Observation[]): readonly EmailClaim[] {
  const registration = observationOf(observations, 'rdap')?.registration;
  if (registration === undefined || isConsumerDomain(domain)) return [];
  if (registration.state !== 'registered') return [{ source: 'rdap', fields: {}, codes: [registration.state] }];
  const domainFields = { domainRegisteredAt: registration.at.toISOString(), domainAgeDays: ageInDays(registration.at, now) };
  return [{ source: 'rdap', fields: domainFields, codes: ['registered'] }];
}
