import { Button } from './button.js';
import { ErrorNote } from './error-note.js';

/** The end of a list that is read page by page. */
export function LoadMore({
  query,
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) {
  if (query.isFetchNextPageError) return <ErrorNote error={query.error} onRetry={() => void query.fetchNextPage()} />;
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}
