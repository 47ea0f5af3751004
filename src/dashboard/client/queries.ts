/** What pages read again and again, cached by TanStack Query. Nothing is kept in the browser's storage. */
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { accountKey, type CurrentAccount } from './account.js';
import { personApi } from './api.js';
import { ApiFailure, isFailure } from './failure.js';

const STALE_MS = 5_000;
/** Sources change with the settings of the service. */
const SOURCES_STALE_MS = 60_000;
const MAX_RETRIES = 2;

/** @param onSignedOut called when the session is over, whichever page finds out */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isFailure(error, 'not_signed_in')) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // A refusal stays one; what did not get through may the next time.
        retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500),
      },
    },
  });
}

export const personQuery = queryOptions({ queryKey: ['me'], queryFn: () => personApi.GET('/me') });
export const waysToSignInQuery = queryOptions({ queryKey: ['ways-to-sign-in'], queryFn: () => personApi.GET('/sign-in') });
export const purposesQuery = (account: CurrentAccount) =>
  queryOptions({ queryKey: accountKey(account, 'purposes'), queryFn: () => account.api.GET('/account/purposes') });
export const sourcesQuery = (account: CurrentAccount) =>
  queryOptions({
    queryKey: accountKey(account, 'sources'),
    queryFn: () => account.api.GET('/sources'),
    staleTime: SOURCES_STALE_MS,
  });
