/** What only one place of an account's pages reads. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { accountKey, useAccount } from './account.js';
import type { AccountApi } from './api.js';

/** Reads something of the account that is open. @param key tells it from what else is read of the account */
export function useRead<T>(
  key: QueryKey,
  read: (api: AccountApi) => Promise<T>,
  options: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'> = {},
) {
  const account = useAccount();
  return useQuery({ ...options, queryKey: accountKey(account, ...key), queryFn: () => read(account.api) });
}
