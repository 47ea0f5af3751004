/** Lists and tables, and what a query read for them. */
import { type ReactNode, useRef } from 'react';
import { isFailure } from '../client/failure.js';
import { Button, ErrorNote } from './controls.js';
import { Loading } from './page.js';

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

/** A list of records: what each is, its state, what is known about it, what can be done with it. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

interface ListedProps<Item> {
  readonly query: Query<unknown>;
  /** What is loaded, for the sentence that says so. */
  readonly what: string;
  readonly label: string;
  readonly items: readonly Item[];
  /** Shown where there are none. */
  readonly empty?: ReactNode;
  /** The row of each. */
  readonly row: (item: Item) => ReactNode;
  /** Below the rows. */
  readonly children?: ReactNode;
}

/** What a query read as a list of records: loading, failed, empty, or its rows. */
export function Listed<Item>({ query, what, label, items, empty, row, children }: ListedProps<Item>) {
  return (
    <QueryResult query={query} what={what} empty={items.length === 0 && empty}>
      <Rows label={label}>{items.map(row)}</Rows>
      {children}
    </QueryResult>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  /** Short statements, side by side; those that do not apply are null. */
  readonly facts: readonly ReactNode[];
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Row({ title, badge, facts, actions, children }: RowProps) {
  const known = facts.filter((fact) => fact !== null && fact !== false);
  return (
    <li>
      <div className="row-text">
        <p className="row-title">
          <span className="breakable">{title}</span> {badge}
        </p>
        {known.length > 0 && (
          <p className="row-facts muted small">
            {known.map((fact, index) => (
              <span key={index}>{fact}</span>
            ))}
          </p>
        )}
        {children}
      </div>
      {actions && <div className="row-actions">{actions}</div>}
    </li>
  );
}

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
        <Button label="Load more" busy={query.isFetchingNextPage} onClick={() => void load()} />
      ) : (
        <p ref={end} tabIndex={-1} className="muted small">
          End of the list.
        </p>
      )}
    </div>
  );
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** What tells rows apart. */
  readonly keyOf: (row: Row, index: number) => string;
  /** Cells by the heading of their column. The first one names the row. */
  readonly columns: Readonly<Record<string, (row: Row) => ReactNode>>;
}

/** A small table, whose rows stand one below the other, cell by cell, where there is little room. */
export function DataTable<Row>({ label, rows, keyOf, columns }: DataTableProps<Row>) {
  const [[, nameOf] = [], ...others] = Object.entries(columns);
  return (
    <div className="table-frame" role="group" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {Object.keys(columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              <th scope="row">{nameOf?.(row)}</th>
              {others.map(([name, cellOf]) => (
                <td key={name} data-label={name}>
                  {cellOf(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
