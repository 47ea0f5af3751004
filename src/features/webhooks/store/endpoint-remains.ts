import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { endedBy, ofEndpoint } from './delivery-queue.js';

/** Deliveries changed or deleted by one statement, each with its eight attempts or fewer. */
export const BATCH_ROWS = 2_000;

/**
 * What deleted and disabled endpoints have left. The row of a deleted one, which has no account, is the outbox of what is left to delete,
 * and is deleted last; that of a disabled one says that its pending deliveries are to end. So nothing is left behind by a process that is
 * killed in between.
 */
export class EndpointRemains {
  constructor(private readonly options: { sql: Sql }) {}

  /** Deletes or ends some of it, in a statement that ends well within a second. @returns rows changed; 0: nothing is left for now */
  async clearBatch(): Promise<number> {
    return (await this.#deleteBatch()) || (await this.#endBatch());
  }

  async #deleteBatch(): Promise<number> {
    const [endpoint] = await this.options.sql<
      { id: string }[]
    >`SELECT id FROM webhook_endpoints WHERE account_id IS NULL ORDER BY id LIMIT 1`;
    if (!endpoint) return 0;
    const { count } = await this.options.sql`
      DELETE FROM webhook_deliveries WHERE ${ofEndpoint(this.options.sql, endpoint.id)} AND event_id = ANY (ARRAY (
        SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id} LIMIT ${BATCH_ROWS}))`;
    if (count > 0) return count;
    // A delivery that was written meanwhile is left to the next call.
    const last = await this.options.sql`
      DELETE FROM webhook_endpoints e WHERE id = ${endpoint.id} AND account_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id)`;
    return last.count;
  }

  async #endBatch(): Promise<number> {
    const { sql } = this.options;
    const [endpoint] = await sql<{ id: string }[]>`
      SELECT e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT 1 FROM webhook_deliveries q WHERE q.endpoint_id = e.id AND q.state = 'pending' LIMIT 1) pending
      WHERE e.state = 'disabled' LIMIT 1`;
    return endpoint ? endPending(sql, endpoint.id) : 0;
  }
}

/** Ends pending deliveries of a disabled endpoint, a batch of them, each by its key (`ofEndpoint`). @returns how many */
export async function endPending(sql: Sql | TransactionSql, endpointId: string): Promise<number> {
  const { count } = await sql`
    UPDATE webhook_deliveries SET ${endedBy(sql, 'endpoint_disabled')}
    WHERE ${ofEndpoint(sql, endpointId)} AND state IS NOT DISTINCT FROM 'pending' AND event_id = ANY (ARRAY (
      SELECT q.event_id FROM webhook_deliveries q JOIN webhook_endpoints e ON e.id = q.endpoint_id AND e.state = 'disabled'
      WHERE q.endpoint_id = ${endpointId} AND q.state = 'pending' LIMIT ${BATCH_ROWS}))`;
  return count;
}
