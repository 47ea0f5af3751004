/** What only one place of an account's pages reads. */
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { accountKey, useAccount } from './account.js';
import type { AccountApi } from './api.js';
import { IN_PAGES } from './queries.js';

/** Reads something of the account that is open. @param key tells it from what else is read of the account */
export function useRead<T>(
  key: QueryKey,
  read: (api: AccountApi) => Promise<T>,
  options: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'> = {},
) {
  const account = useAccount();
  return useQuery({ ...options, queryKey: accountKey(account, ...key), queryFn: () => read(account.api) });
}

type Pages<Page> = Omit<
  UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, string | null>, QueryKey, string | null>,
  keyof typeof IN_PAGES
>;

/** The same of what comes in pages. @param read reads the page at a cursor; null: the first one */
export function useReadPages<Page extends { readonly nextCursor: string | null }>(
  key: QueryKey,
  read: (api: AccountApi, cursor: string | null) => Promise<Page>,
  options: Omit<Pages<Page>, 'queryKey' | 'queryFn'> = {},
) {
  const account = useAccount();
  const queryKey = accountKey(account, ...key);
  return useInfiniteQuery({ ...options, ...IN_PAGES, queryKey, queryFn: ({ pageParam }) => read(account.api, pageParam) });
}
