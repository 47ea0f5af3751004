import type { ReactNode } from 'react';

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** What tells rows apart. */
  readonly keyOf: (row: Row, index: number) => string;
  /** Cells by the heading of their column. The first one names the row. */
  readonly columns: Readonly<Record<string, (row: Row) => ReactNode>>;
}

/** A small table that scrolls sideways where there is little room. */
export function DataTable<Row>({ label, rows, keyOf, columns }: DataTableProps<Row>) {
  const [nameOf, ...others] = Object.values(columns);
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
              {others.map((cellOf, column) => (
                <td key={column}>{cellOf(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
