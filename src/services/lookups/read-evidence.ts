import { ServiceError } from '../../domain/errors.js';
import type { LookupReader } from '../../domain/lookup/lookup-ports.js';
import type { Lookup, RecordedOutcome } from '../../domain/lookup/lookup.js';

/**
 * Every check of a lookup with its evidence, in the order in which it ended.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function readEvidence(
  ctx: { reader: LookupReader },
  input: { accountId: string; lookupId: string },
): Promise<{ lookup: Lookup; outcomes: readonly RecordedOutcome[] }> {
  const lookup = await ctx.reader.findOwned(input.accountId, input.lookupId);
  if (!lookup) throw new ServiceError('not_found');
  return { lookup, outcomes: (await ctx.reader.changes(lookup.id))?.outcomes ?? [] };
}
