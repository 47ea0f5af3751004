import type { HistoryEntry, LookupReader } from '../../domain/lookup/lookup-ports.js';

/** One page of an account's lookups, most recent first. */
export async function listLookups(
  ctx: { reader: LookupReader },
  input: { accountId: string; limit: number; offset: number },
): Promise<HistoryEntry[]> {
  return ctx.reader.history(input.accountId, { limit: input.limit, offset: input.offset });
}
