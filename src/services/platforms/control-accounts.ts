import {
  type ControlAccountStore,
  controlAccountFault,
  type CountryOf,
  MAX_CONTROL_ACCOUNTS,
  maskIdentity,
} from '../../domain/calibration/control-accounts.js';
import type { PlatformCatalogue } from '../../domain/catalogue/ports.js';
import { withUpcomingRules } from '../../domain/catalogue/revision.js';
import { ServiceError } from '../../domain/errors.js';
import { type Identity, type IdentityParser, invalidPhoneText, type QueryType } from '../../domain/identity/identity.js';

export interface ControlAccountContext {
  readonly catalogue: Pick<PlatformCatalogue, 'get' | 'shadow' | 'now'>;
  readonly identities: IdentityParser;
  readonly countryOf: CountryOf;
  readonly controlAccounts: ControlAccountStore;
}

/** A control account as it is shown: never the identity itself. */
export interface ShownControlAccount {
  readonly platform: string;
  readonly queryType: QueryType;
  /** Masked; null: no configured key opens it. */
  readonly account: string | null;
  readonly since: string;
}

export const OTHER_KEY =
  'Control accounts are sealed with another SECRETS_KEY than this one: add the key that they were stored with, or remove them and set them again.';
const NO_KEY = 'Control accounts are stored sealed only: set SECRETS_KEY, the same for API, worker and command line, and try again.';

/**
 * Stores a control account. The same one again changes nothing.
 *
 * @throws ServiceError in one sentence that does not hold the identity
 */
export async function setControlAccount(
  ctx: ControlAccountContext,
  { platform: slug, identity: raw, type }: { platform: string; identity: string; type?: QueryType | undefined },
): Promise<{ platform: string; queryType: QueryType; account: string; isNew: boolean }> {
  const present = ctx.catalogue.now?.() ?? ctx.catalogue;
  const platform = present.get(slug);
  if (!platform) throw new ServiceError('unknown_platform', `No platform is called ${slug}.`);
  const identity = parseControlIdentity(ctx.identities, raw, type);
  const fault = controlAccountFault(withUpcomingRules(platform, present.shadow), identity, ctx.countryOf);
  if (fault !== null) throw new ServiceError('invalid_parameter', fault);
  if (!ctx.controlAccounts.canSeal) throw new ServiceError('invalid_parameter', NO_KEY);
  const added = await ctx.controlAccounts.add(slug, identity);
  if (added === 'unreadable') throw new ServiceError('invalid_parameter', OTHER_KEY);
  if (added === 'full') {
    const full = `${slug} has ${MAX_CONTROL_ACCOUNTS} control accounts for this query type (${identity.type}): remove one first.`;
    throw new ServiceError('invalid_parameter', full);
  }
  return { platform: slug, queryType: identity.type, account: maskIdentity(identity), isNew: added === 'added' };
}

/** Removes a control account, or all of a platform, which may have left the catalogue. @throws ServiceError not_found */
export async function removeControlAccounts(
  ctx: Pick<ControlAccountContext, 'identities' | 'controlAccounts'>,
  { platform, identity: raw, type }: { platform: string; identity?: string | undefined; type?: QueryType | undefined },
): Promise<{ platform: string; removed: number }> {
  const identity = raw === undefined ? undefined : parseControlIdentity(ctx.identities, raw, type);
  const removed = await ctx.controlAccounts.remove(platform, identity);
  if (removed > 0) return { platform, removed };
  const isUnreadable = (await ctx.controlAccounts.list()).some((each) => each.platform === platform && each.identity === null);
  if (isUnreadable) throw new ServiceError('not_found', `${OTHER_KEY} Without an identity, all of ${platform} are removed.`);
  throw new ServiceError('not_found', `${platform} has no such control account.`);
}

/** All control accounts, masked. */
export async function listControlAccounts({
  controlAccounts,
}: Pick<ControlAccountContext, 'controlAccounts'>): Promise<ShownControlAccount[]> {
  return (await controlAccounts.list()).map(({ platform, queryType, identity, since }) => ({
    platform,
    queryType,
    account: identity === null ? null : maskIdentity({ type: queryType, value: identity }),
    since: since.toISOString(),
  }));
}

/** Reads an identity as a lookup does: by its form, or as the given type. @throws ServiceError */
function parseControlIdentity(parser: IdentityParser, raw: string, type?: QueryType): Identity {
  if (type === undefined) {
    const found = parser.detect(raw);
    if ('invalid' in found) throw new ServiceError(found.invalid, found.invalid === 'invalid_phone' ? invalidPhoneText(raw) : undefined);
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
