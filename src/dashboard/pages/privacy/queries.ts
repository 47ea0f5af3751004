/** What the page of privacy reads and changes. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import { IN_PAGES } from '../../client/paging.js';
import { useChange } from '../../components/use-change.js';

/** How often an erasure that is under way is read again. */
const FOLLOW_MS = 1_000;

const privacyKey = (account: CurrentAccount) => accountKey(account, 'privacy');

export const erasuresQuery = (account: CurrentAccount) =>
  infiniteQueryOptions({
    queryKey: [...privacyKey(account), 'erasures'],
    queryFn: ({ pageParam: after }) => account.api.GET('/account/erasures', { params: { query: after ? { after } : {} } }),
    ...IN_PAGES,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ erasures }) => erasures.some(({ state }) => state !== 'done')) ? FOLLOW_MS * 2 : false,
  });

export const erasureQuery = (account: CurrentAccount, id: string) =>
  queryOptions({
    queryKey: [...privacyKey(account), 'erasure', id],
    queryFn: () => account.api.GET('/account/erasures/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' ? false : FOLLOW_MS),
  });

/** A change, after which what the account's pages show is read again. */
export function usePrivacyChange<Output, Input = void>(
  send: (account: CurrentAccount, input: Input) => Promise<Output>,
  announcement?: string | ((output: Output) => string),
) {
  const account = useAccount();
  return useChange({ send: (input: Input) => send(account, input), stale: [accountKey(account)], announcement });
}
