import type { AccountStore, Caller } from '../../domain/billing/account-ports.js';
import type { ApiKeyFormat, Scope } from '../../domain/billing/api-keys.js';
import { ServiceError } from '../../domain/errors.js';

/**
 * Creates an API key. The key itself is returned here, once, and never stored.
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

/**
 * Revokes an API key: from now on requests with it are refused.
 *
 * @throws ServiceError not_found when the account has no such key, or it is revoked already
 */
export async function revokeApiKey(
  ctx: { accounts: AccountStore },
  { accountId, apiKeyId }: { accountId: string; apiKeyId: string },
): Promise<void> {
  if (await ctx.accounts.revokeKey(accountId, apiKeyId)) return;
  throw new ServiceError(
    'not_found',
    `Nothing was revoked: account ${accountId} has no key ${apiKeyId} that is in use. \`footprint account show ${accountId}\` lists its keys.`,
  );
}

/**
 * Identifies the caller of a request. The database is queried every time, so that a revoked key ends at once in every process.
 *
 * @param authorization the Authorization header as received
 * @throws ServiceError unauthorized, the same for a missing, malformed, unknown and revoked key
 */
export async function authenticateKey(
  ctx: { accounts: AccountStore; keys: ApiKeyFormat },
  authorization: string | undefined,
): Promise<Caller> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const digest = token === undefined ? null : ctx.keys.digestOf(token);
  const caller = digest && (await ctx.accounts.findCaller(digest));
  if (!caller) throw new ServiceError('unauthorized');
  return caller;
}
