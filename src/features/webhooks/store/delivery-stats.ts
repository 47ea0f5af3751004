import type { DeliveryStats, EndpointStats, StatsWindow, StoredStats } from '../delivery-stats.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Deliveries that one answer is made of, at most: a fraction of a second of the database's time. */
const MAX_DELIVERIES = 50_000;

interface Row extends DeliveryStats {
  /** Null for all endpoints together. */
  readonly endpointId: string | null;
  readonly isTotal: boolean;
  readonly from: Date | null;
  readonly oldest: Date;
  readonly deliveries: number;
}

/** Statistics of deliveries, made from the log when they are asked for. */
export class DeliveryStatsReader {
  readonly #deliveries: number;

  /** @param options.deliveries that one answer is made of, at most */
  constructor(private readonly options: { sql: Sql; deliveries?: number }) {
    this.#deliveries = options.deliveries ?? MAX_DELIVERIES;
  }

  /** Counts deliveries that were created in the window. Intervals and endpoints without deliveries are absent. */
  async read(accountId: string, endpointIds: readonly string[], { from, until, intervalMs }: StatsWindow): Promise<StoredStats> {
    const rows = await this.options.sql<Row[]>`
      WITH latest AS (
        SELECT d.event_id, d.endpoint_id, d.state, d.created_at,
               date_bin(${intervalMs} * interval '1 millisecond', d.created_at, ${from.toISOString()}::timestamptz) AS interval_start
        FROM webhook_deliveries d
        WHERE d.account_id = ${accountId} AND d.endpoint_id = ANY (${[...endpointIds]})
          AND d.created_at >= ${from.toISOString()}::timestamptz AND d.created_at < ${until.toISOString()}::timestamptz
        ORDER BY d.created_at DESC LIMIT ${this.#deliveries}
      ), each AS (
        -- A delivery counts once, with its first attempt or without any.
        SELECT l.*, coalesce(a.number, 1) = 1 AS once, a.number IS NOT NULL AS tried, a.failure, a.status, a.duration_ms
        FROM latest l LEFT JOIN webhook_attempts a USING (event_id, endpoint_id)
      )
      SELECT endpoint_id AS "endpointId", interval_start AS "from", grouping(interval_start) = 1 AS "isTotal",
             count(*) FILTER (WHERE once AND state = 'delivered')::int AS delivered,
             count(*) FILTER (WHERE once AND state = 'failed')::int AS failed,
             count(*) FILTER (WHERE once AND state = 'pending')::int AS pending,
             count(*) FILTER (WHERE once)::int AS deliveries,
             count(*) FILTER (WHERE tried)::int AS attempts,
             count(*) FILTER (WHERE failure IS NOT NULL)::int AS "failedAttempts",
             percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status IS NOT NULL) AS "medianMs",
             percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status IS NOT NULL) AS "p95Ms",
             min(created_at) AS oldest
      FROM each
      GROUP BY GROUPING SETS ((endpoint_id, interval_start), (endpoint_id), ())
      ORDER BY endpoint_id NULLS LAST, interval_start NULLS LAST`;
    const all = rows.find(({ endpointId }) => endpointId === null);
    const endpoints = rows.flatMap((row): EndpointStats[] => {
      if (row.endpointId === null || !row.isTotal) return [];
      const intervals = rows.flatMap(({ from, ...each }) =>
        each.endpointId === row.endpointId && from !== null ? [{ ...each, from }] : [],
      );
      return [{ endpointId: row.endpointId, total: row, intervals }];
    });
    return { endpoints, incompleteBefore: all && all.deliveries >= this.#deliveries ? all.oldest : null };
  }
}
