/** Reads of an account's batches, or a key's own; and what somebody may do with one. */
import { ServiceError } from '../../../kernel/values/errors.js';
import { type KeysetPage, type Page, pageOf } from '../../../kernel/values/pages.js';
import type { Caller, LookupOwner } from '../../accounts/accounts.js';
import type { LookupSnapshot } from '../../lookups/lookup-snapshot.js';
import type { LookupReader } from '../../lookups/store/lookup-reader.js';
import { type Batch, type BatchItem, endedOf, type ItemStatus } from '../batch.js';
import type { BatchCursor, BatchReader } from '../store/batch-reader.js';
import type { BatchProgress } from '../store/batch-progress.js';

export interface BatchesContext {
  readonly batches: BatchReader;
  readonly batchProgress: Pick<BatchProgress, 'change'>;
  readonly reader: Pick<LookupReader, 'snapshot'>;
}

/** @throws ServiceError not_found */
export async function readBatch(ctx: BatchesContext, owner: LookupOwner, batchId: string): Promise<Batch> {
  const found = await ctx.batches.find(owner, batchId);
  if (!found) throw new ServiceError('not_found');
  return found;
}

/** A page of batches, newest first. */
export function pageBatches(
  ctx: BatchesContext,
  { owner, ...page }: KeysetPage<BatchCursor> & { readonly owner: LookupOwner },
): Promise<Page<Batch, BatchCursor>> {
  return pageOf(page.limit, (limit) => ctx.batches.page(owner, { ...page, limit }));
}

/** How many seconds a batch still takes; null: nothing shows it. One that is paused takes this long once it is resumed. */
export async function estimateSeconds(ctx: BatchesContext, { band, counts, items }: Batch): Promise<number | null> {
  const open = items - endedOf(counts);
  if (open === 0) return 0;
  const seconds = await ctx.batches.secondsPerItem(band);
  return seconds === null ? null : Math.ceil(seconds * open);
}

/** @throws ServiceError not_found, batch_ended, batch_of_other_kind */
export async function changeBatch(
  ctx: BatchesContext,
  caller: Caller,
  { batchId, change }: { readonly batchId: string; readonly change: 'pause' | 'resume' | 'cancel' },
): Promise<Batch> {
  if (!(await ctx.batchProgress.change(caller, batchId, change))) {
    await readBatch(ctx, caller, batchId);
    throw new ServiceError('batch_ended');
  }
  return readBatch(ctx, caller, batchId);
}

/** An item with what its lookup found; null: it has none, or that is not finished. */
export interface ItemResult extends BatchItem {
  readonly known: LookupSnapshot | null;
}

/** Items per page of the results. Of what their lookups found one is held at a time: a deep one has thousands of answers. */
const ITEMS_PAGE = 50;

/**
 * All items of a batch in their order, each with what its lookup found. Read page by page as the reader takes them, each as of its time.
 * A lookup that is not its owner's is as if it were deleted.
 */
export async function* readResults(ctx: BatchesContext, owner: LookupOwner, batchId: string): AsyncGenerator<ItemResult> {
  for (let after = -1; ; ) {
    const page = await ctx.batches.items(owner, batchId, { after, limit: ITEMS_PAGE });
    for (const item of page) yield await resultOf(ctx, owner, item);
    if (page.length < ITEMS_PAGE) return;
    after = page.at(-1)?.position ?? after;
  }
}

export interface ItemsInput extends KeysetPage<number> {
  readonly owner: LookupOwner;
  readonly batchId: string;
  /** Those that have it; absent: all. */
  readonly status?: ItemStatus | undefined;
}

/** A page of the items of a batch, each with the counts of what its lookup found. @throws ServiceError not_found */
export async function pageItems(ctx: BatchesContext, { owner, batchId, ...page }: ItemsInput) {
  await readBatch(ctx, owner, batchId);
  return pageOf<BatchItem, Pick<BatchItem, 'position'>>(page.limit, (limit) => ctx.batches.items(owner, batchId, { ...page, limit }));
}

async function resultOf({ reader }: BatchesContext, owner: LookupOwner, item: BatchItem): Promise<ItemResult> {
  if (item.status !== 'finished' || item.lookupId === null) return { ...item, known: null };
  return { ...item, known: await reader.snapshot(item.lookupId, { owner, withEvidence: false }) };
}
