/** What the pages of webhooks read. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import { IN_PAGES } from '../../client/paging.js';
import type { DeliveryFilter } from './delivery-filter.js';
import { pollAfter } from './labels.js';

export const PERIODS = { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' } as const;
export type Period = keyof typeof PERIODS;

/** Begins the key of each query here: what was changed is read again by it. */
export const webhooksKey = (account: CurrentAccount) => accountKey(account, 'webhooks');

export const endpointsQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: [...webhooksKey(account), 'endpoints'], queryFn: () => account.api.GET('/webhooks/endpoints') });

export const endpointQuery = (account: CurrentAccount, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(account), 'endpoint', id],
    queryFn: () => account.api.GET('/webhooks/endpoints/{id}', { params: { path: { id } } }),
  });

/** @param endpoint absent: all endpoints */
export const statsQuery = (account: CurrentAccount, period: Period, endpoint?: string) =>
  queryOptions({
    queryKey: [...webhooksKey(account), 'stats', period, endpoint],
    queryFn: () => account.api.GET('/webhooks/stats', { params: { query: { period, ...(endpoint ? { endpoint } : {}) } } }),
    placeholderData: (before) => before,
  });

export const deliveriesQuery = (account: CurrentAccount, endpoint: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey(account), 'deliveries', endpoint, filter],
    queryFn: ({ pageParam: cursor }) =>
      account.api.GET('/webhooks/deliveries', { params: { query: { endpoint, ...filter, ...(cursor ? { cursor } : {}) } } }),
    ...IN_PAGES,
    // What has just been sent is followed on the first page; further pages were read for what is older.
    refetchInterval: ({ state: { data } }) => {
      const [first, ...others] = data?.pages ?? [];
      const waits = (first?.deliveries ?? []).map((each) => pollAfter(each, Date.now())).filter((each) => each !== false);
      return others.length > 0 || waits.length === 0 ? false : Math.min(...waits);
    },
  });

export const deliveryQuery = (account: CurrentAccount, id: string, eventId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(account), 'delivery', id, eventId],
    queryFn: () => account.api.GET('/webhooks/endpoints/{id}/deliveries/{eventId}', { params: { path: { id, eventId } } }),
    refetchInterval: ({ state: { data } }) => (data ? pollAfter(data.delivery, Date.now()) : false),
  });
