import { ServiceError } from '../../domain/errors.js';
import type { LookupReader } from '../../domain/lookup/lookup-ports.js';
import type { Lookup } from '../../domain/lookup/lookup.js';
import type { OmissionCursor, OmissionPages, OmittedCheck } from '../../domain/lookup/omission-pages.js';
import type { InconclusiveReason } from '../../domain/evaluation/verdict.js';

export interface OmissionsContext {
  readonly reader: Pick<LookupReader, 'findOwned'>;
  readonly omissionPages: OmissionPages;
}

/**
 * One page of what a lookup of the account omitted, in the order in which it became known.
 *
 * @returns the page, and the cursor after which the next one begins; null when there is no more at present
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function pageOmissions(
  ctx: OmissionsContext,
  input: { accountId: string; lookupId: string; limit: number; after: OmissionCursor | null; reason?: InconclusiveReason | undefined },
): Promise<{ lookup: Lookup; omissions: OmittedCheck[]; next: OmissionCursor | null }> {
  const { accountId, lookupId, limit, after, reason } = input;
  const lookup = await ctx.reader.findOwned(accountId, lookupId);
  if (!lookup) throw new ServiceError('not_found');
  // One row more than the limit shows whether there is a further page.
  const found = await ctx.omissionPages.page(lookupId, { limit: limit + 1, after, reason });
  const omissions = found.slice(0, limit);
  return { lookup, omissions, next: found.length > limit ? (omissions.at(-1) ?? null) : null };
}
