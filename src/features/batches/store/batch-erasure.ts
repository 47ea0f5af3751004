import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import type { Subjects } from '../../../kernel/identity/subjects.js';
import { MAX_STORING_SECONDS } from '../batch.js';

/** An item that waits, with whom it names. */
export interface NamedItem {
  readonly accountId: string;
  readonly batchId: string;
  readonly position: number;
  readonly subjects: Subjects;
}

const ITEMS_PAGE = 1_000;

/** Waiting items of one account, or of all, that were sent until a time, page by page. */
export async function* waitingItems(sql: Sql, accountId: string | null, until: Date): AsyncGenerator<NamedItem[]> {
  for (let after: NamedItem | undefined; ; ) {
    const page: NamedItem[] = await sql<NamedItem[]>`
      SELECT i.account_id AS "accountId", i.batch_id AS "batchId", i.position, i.subjects FROM batch_items i JOIN batches b ON b.id = i.batch_id
      WHERE i.state = 'waiting' AND b.created_at <= ${until.toISOString()}::timestamptz
        ${accountId === null ? sql`` : sql`AND i.account_id = ${accountId}`}
        ${after ? sql`AND (i.account_id, i.batch_id, i.position) > (${after.accountId}, ${after.batchId}, ${after.position})` : sql``}
      ORDER BY i.account_id, i.batch_id, i.position LIMIT ${ITEMS_PAGE}`;
    if (page.length > 0) yield page;
    if (page.length < ITEMS_PAGE) return;
    after = page.at(-1);
  }
}

/** Whether a batch of one account, or of all, whose request came until a time may still add items. */
export const isStoring = (sql: Sql, accountId: string | null, until: Date) => sql`
  EXISTS (
    SELECT FROM batches WHERE state = 'storing' AND created_at <= ${until.toISOString()}::timestamptz
      AND created_at > now() - make_interval(secs => ${MAX_STORING_SECONDS}) ${accountId === null ? sql`` : sql`AND account_id = ${accountId}`})`;

/** Takes whom they name from items that wait, which then never start. @returns how many: others have started meanwhile */
export async function eraseItems(tx: TransactionSql, items: readonly NamedItem[]): Promise<number> {
  const rows = items.map(({ batchId, position }) => ({ batch_id: batchId, position }));
  const { count } = await tx`
    UPDATE batch_items i SET state = 'erased', ref = NULL, query = NULL, subjects = NULL, raw_identities = NULL,
      claimed_name = NULL, claimed_company = NULL, claimed_country = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (batch_id text, position int)
    WHERE i.batch_id = e.batch_id AND i.position = e.position AND i.state = 'waiting'`;
  return count;
}
