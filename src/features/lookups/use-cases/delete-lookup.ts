import type { LookupOwner } from '../../accounts/accounts.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { LookupRemover } from '../store/lookup-remover.js';

/** The log entry of a deletion: ids only. */
export interface DeletionEntry {
  readonly lookupId: string;
  readonly accountId: string;
  readonly apiKeyId: string;
}

export interface DeletingContext {
  readonly remover: LookupRemover;
  /** Writes the audit line, after the commit. */
  readonly onLookupDeleted: (entry: DeletionEntry) => void;
}

/**
 * Deletes a lookup that the caller may see and all that belongs to it except its bill.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it is somebody else's
 */
export async function deleteLookup(
  ctx: DeletingContext,
  caller: LookupOwner & { readonly apiKeyId: string },
  lookupId: string,
): Promise<void> {
  if (!(await ctx.remover.remove(caller, lookupId))) throw new ServiceError('not_found');
  ctx.onLookupDeleted({ lookupId, accountId: caller.accountId, apiKeyId: caller.apiKeyId });
}
