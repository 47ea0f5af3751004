import type { AccountStore, Caller } from '../../domain/billing/account-ports.js';
import type { ApiKeyFormat } from '../../domain/billing/api-key-format.js';
import { ServiceError } from '../../domain/errors.js';

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
