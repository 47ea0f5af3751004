import { modulesToRun, type Module } from './checks.js';
import type { LookupKind, LookupRequest } from './lookup.js';

/** Price of a module on a credit plan, in millicents (a thousandth of a cent). Design, §5 "plans". */
export const PRICE_MILLICENTS: Readonly<Record<Module, number>> = {
  footprint: 2_000, email: 400, phone: 800, ip: 200, breaches: 500, webMentions: 500,
};

const CHECK_MODULE: Readonly<Record<Exclude<LookupKind, 'lookup'>, Module>> = { email: 'email', phone: 'phone', ip: 'ip' };

/** What a lookup costs on a credit plan, in millicents: the sum of the modules it runs. */
export function priceOf(request: LookupRequest): number {
  const modules = request.kind === 'lookup' ? modulesToRun(request.checks, request.subjects) : [CHECK_MODULE[request.kind]];
  return modules.reduce((sum, module) => sum + PRICE_MILLICENTS[module], 0);
}
