import type { ReactNode } from 'react';
import { type Query, QueryResult } from './query-result.js';

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
