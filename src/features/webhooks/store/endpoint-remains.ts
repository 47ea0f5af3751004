import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { eachApart } from '../../../kernel/db/each-apart.js';
import { endedBy, ofEndpoint } from './delivery-queue.js';

/** Deliveries changed or deleted by one statement, each with its eight attempts or fewer. */
export const BATCH_ROWS = 2_000;

export interface ClearingRun {
  readonly passedOver?: Set<string>;
  readonly onFault?: (fault: unknown) => void;
}

/**
 * What deleted and disabled endpoints have left. The row of a deleted one, which has no account, is the outbox of what is left to delete,
 * and is deleted last; that of a disabled one says that its pending deliveries are to end. So nothing is left behind by a process that is
 * killed in between.
 */
export class EndpointRemains {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Deletes or ends some of it, in statements that end well within a second. An endpoint that is locked or at fault is left to the next run.
   *
   * @param run.passedOver endpoints that this run does not try again; those that cannot be cleared are added
   * @returns rows changed; 0: nothing is left for this run
   */
  async clearBatch({ passedOver = new Set(), onFault = () => undefined }: ClearingRun = {}): Promise<number> {
    const { sql } = this.options;
    for (;;) {
      const [endpoint] = await this.#next([...passedOver]);
      if (!endpoint) return 0;
      const work = (tx: TransactionSql) => (endpoint.isDeleted ? deleteSome(tx, endpoint.id) : endPending(tx, endpoint.id));
      const count = await eachApart(sql, [endpoint], { work, onFault: (_, fault) => onFault(fault) });
      if (count > 0) return count;
      passedOver.add(endpoint.id);
    }
  }

  #next(passedOver: string[]) {
    return this.options.sql<{ id: string; isDeleted: boolean }[]>`
      (SELECT id, true AS "isDeleted" FROM webhook_endpoints WHERE account_id IS NULL AND id <> ALL (${passedOver}) ORDER BY id LIMIT 1)
      UNION ALL
      (SELECT e.id, false FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT 1 FROM webhook_deliveries q WHERE q.endpoint_id = e.id AND q.state = 'pending' LIMIT 1) pending
      WHERE e.state = 'disabled' AND e.account_id IS NOT NULL AND e.id <> ALL (${passedOver}) LIMIT 1)
      LIMIT 1`;
  }
}

async function deleteSome(sql: TransactionSql, endpointId: string): Promise<number> {
  const { count } = await sql`
    DELETE FROM webhook_deliveries WHERE ${ofEndpoint(sql, endpointId)} AND event_id = ANY (ARRAY (
      SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} LIMIT ${BATCH_ROWS}))`;
  if (count > 0) return count;
  // A delivery that was written meanwhile is left to the next run.
  const last = await sql`
    DELETE FROM webhook_endpoints e WHERE id = ${endpointId} AND account_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id)`;
  return last.count;
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
