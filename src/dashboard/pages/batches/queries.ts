/** What pages read of batches, and how often. */
import { queryOptions } from '@tanstack/react-query';
import { waitingFetch } from '../../../../clients/typescript/wait.js';
import type { ItemStatus } from '../../../features/batches/batch.js';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import type { IdempotencyKeys } from '../../client/idempotency.js';
import { refreshMsOf, SOONEST_MS } from './refresh.js';
import { type Composed, linesOfJson } from './send-list.js';

export type Batch = Schemas['Batch'];
export type Item = Schemas['ListedBatchItem'];

export const batchesKey = (account: CurrentAccount) => accountKey(account, 'batches');

export const batchQuery = (account: CurrentAccount, batchId: string) =>
  queryOptions({
    queryKey: [...batchesKey(account), batchId],
    queryFn: () => account.api.GET('/batches/{id}', { params: { path: { id: batchId } } }),
    refetchInterval: ({ state }) => state.data !== undefined && refreshMsOf(state.data),
  });

/** Stores a batch; the same list is sent with the same key until it was stored. @throws ApiFailure */
export async function sendList(account: CurrentAccount, composed: Composed, keys: IdempotencyKeys) {
  const { lines, mode, isPassive, purpose, region, skipInvalid } = composed;
  const body = linesOfJson(lines);
  const query = {
    mode,
    ...(isPassive && { noise: 'passive' as const }),
    ...(purpose && { purpose }),
    ...(region && { defaultRegion: region }),
    ...(skipInvalid && { skipInvalid: 'true' as const }),
  };
  const created = await account.api.POST('/batches', {
    params: { query },
    headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': keys.keyFor({ query, body }) },
    body,
    bodySerializer: (text) => text,
  });
  keys.accepted();
  return created;
}

interface ItemsInput {
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
      account.api.GET('/batches/{id}/items', {
        params: {
          path: { id: batch.batchId },
          query: { limit: String(ITEMS_PAGE), ...(status && { status }), ...(cursor !== null && { cursor }) },
        },
        signal,
        fetch: waitingFetch(),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
    refetchInterval: ({ state }) => (state.data?.items.some((item) => goesOn(item, batch)) ? intervalOf(batch) : false),
  });

/** What a paused batch started just before has still to be shown: that is soon done. */
const intervalOf = (batch: Batch): number => (batch.status !== 'paused' && refreshMsOf(batch)) || SOONEST_MS;

/** Whether a line is expected to be another one soon: they start in their order. Of a paused batch none does that has not started. */
const goesOn = ({ status, index }: Item, { status: batchStatus, items, counts }: Batch): boolean =>
  status === 'running' || (status === 'waiting' && index + (batchStatus === 'paused' ? 1 : 0) <= items - counts.waiting);
