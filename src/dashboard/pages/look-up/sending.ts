/** What the look-up and batch pages read before anything is sent. */
import { queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';

const MINUTE_MS = 60_000;

export const purposesQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'purposes'), queryFn: () => bodyOf(account.api.GET('/account/purposes')) });

export const sourcesQuery = (account: CurrentAccount) =>
  queryOptions({
    queryKey: accountKey(account, 'sources'),
    queryFn: () => bodyOf(account.api.GET('/sources')),
    staleTime: MINUTE_MS,
  });
