import type { Sql } from '../client.js';

/** Deliveries deleted by one statement, each with its eight attempts or fewer. */
const BATCH_ROWS = 2_000;

/**
 * Deleted endpoints: rows without an account. Such a row is the outbox of what is left to delete, and is deleted last, so that
 * nothing is left behind by a process that is killed in between.
 */
export class DeletedEndpoints {
  constructor(private readonly options: { sql: Sql }) {}

  /** Deletes some of them, in a statement that ends well within a second. @returns rows deleted; 0: nothing is left for now */
  async deleteBatch(): Promise<number> {
    const [endpoint] = await this.options.sql<
      { id: string }[]
    >`SELECT id FROM webhook_endpoints WHERE account_id IS NULL ORDER BY id LIMIT 1`;
    if (!endpoint) return 0;
    const { count } = await this.options.sql`
      DELETE FROM webhook_deliveries
      WHERE endpoint_id = ${endpoint.id} AND event_id = ANY (ARRAY (
        SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id} LIMIT ${BATCH_ROWS}))`;
    if (count > 0) return count;
    // A delivery that was written meanwhile is left to the next call.
    const last = await this.options.sql`
      DELETE FROM webhook_endpoints e WHERE id = ${endpoint.id} AND account_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id)`;
    return last.count;
  }
}
