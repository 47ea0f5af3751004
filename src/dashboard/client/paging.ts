/** What an account's pages read in pages. */
import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { accountKey, useAccount } from './account.js';
import type { AccountApi } from './api.js';

/** How a list that comes in pages goes on; spread into the options of an infinite query. */
export const IN_PAGES = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

type Pages<Page> = Omit<
  UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, string | null>, QueryKey, string | null>,
  keyof typeof IN_PAGES
>;

/** Reads what comes in pages, of the account that is open. @param read reads the page at a cursor; null: the first one */
export function useReadPages<Page extends { readonly nextCursor: string | null }>(
  key: QueryKey,
  read: (api: AccountApi, cursor: string | null) => Promise<Page>,
  options: Omit<Pages<Page>, 'queryKey' | 'queryFn'> = {},
) {
  const account = useAccount();
  const queryKey = accountKey(account, ...key);
  return useInfiniteQuery({ ...options, ...IN_PAGES, queryKey, queryFn: ({ pageParam }) => read(account.api, pageParam) });
}
