/** What operators see and change: of the whole service, and outside of any account. */
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, personApi } from '../../client/api.js';
import { useChange } from '../../components/use-change.js';

/** The state of the service is read again this often. */
const REFRESH_MS = 15_000;
const KEY = 'operator';
const LISTED = 20;

const state = { refetchInterval: REFRESH_MS } as const;
export const queuesQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'queues'],
  queryFn: () => bodyOf(personApi.GET('/operator/queues')),
});
export const unfinishedQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'lookups'],
  queryFn: () => bodyOf(personApi.GET('/operator/lookups', { params: { query: { limit: LISTED } } })),
});
export const deliveriesQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'deliveries'],
  queryFn: () => bodyOf(personApi.GET('/operator/deliveries', { params: { query: { limit: LISTED } } })),
});
export const circuitsQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'circuits'],
  queryFn: () => bodyOf(personApi.GET('/operator/circuits')),
});
export const schedulesQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'schedules'],
  queryFn: () => bodyOf(personApi.GET('/operator/schedules')),
});
export const erasuresQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'erasures'],
  queryFn: () => bodyOf(personApi.GET('/operator/erasures')),
});
export const disputesQuery = queryOptions({
  ...state,
  queryKey: [KEY, 'disputes'],
  queryFn: () => bodyOf(personApi.GET('/operator/disputes', { params: { query: { limit: LISTED } } })),
});
export const disabledPlatformsQuery = queryOptions({
  queryKey: [KEY, 'platforms'],
  queryFn: () => bodyOf(personApi.GET('/operator/platforms')),
});
export const accountsQueryKey = (search: string) => [KEY, 'accounts', search];
export const searchAccounts = (search: string, cursor: string | null) =>
  bodyOf(personApi.POST('/operator/accounts/search', { body: { search, limit: LISTED, ...(cursor ? { cursor } : {}) } }));
export const accountQuery = (account: string) =>
  queryOptions({
    queryKey: [KEY, 'account', account],
    queryFn: () => bodyOf(personApi.GET('/operator/accounts/{account}', { params: { path: { account } } })),
  });

/** A change by an operator, which needs a recent sign-in. Afterwards what is shown is read again. */
export const useOperatorChange = <Output, Input = void>(send: (input: Input) => Promise<Output>, announcement: string) =>
  useChange({ send, stale: [[KEY]], announcement });
