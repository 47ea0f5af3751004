import { randomBytes } from 'node:crypto';
import type { StoredObservation, TrafficKeys, TrafficStore } from '../../../engine/controls/ports.js';
import { RECENT_MS } from '../../../engine/controls/lifetimes.js';
import { ENOUGH } from '../../../engine/controls/traffic.js';
import { HOUR_MS } from '../../../kernel/values/durations.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Rows may commit after a later one was read: this much is read twice. */
const OVERLAP = '2 seconds';
const KEPT = `${RECENT_MS} milliseconds`;

/** What lookups showed of platforms through one egress pool, in Postgres, shared by its workers. */
export class PostgresTrafficStore implements TrafficStore {
  constructor(private readonly options: { sql: Sql; egress: EgressPool }) {}

  /** The key of this hour, made by the first process that asks, and for 15 minutes the one before. Deletes what is older than that. */
  async keys(now: Date): Promise<TrafficKeys> {
    const hour = Math.floor(now.getTime() / HOUR_MS);
    const isOverlap = now.getTime() - hour * HOUR_MS < RECENT_MS;
    const rows = await this.options.sql<{ hour: number; key: Buffer; previous: Buffer | null; isSole: boolean }[]>`
      WITH removed AS (
        DELETE FROM traffic_observations WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM traffic_observations WHERE stored_at < clock_timestamp() - ${KEPT}::interval FOR UPDATE SKIP LOCKED))
      )
      INSERT INTO traffic_key AS k (id, hour, key) VALUES (true, ${hour}, ${randomBytes(32)})
      ON CONFLICT (id) DO UPDATE SET
        previous = CASE WHEN k.hour > excluded.hour THEN k.previous WHEN NOT ${isOverlap}::boolean THEN NULL
                        WHEN k.hour = excluded.hour THEN k.previous WHEN k.hour = excluded.hour - 1 THEN k.key END,
        key = CASE WHEN k.hour < excluded.hour THEN excluded.key ELSE k.key END,
        hour = greatest(k.hour, excluded.hour)
      RETURNING hour, key, previous, (SELECT count(*) < 2 FROM (
        SELECT FROM accounts a WHERE EXISTS (SELECT FROM lookups l WHERE l.account_id = a.id AND NOT l.is_test) LIMIT 2) used) AS "isSole"`;
    const [row] = rows;
    if (!row) return { keys: [], isSole: false };
    const keys = [{ hour: row.hour, key: row.key }];
    return { keys: row.previous ? [{ hour: row.hour - 1, key: row.previous }, ...keys] : keys, isSole: row.isSole };
  }

  async exchange(
    found: readonly StoredObservation[],
    after: string | null,
  ): Promise<{ observations: readonly StoredObservation[]; cursor: string | null }> {
    const { egress } = this.options;
    // One order for all processes, so that two cannot deadlock. An identity counts by when an account saw it first.
    const rows = await this.options.sql<(StoredObservation & { storedAt: string })[]>`
      WITH written AS (
        INSERT INTO traffic_observations (egress, platform, query_type, rule, key_hour, state, identity, account, location, at, stored_at)
        SELECT ${egress}, platform, "queryType", rule, "keyHour", state, identity, account, location, to_timestamp(at / 1000.0), clock_timestamp()
        FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          AS f (platform text, "queryType" text, rule text, "keyHour" int, state text, identity text, account text, location text, at float8)
        ORDER BY platform, "queryType", rule, "keyHour", account, identity, state
        ON CONFLICT DO NOTHING
      )
      SELECT platform, query_type AS "queryType", rule, key_hour AS "keyHour", state, identity, account, location,
             (extract(epoch FROM at) * 1000)::float8 AS at, stored_at::text AS "storedAt"
      FROM traffic_observations
      WHERE egress = ${egress}
        AND stored_at > coalesce(${after}::timestamptz - ${OVERLAP}::interval, clock_timestamp() - ${KEPT}::interval)
      ORDER BY stored_at`;
    return { observations: rows.map(({ storedAt: _, ...each }) => each), cursor: rows.at(-1)?.storedAt ?? after };
  }

  async calibrated(): Promise<ReadonlySet<string>> {
    const rows = await this.options.sql<{ platform: string; queryType: QueryType }[]>`
      SELECT DISTINCT platform, query_type AS "queryType" FROM traffic_observations
      WHERE egress = ${this.options.egress} AND state = 'registered' AND at > clock_timestamp() - ${KEPT}::interval
      GROUP BY platform, query_type, rule, key_hour
      HAVING count(DISTINCT account) >= ${ENOUGH} AND count(DISTINCT identity) >= ${ENOUGH}`;
    return new Set(rows.map(({ platform, queryType }) => `${platform}:${queryType}`));
  }
}
