import { useRef } from 'react';
import { Button } from './button.js';
import { ErrorNote } from './error-note.js';

interface LoadMoreProps {
  /** What `useInfiniteQuery` returns. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    fetchNextPage(): Promise<{ readonly hasNextPage: boolean }>;
  };
}

/** The end of a list that comes in pages. The focus stays here, also when there is nothing more to load. */
export function LoadMore({ query }: LoadMoreProps) {
  const end = useRef<HTMLParagraphElement>(null);
  const load = async () => {
    const { hasNextPage } = await query.fetchNextPage();
    if (!hasNextPage) requestAnimationFrame(() => end.current?.focus());
  };
  return (
    <div className="load-more">
      {query.isFetchNextPageError && <ErrorNote error={query.error} />}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void load()}>
          Load more
        </Button>
      ) : (
        <p ref={end} tabIndex={-1} className="muted small">
          End of the list.
        </p>
      )}
    </div>
  );
}
