/** What pages read of batches, and how often. */
import { queryOptions } from '@tanstack/react-query';
import { waitingFetch } from '../../../../clients/typescript/wait.js';
import type { ItemStatus } from '../../../features/batches/batch.js';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import { bodyOf, type Schemas } from '../../client/api.js';

export type Batch = Schemas['Batch'];
export type Item = Schemas['ListedBatchItem'];

export const batchesKey = (account: CurrentAccount) => accountKey(account, 'batches');

export const batchesPage = (account: CurrentAccount, cursor: string | null) =>
  bodyOf(account.api.GET('/batches', { params: { query: cursor === null ? {} : { cursor } } }));

export const batchQuery = (account: CurrentAccount, batchId: string) =>
  queryOptions({
    queryKey: [...batchesKey(account), batchId],
    queryFn: () => bodyOf(account.api.GET('/batches/{id}', { params: { path: { id: batchId } } })),
    refetchInterval: ({ state }) => state.data !== undefined && refreshMsOf(state.data),
  });

const SOONEST_MS = 2_000;
const LATEST_MS = 15_000;
/** Of a batch with so many lines left, each shows little of it. */
const MS_PER_LINE = 100;

/** Until a batch is read again, in milliseconds: the longer, the more is left of it; false: nothing of it changes any more. */
export function refreshMsOf({ status, counts: { waiting, running } }: Pick<Batch, 'status' | 'counts'>): number | false {
  if (running > 0 || status === 'queued' || status === 'running')
    return Math.min(Math.max((waiting + running) * MS_PER_LINE, SOONEST_MS), LATEST_MS);
  // Somebody else may resume it.
  return status === 'paused' && LATEST_MS;
}

export interface ItemsInput {
  readonly batch: Batch;
  /** Lines that have it; empty: all. */
  readonly status: ItemStatus | '';
  readonly cursor: string | null;
}

const ITEMS_PAGE = 100;
/** While it is passed on from who read it to who shows it. */
const KEEP_MS = 1_000;

/** Lines of a batch: read again while some of these go on, each page by itself. */
export const itemsQuery = (account: CurrentAccount, { batch, status, cursor }: ItemsInput) =>
  queryOptions({
    queryKey: accountKey(account, 'batch-items', batch.batchId, status, cursor),
    queryFn: ({ signal }) =>
      bodyOf(
        account.api.GET('/batches/{id}/items', {
          params: {
            path: { id: batch.batchId },
            query: { limit: String(ITEMS_PAGE), ...(status && { status }), ...(cursor !== null && { cursor }) },
          },
          signal,
          fetch: waitingFetch(),
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
    refetchInterval: ({ state }) => (state.data?.items.some((item) => goesOn(item, batch)) ? refreshMsOf(batch) || SOONEST_MS : false),
  });

/** Whether a line is expected to be another one soon: they start in their order. */
const goesOn = ({ status, index }: Item, { status: batchStatus, items, counts }: Batch): boolean =>
  status === 'running' || (status === 'waiting' && batchStatus !== 'paused' && index <= items - counts.waiting);
