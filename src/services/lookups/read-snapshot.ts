import type { DerivedStore } from '../../domain/identity/derived.js';
import { ServiceError } from '../../domain/errors.js';
import type { LookupReader } from '../../domain/lookup/lookup-ports.js';
import type { Lookup } from '../../domain/lookup/lookup.js';
import type { LookupSnapshot } from '../../domain/v2/lookup-snapshot.js';

export interface SnapshotContext {
  readonly reader: LookupReader;
  readonly derived: Pick<DerivedStore, 'read'>;
}

/**
 * Reads everything that is known of a lookup of the account: what its v2 body is shaped from.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function readSnapshot(ctx: SnapshotContext, input: { accountId: string; lookupId: string }): Promise<LookupSnapshot> {
  return snapshotOf(ctx, await readOwned(ctx, input));
}

/**
 * Reads only the row of a lookup of the account.
 *
 * @throws ServiceError not_found, the same whether there is no such lookup or it belongs to another account
 */
export async function readOwned(ctx: Pick<SnapshotContext, 'reader'>, input: { accountId: string; lookupId: string }): Promise<Lookup> {
  return (await ctx.reader.findOwned(input.accountId, input.lookupId)) ?? notFound();
}

function notFound(): never {
  throw new ServiceError('not_found');
}

/** The snapshot of a lookup whose row was read already. */
export async function snapshotOf(ctx: SnapshotContext, lookup: Lookup): Promise<LookupSnapshot> {
  const news = await ctx.reader.changes(lookup.id);
  // Derived outcomes are stored before the finish: read after the changes, none of a finished lookup is missing.
  const derived = await ctx.derived.read(lookup.id);
  const known = { outcomes: news?.outcomes ?? [], modules: news?.modules ?? [], derived };
  if (!news || news.state === lookup.state) return { lookup, ...known };
  // The row changed between the reads; the state of the changes counts, because their outcomes belong to it.
  const later = (await ctx.reader.find(lookup.id)) ?? lookup;
  return { lookup: { ...later, state: news.state, finishedAt: news.state === 'finished' ? later.finishedAt : null }, ...known };
}
