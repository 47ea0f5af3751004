import { type KeysetPage, type Page, pageOf } from '../../../kernel/values/pages.js';
/** Reads of an account's lookups, or a key's own. Somebody else's lookup is not found, like one that does not exist. */
import { ServiceError } from '../../../kernel/values/errors.js';
import type { InconclusiveReason } from '../../../engine/evaluation/verdict.js';
import type { ListedLookup, LookupCursor, LookupFilter, OmissionCursor, OmittedCheck } from '../pages.js';
import type { OmissionPages, LookupPages } from '../store/lookup-pages.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import type { LookupReader } from '../store/lookup-reader.js';
import type { SeenLookups } from '../store/seen-lookups.js';
import type { SeenBefore } from '../seen.js';
import type { LookupChange } from '../lookup-snapshot.js';
import type { Lookup } from '../lookup.js';

/** A lookup, and who may see it. */
export interface OwnedLookup {
  readonly owner: LookupOwner;
  readonly lookupId: string;
}

interface ReadContext {
  readonly reader: Pick<LookupReader, 'findOwned' | 'snapshot'>;
}

/** Reads only the row of a lookup. @throws ServiceError not_found */
export async function readLookup(ctx: ReadContext, { owner, lookupId }: OwnedLookup): Promise<Lookup> {
  return (await ctx.reader.findOwned(owner, lookupId)) ?? notFound();
}

/** Reads everything that is known of a lookup. @throws ServiceError not_found */
export async function readSnapshot(ctx: ReadContext, { owner, lookupId }: OwnedLookup): Promise<LookupChange> {
  return (await ctx.reader.snapshot(lookupId, { owner })) ?? notFound();
}

/**
 * How often the identities of a lookup were looked up before it.
 *
 * @returns undefined for a key that may not read lookups
 */
export async function readSeen(
  ctx: { readonly seenLookups: Pick<SeenLookups, 'before'> },
  { caller, lookupId }: { readonly caller: Caller; readonly lookupId: string },
): Promise<SeenBefore | undefined> {
  return caller.scopes.includes('lookups:read') ? ctx.seenLookups.before(caller, lookupId) : undefined;
}

function notFound(): never {
  throw new ServiceError('not_found');
}

/** A page of an account's lookups, single checks included, most recent first. */
export async function pageLookups(
  ctx: { pages: LookupPages },
  { owner, limit, after, filter }: KeysetPage<LookupCursor> & { owner: LookupOwner; filter?: LookupFilter },
): Promise<Page<ListedLookup, LookupCursor>> {
  return pageOf(limit, (rows) => ctx.pages.page(owner, { limit: rows, after, filter }));
}

/** A page of what a lookup omitted, in the order in which it became known. @throws ServiceError not_found */
export async function pageOmissions(
  ctx: { reader: Pick<LookupReader, 'findOwned' | 'snapshot'>; omissionPages: OmissionPages },
  input: OwnedLookup & { limit: number; after: OmissionCursor | null; reason?: InconclusiveReason | undefined },
): Promise<Page<OmittedCheck, OmissionCursor> & { lookup: Lookup }> {
  const { lookupId, limit, after, reason } = input;
  const lookup = await readLookup(ctx, input);
  return { lookup, ...(await pageOf(limit, (rows) => ctx.omissionPages.page(lookupId, { limit: rows, after, reason }))) };
}
