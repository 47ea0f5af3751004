import {
  controlAccountFault,
  EVERY_PLATFORM,
  MAX_CONTROL_ACCOUNTS,
  maskIdentity,
  typeOf,
} from '../../../engine/controls/control-accounts.js';
import type { ControlAccountStore } from '../store/control-accounts.js';
import type { PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';
import type { CountryOf } from '../../../engine/catalogue/rules/rule-scope.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { type Identity, type IdentityParser, invalidPhoneText, QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import type { SuppressionList } from '../../suppressions/suppressions.js';

export interface ControlAccountContext {
  readonly catalogue: Pick<PlatformCatalogue, 'get'>;
  readonly identities: IdentityParser;
  readonly countryOf: CountryOf;
  readonly controlAccounts: ControlAccountStore;
  readonly suppressions: SuppressionList;
}

/** Which control is meant. With `negative` it is a phone number that was never registered anywhere, for `*` at every platform. */
interface ControlNamed {
  readonly platform: string;
  readonly type?: QueryType | undefined;
  readonly negative?: boolean | undefined;
}

/** A control account as it is shown: never the identity itself. */
export interface ShownControlAccount {
  readonly platform: string;
  readonly queryType: QueryType;
  /** Whether it is a number of the operator's that was never registered anywhere. */
  readonly negative: boolean;
  /** Masked; null: no configured key opens it. */
  readonly account: string | null;
  readonly since: string;
}

export const OTHER_KEY =
  'Control accounts are encrypted with another SECRETS_KEY: add the key with which they were stored, or remove them and set them again.';

/**
 * Stores a control account, or a negative control number. The same one again changes nothing.
 *
 * @throws ServiceError in one sentence that does not hold the identity
 */
export async function setControlAccount(
  ctx: ControlAccountContext,
  { platform: slug, identity: raw, type, negative = false }: ControlNamed & { readonly identity: string },
): Promise<Omit<ShownControlAccount, 'since'> & { readonly account: string; readonly isNew: boolean }> {
  const identity = parseControlIdentity(ctx.identities, raw, negative ? 'phone' : type);
  const fault = eligibilityFault(ctx, slug, identity, negative);
  if (fault !== null) throw new ServiceError('invalid_parameter', fault);
  if (negative && (await ctx.suppressions.contains('', [{ kind: 'phone', value: identity.value }])).includes(true))
    throw new ServiceError('invalid_parameter', 'This number is on the suppression list, so nothing is queried about it.');
  const added = await ctx.controlAccounts.add(slug, identity, negative ? 'negative_phone' : identity.type);
  if (added === 'unreadable') throw new ServiceError('invalid_parameter', OTHER_KEY);
  if (added === 'full') {
    const full = `${slug} has ${MAX_CONTROL_ACCOUNTS} control accounts for this query type (${identity.type}): remove one first.`;
    throw new ServiceError('invalid_parameter', full);
  }
  return { platform: slug, queryType: identity.type, negative, account: maskIdentity(identity), isNew: added === 'added' };
}

/** Why the identity is no control at the platform; null: it is. @throws ServiceError unknown_platform */
function eligibilityFault(
  { catalogue, countryOf }: ControlAccountContext,
  slug: string,
  identity: Identity,
  negative: boolean,
): string | null {
  if (slug === EVERY_PLATFORM)
    return negative ? null : 'Name the platform of the account: only a negative control number can be for every platform (*).';
  const platform = catalogue.get(slug);
  if (!platform) throw new ServiceError('unknown_platform', `No platform is called ${slug}.`);
  return controlAccountFault(platform, identity, countryOf);
}

/**
 * Removes a control account, or all of a platform, which may have left the catalogue; or with `negative` its numbers.
 *
 * @throws ServiceError not_found
 */
export async function removeControlAccounts(
  ctx: Pick<ControlAccountContext, 'identities' | 'controlAccounts'>,
  { platform, identity: raw, type, negative = false }: ControlNamed & { readonly identity?: string | undefined },
): Promise<{ platform: string; removed: number }> {
  const identity = raw === undefined ? undefined : parseControlIdentity(ctx.identities, raw, negative ? 'phone' : type);
  const kinds = negative ? (['negative_phone'] as const) : identity ? [identity.type] : QUERY_TYPES;
  const removed = await ctx.controlAccounts.remove(platform, kinds, identity?.value);
  if (removed > 0) return { platform, removed };
  const stored = (await ctx.controlAccounts.list()).filter((each) => each.platform === platform);
  if (stored.some((each) => each.identity === null))
    throw new ServiceError('not_found', `${OTHER_KEY} Without an identity, all of ${platform} are removed.`);
  throw new ServiceError('not_found', `${platform} has no such control account.`);
}

/** All control accounts, masked. */
export async function listControlAccounts({
  controlAccounts,
}: Pick<ControlAccountContext, 'controlAccounts'>): Promise<ShownControlAccount[]> {
  return (await controlAccounts.list()).map(({ platform, kind, identity, since }) => ({
    platform,
    queryType: typeOf(kind),
    negative: kind === 'negative_phone',
    account: identity === null ? null : maskIdentity({ type: typeOf(kind), value: identity }),
    since: since.toISOString(),
  }));
}

/** Reads an identity as a lookup does: by its form, or as the given type. @throws ServiceError */
function parseControlIdentity(parser: IdentityParser, raw: string, type?: QueryType): Identity {
  if (type === undefined) {
    const found = parser.detect(raw);
    if ('invalid' in found) throw new ServiceError(found.invalid, found.invalid === 'invalid_phone' ? invalidPhoneText(raw) : found.reason);
    return found;
  }
  const value = parser[type](raw);
  if (value !== null) return { type, value };
  if (type === 'phone') throw new ServiceError('invalid_phone', invalidPhoneText(raw));
  throw new ServiceError(
    type === 'email' ? 'invalid_email' : 'invalid_parameter',
    type === 'username' ? 'That is not a username.' : undefined,
  );
}
