import type { ReactNode } from 'react';
import { isFailure } from '../client/failure.js';
import { ErrorNote } from './error-note.js';
import { Loading } from './loading.js';

/** What `useQuery` or `useInfiniteQuery` returns. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** `LoadMore` shows the error of a further page. */
  readonly isFetchNextPageError?: boolean;
  refetch(): unknown;
}

interface QueryResultProps<Data> {
  readonly query: Query<Data>;
  /** What is loaded, for the sentence that says so. */
  readonly what?: string;
  /** Shown instead of the data: there is nothing in them. */
  readonly empty?: ReactNode;
  /** Said when it does not exist, in place of the error. */
  readonly missing?: string;
  /** A function of the data, where they are not taken from the query outside; none, where they are shown elsewhere. */
  readonly children?: ReactNode | ((data: Data) => ReactNode);
}

/** What a query read: loading, failed with a way to try again, empty, or shown. Data that were read before an error stay. */
export function QueryResult<Data>({ query, what, empty, missing, children }: QueryResultProps<Data>) {
  const { data, error, isFetchNextPageError, refetch } = query;
  const failure =
    !error || isFetchNextPageError ? null : missing !== undefined && isFailure(error, 'not_found') ? (
      <p>{missing}</p>
    ) : (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return failure ?? <Loading what={what} />;
  return (
    <>
      {failure}
      {empty || (typeof children === 'function' ? children(data) : children)}
    </>
  );
}
