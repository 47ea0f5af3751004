import { ServiceError } from '../../domain/errors.js';
import type { LookupRemover } from '../../db/lookups/lookup-remover.js';

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
 * Deletes a lookup of the account and all that belongs to it except its bill.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function deleteLookup(ctx: DeletingContext, { accountId, apiKeyId, lookupId }: DeletionEntry): Promise<void> {
  if (!(await ctx.remover.remove(accountId, lookupId))) throw new ServiceError('not_found');
  ctx.onLookupDeleted({ lookupId, accountId, apiKeyId });
}
