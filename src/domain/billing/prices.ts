import { modulesToRun, subjectsOf, type Module } from '../lookup/checks.js';
import type { LookupKind, LookupRequest } from '../lookup/lookup.js';
import { kindOf, type SubjectRef } from '../identity/subjects.js';

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
