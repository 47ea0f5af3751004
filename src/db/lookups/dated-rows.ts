/** A row as a JSON aggregate of Postgres gives it: its time is text. */
export type Undated<T> = Omit<T, 'checkedAt'> & { checkedAt: string };

/** Rows with their times. @param rows null: there are none */
export function withDates<T>(rows: readonly Undated<T>[] | null): T[] {
  return (rows ?? []).map((row) => ({ ...row, checkedAt: new Date(row.checkedAt) }) as T);
}
