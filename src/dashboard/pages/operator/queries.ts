/** What operators see and change: of the whole service, and outside of any account. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { personApi } from '../../client/api.js';
import { IN_PAGES } from '../../client/paging.js';
import { useChange } from '../../components/use-change.js';

/** The state of the service is read again this often. */
const REFRESH_MS = 15_000;
const KEY = 'operator';
const LISTED = 20;
const NEWEST = { params: { query: { limit: LISTED } } };

const stateQuery = <T>(part: string, queryFn: () => Promise<T>) =>
  queryOptions({ queryKey: [KEY, part], queryFn, refetchInterval: REFRESH_MS });
export const queuesQuery = stateQuery('queues', () => personApi.GET('/operator/queues'));
export const unfinishedQuery = stateQuery('lookups', () => personApi.GET('/operator/lookups', NEWEST));
export const deliveriesQuery = stateQuery('deliveries', () => personApi.GET('/operator/deliveries', NEWEST));
export const circuitsQuery = stateQuery('circuits', () => personApi.GET('/operator/circuits'));
export const schedulesQuery = stateQuery('schedules', () => personApi.GET('/operator/schedules'));
export const erasuresQuery = stateQuery('erasures', () => personApi.GET('/operator/erasures'));
export const disputesQuery = stateQuery('disputes', () => personApi.GET('/operator/disputes', NEWEST));

export const disabledPlatformsQuery = queryOptions({
  queryKey: [KEY, 'platforms'],
  queryFn: () => personApi.GET('/operator/platforms'),
});
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    ...IN_PAGES,
    queryKey: [KEY, 'accounts', search],
    queryFn: ({ pageParam: cursor }) =>
      personApi.POST('/operator/accounts/search', { body: { search, limit: LISTED, ...(cursor ? { cursor } : {}) } }),
  });
export const accountQuery = (account: string) =>
  queryOptions({
    queryKey: [KEY, 'account', account],
    queryFn: () => personApi.GET('/operator/accounts/{account}', { params: { path: { account } } }),
  });

/** A change by an operator, which needs a recent sign-in. Afterwards what is shown is read again. */
export const useOperatorChange = <Output, Input = void>(send: (input: Input) => Promise<Output>, announcement: string) =>
  useChange({ send, stale: [[KEY]], announcement });
