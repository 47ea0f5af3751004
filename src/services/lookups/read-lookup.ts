import { ServiceError } from '../../domain/errors.js';
import type { LookupReader, ModuleFact } from '../../domain/lookup/lookup-ports.js';
import { summarise, type LookupSummary } from '../../domain/lookup/lookup-summary.js';
import type { Lookup } from '../../domain/lookup/lookup.js';

/** A lookup with everything known of it. */
export interface LookupView {
  readonly lookup: Lookup;
  readonly summary: LookupSummary;
  readonly modules: readonly ModuleFact[];
}

/**
 * Reads a lookup of the account.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function readLookup(ctx: { reader: LookupReader }, input: { accountId: string; lookupId: string }): Promise<LookupView> {
  const lookup = await ctx.reader.findOwned(input.accountId, input.lookupId);
  if (!lookup) throw new ServiceError('not_found');
  const news = await ctx.reader.changes(lookup.id);
  // The row may have been finished between the two reads: the later state counts, because its outcomes belong to it.
  return {
    lookup: { ...lookup, state: news?.state ?? lookup.state },
    summary: summarise(news?.outcomes ?? []),
    modules: news?.modules ?? [],
  };
}
