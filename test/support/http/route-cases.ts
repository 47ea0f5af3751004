/** The table of routes as requests. */
import { DEFAULT_SCOPES, expandScopes, type Scope } from '../../../src/features/accounts/api-keys.js';
import type { ErrorCode } from '../../../src/kernel/values/errors.js';
import type { PlanName } from '../../../src/features/accounts/plans.js';
import type { RateClass } from '../../../src/features/route.js';
import { apiRoutes } from '../../../src/api/routes.js';
import type { Service } from '../service.js';
import { OPERATIONS, type Operation } from './operations.js';

export interface RouteCase {
  readonly id: string;
  readonly method: string;
  /** A request that the operation accepts where `OPERATIONS` has one; else the address with ids of nothing. */
  readonly path: string;
  /** Absent for operations without a body; `{}` where `OPERATIONS` has none. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly rateClass: RateClass;
  readonly scopes: readonly Scope[];
  /** Codes of its errors, besides those that all operations share. */
  readonly errors: readonly ErrorCode[];
  /** Methods that its address takes. */
  readonly allow: readonly string[];
}

const ROUTES = apiRoutes;
const EXAMPLES: Readonly<Record<string, Operation | undefined>> = OPERATIONS;

export const ROUTE_CASES: readonly RouteCase[] = ROUTES.map((route) => {
  const example = EXAMPLES[route.operationId];
  const methods = ROUTES.filter(({ path }) => path === route.path).map(({ method }) => method.toUpperCase());
  return {
    id: route.operationId,
    method: route.method.toUpperCase(),
    path: example?.path ?? route.path.replaceAll(/:\w+/g, 'lkp_00000000000000000000000000'),
    ...(route.body ? { body: example?.body ?? {} } : {}),
    rateClass: route.rateClass,
    errors: route.errors,
    scopes: route.scopes ?? [],
    allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods,
  };
});

/** Of each kind one: what all refuse alike is tested for all in memory (test/unit/api/refusals), and end to end for these. */
export const END_TO_END = ROUTE_CASES.filter(({ id }) => ['createLookup', 'createBatch', 'streamLookupV2', 'getLookupV2'].includes(id));

/** Routes that list the code among their errors. */
export const routesRefusingWith = (code: ErrorCode): RouteCase[] => ROUTE_CASES.filter(({ errors }) => errors.includes(code));

/** A new account, with a key that may do what the route does. */
export async function accountFor(service: Service, route: RouteCase, plan?: PlanName, more?: { quota?: number }) {
  const account = await service.account(plan, more);
  return isForDefaultKeys(route) ? account : service.keyOf(account.accountId, ['lookups', ...route.scopes]);
}

/** Whether a key without scopes of its own choice may do what the route does. */
export const isForDefaultKeys = ({ scopes }: RouteCase): boolean => scopes.every((scope) => expandScopes(DEFAULT_SCOPES).includes(scope));
