/** What the purpose of a lookup leaves of it: decided once, before acceptance, at every door. docs/contract.md, 14.6. */
import type { PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';
import { isAllowed } from '../../../engine/eligibility.js';
import { MODULES, type Module, modulesToRun } from '../../../facts/checks.js';
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import { kindOf, personRefs } from '../../../kernel/identity/subjects.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { limitsOf, type Purposes } from '../../accounts/purposes.js';
import type { LookupRequest, PurposeScope } from '../lookup.js';

/** For what the lookup is, of the account's list. */
export interface Bound {
  readonly purposes: Purposes | undefined;
  readonly purpose: string | null;
}

interface Narrowed extends Pick<LookupRequest, 'checks'> {
  readonly scope: PurposeScope | null;
}

/** Whether the sweep has a platform that is allowed, among those that are named, or in the catalogue for identities of these types. */
function maySweep(
  catalogue: PlatformCatalogue,
  kinds: PurposeScope['kinds'],
  named: LookupRequest['platforms'],
  types: readonly QueryType[],
): boolean {
  const scope = { kinds };
  if (named === null) return catalogue.platforms.some((each) => types.some((type) => each.probes[type]) && isAllowed({ scope }, each));
  return named.some((slug) => isAllowed({ scope }, catalogue.get(slug)));
}

/**
 * The modules that a purpose leaves, and the kinds of platforms.
 *
 * @param request of whatever identities
 */
export function leftByPurpose(
  catalogue: PlatformCatalogue,
  { purposes, purpose }: Bound,
  { checks, platforms }: Pick<LookupRequest, 'checks' | 'platforms'>,
): Narrowed {
  const limits = limitsOf(purposes, purpose);
  if (limits === null) return { checks, scope: null };
  const { kinds, modules } = limits;
  const isLeft = (module: Module): boolean =>
    modules.includes(module) && (module !== 'footprint' || maySweep(catalogue, kinds, platforms, QUERY_TYPES));
  const withheld = MODULES.filter((module) => checks[module] !== false && !isLeft(module));
  return { checks: { ...checks, ...Object.fromEntries(withheld.map((module) => [module, false])) }, scope: { kinds, withheld } };
}

/**
 * The request as its purpose leaves it.
 *
 * @throws ServiceError purpose_forbids where nothing is left
 */
export function boundByPurpose<Request extends Pick<LookupRequest, 'checks' | 'platforms' | 'subjects'>>(
  catalogue: PlatformCatalogue,
  bound: Bound,
  request: Request,
): Request & Narrowed & Pick<LookupRequest, 'purpose'> {
  const { platforms, subjects } = request;
  const { checks, scope } = leftByPurpose(catalogue, bound, request);
  if (!scope) return { ...request, purpose: bound.purpose, checks, scope };
  const asked = modulesToRun(request.checks, subjects);
  const types = personRefs(subjects).map((ref) => kindOf(ref));
  const left = modulesToRun(checks, subjects).filter(
    (module) => module !== 'footprint' || maySweep(catalogue, scope.kinds, platforms, types),
  );
  if (asked.length > 0 && left.length === 0) throw new ServiceError('purpose_forbids');
  const withheld = scope.withheld.filter((module) => asked.includes(module));
  return { ...request, purpose: bound.purpose, checks, scope: { ...scope, withheld } };
}
