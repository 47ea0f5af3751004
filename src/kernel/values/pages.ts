/** At most `limit` rows of an ordered list after the cursor, if there is one. */
export interface KeysetPage<Cursor> {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** A page of a list, and the cursor after which the next one begins; null when there is no more at present. */
export interface Page<Item, Cursor> {
  readonly items: readonly Item[];
  readonly next: Cursor | null;
}

/** One row more than the limit shows whether there is a further page. */
export async function pageOf<Item extends Cursor, Cursor>(
  limit: number,
  read: (rows: number) => Promise<readonly Item[]>,
): Promise<Page<Item, Cursor>> {
  const found = await read(limit + 1);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1) ?? null) : null };
}
