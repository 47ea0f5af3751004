import type { AcceptanceStore, Caller, IdempotencyToken } from '../domain/account-ports.js';
import { ServiceError } from '../domain/errors.js';
import type { LookupLauncher } from '../domain/lookup-ports.js';
import type { LookupRequest } from '../domain/lookup.js';

export interface AcceptingContext {
  readonly acceptance: AcceptanceStore;
  readonly launcher: LookupLauncher;
}

/**
 * Stores and bills one lookup and has it started. When this returns, the lookup will finish, whatever is killed.
 *
 * @throws ServiceError quota_exceeded, insufficient_credits, idempotency_conflict
 */
export async function acceptLookup(
  ctx: AcceptingContext,
  input: { caller: Caller; request: LookupRequest; token: IdempotencyToken | null },
): Promise<{ lookupId: string }> {
  const { caller, request, token } = input;
  const [acceptance] = await ctx.acceptance.accept(caller, [request], token);
  if (!acceptance) throw new Error('the store accepted nothing and refused nothing');
  if ('refused' in acceptance) throw new ServiceError(acceptance.refused);
  ctx.launcher.launch({ ...request, id: acceptance.lookupId, accountId: caller.accountId });
  return acceptance;
}
