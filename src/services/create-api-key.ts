import type { AccountStore } from '../domain/account-ports.js';
import type { ApiKeyFormat } from '../domain/api-key-format.js';
import { ServiceError } from '../domain/errors.js';
import type { Scope } from '../domain/scopes.js';

/**
 * Makes an API key. The key itself is returned here, once, and never stored.
 *
 * @throws ServiceError not_found when there is no such account
 */
export async function createApiKey(
  ctx: { accounts: AccountStore; keys: ApiKeyFormat },
  input: { accountId: string; name?: string | undefined; scopes?: readonly Scope[] | undefined },
): Promise<{ apiKeyId: string; key: string }> {
  if (!(await ctx.accounts.exists(input.accountId))) throw new ServiceError('not_found', 'There is no such account.');
  const { key, digest, lastFour } = ctx.keys.create();
  const { apiKeyId } = await ctx.accounts.addKey({
    accountId: input.accountId,
    name: input.name ?? '',
    digest,
    lastFour,
    scopes: input.scopes ?? ['lookups'],
  });
  return { apiKeyId, key };
}
