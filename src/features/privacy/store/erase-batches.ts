/** What an erasure does with batches that were sent before it: items that wait, and those that started while it searched. */
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { eraseItems, type NamedItem, waitingItems } from '../../batches/store/batch-erasure.js';
import { addTo, lockCounts, type LookupRow, lookupRows } from './erase-lookup.js';
import type { ErasedRecogniser } from './naming-lookup.js';

interface Scope {
  /** Null for every account. */
  readonly accountId: string | null;
  /** When the erasure was asked for. */
  readonly createdAt: Date;
}

const SEARCH_PAGE_SIZE = 1_000;

async function* itemsNaming(sql: Sql, { accountId, createdAt }: Scope, recogniser: ErasedRecogniser): AsyncGenerator<NamedItem[]> {
  for await (const page of waitingItems(sql, accountId, createdAt)) yield page.filter(({ subjects }) => recogniser.isNamedIn(subjects));
}

/** How many items that wait name the identity. */
export async function countItemsNaming(sql: Sql, scope: Scope, recogniser: ErasedRecogniser): Promise<number> {
  let count = 0;
  for await (const items of itemsNaming(sql, scope, recogniser)) count += items.length;
  return count;
}

/** Takes the identity from items that wait, and adds them to the receipt. */
export async function eraseItemsNaming(
  sql: Sql,
  { erasureId, ...scope }: Scope & { readonly erasureId: string },
  recogniser: ErasedRecogniser,
  onProgress: () => void,
): Promise<void> {
  for await (const items of itemsNaming(sql, scope, recogniser)) {
    onProgress();
    if (items.length === 0) continue;
    await transaction(sql, async (tx) => {
      await lockCounts(tx, erasureId);
      await addTo(tx, erasureId, { batchItems: await eraseItems(tx, items) });
    });
  }
}

/** Lookups that were accepted after the erasure, of items of batches that were sent before it. */
export async function* laterLookups(sql: Sql, { accountId, createdAt }: Scope): AsyncGenerator<LookupRow> {
  const until = sql`${createdAt.toISOString()}::timestamptz`;
  for (let after = ''; ; ) {
    const page = await sql<LookupRow[]>`
      ${lookupRows(sql)} WHERE id > ${after} AND accepted_at > ${until} AND id IN (
        SELECT i.lookup_id FROM batches b JOIN batch_items i ON i.batch_id = b.id
        WHERE b.created_at <= ${until} AND coalesce(b.finished_at > ${until}, true)
          ${accountId === null ? sql`` : sql`AND b.account_id = ${accountId}`})
      ORDER BY id LIMIT ${SEARCH_PAGE_SIZE}`;
    yield* page;
    if (page.length < SEARCH_PAGE_SIZE) return;
    after = page.at(-1)?.id ?? after;
  }
}
