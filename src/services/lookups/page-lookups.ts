import type { ListedLookup, LookupPages, LookupCursor } from '../../domain/lookup/lookup-pages.js';

/**
 * One page of an account's lookups, single checks included, most recent first.
 *
 * @returns the page, and the cursor after which the next one begins; null when this is the last
 */
export async function pageLookups(
  ctx: { pages: LookupPages },
  input: { accountId: string; limit: number; after: LookupCursor | null },
): Promise<{ lookups: ListedLookup[]; next: LookupCursor | null }> {
  const { accountId, limit, after } = input;
  // One row more than the limit shows whether there is a further page.
  const found = await ctx.pages.page(accountId, { limit: limit + 1, after });
  const lookups = found.slice(0, limit);
  return { lookups, next: found.length > limit ? (lookups.at(-1) ?? null) : null };
}
