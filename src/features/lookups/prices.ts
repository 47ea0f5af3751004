import { modulesToRun, subjectsOf, type Module } from '../../facts/checks.js';
import type { Billed, LookupKind, LookupRequest } from './lookup.js';
import { kindOf, refsOf, SUBJECT_KINDS, type SubjectRef } from '../../kernel/identity/subjects.js';
import { PLAN, type PlanName } from '../accounts/plans.js';

/** Price of a module on a credit plan, in millicents (a thousandth of a cent). docs/contract.md, 10.2. */
export const PRICE_MILLICENTS: Readonly<Record<Module, number>> = {
  footprint: 2_000,
  email: 400,
  phone: 800,
  ip: 200,
  breaches: 500,
  webMentions: 500,
};

const CHECK_MODULE: Readonly<Record<Exclude<LookupKind, 'lookup'>, Module>> = { email: 'email', phone: 'phone', ip: 'ip' };

/**
 * What a lookup costs on a credit plan, in millicents: the sum of the modules it runs. A module that is run for several identities of one
 * kind costs its price for each of them; an e-mail address and a phone number of one person cost as one, as in v1.
 */
export function priceOf(request: Pick<LookupRequest, 'kind' | 'checks' | 'subjects'>): number {
  if (request.kind !== 'lookup') return PRICE_MILLICENTS[CHECK_MODULE[request.kind]];
  return modulesToRun(request.checks, request.subjects).reduce(
    (sum, module) => sum + PRICE_MILLICENTS[module] * largestKindCount(subjectsOf(module, request.subjects)),
    0,
  );
}

/**
 * How many lookups a request counts for on a plan of lookups: as many as it names identities of one kind, where it names most. An e-mail
 * address, a phone number, a username and an IP address of one person are one lookup, which all of v1 are.
 */
export function lookupsOf({ subjects }: Pick<LookupRequest, 'subjects'>): number {
  return Math.max(1, largestKindCount(refsOf(subjects, SUBJECT_KINDS)));
}

/** What a request costs on a plan. docs/contract.md, 10.1. */
export function billOf(plan: PlanName, request: Pick<LookupRequest, 'kind' | 'checks' | 'subjects'>): Billed {
  const { unit } = PLAN[plan];
  return { amount: unit === 'lookups' ? lookupsOf(request) : priceOf(request), unit };
}

/** The module that a request is counted under: the first that it runs. */
export function countedModule(request: LookupRequest): Module {
  if (request.kind !== 'lookup') return CHECK_MODULE[request.kind];
  return modulesToRun(request.checks, request.subjects)[0] ?? 'footprint';
}

function largestKindCount(refs: readonly SubjectRef[]): number {
  const counts = new Map<string, number>();
  for (const ref of refs) counts.set(kindOf(ref), (counts.get(kindOf(ref)) ?? 0) + 1);
  return Math.max(...counts.values());
}
