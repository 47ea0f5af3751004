import type { PlatformRecord } from '../domain/platform-health.js';
import type { PlatformRecords } from '../domain/ports.js';
import type { Sql } from '../db/client.js';

/** Enough lookups to speak of a rate, few enough to be counted at once. */
const LOOKUPS = 200;

/** Answer rates and latencies over the latest finished lookups of all accounts. */
export class PostgresPlatformRecords implements PlatformRecords {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async recent(): Promise<ReadonlyMap<string, PlatformRecord>> {
    const rows = await this.#sql<({ platform: string } & PlatformRecord)[]>`
      SELECT platform,
             count(*) FILTER (WHERE state <> 'inconclusive')::int AS answered,
             count(*) FILTER (WHERE state = 'inconclusive' AND doubt <> 'not_applicable')::int AS omitted,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY (evidence ->> 'latencyMs')::float8)
               FILTER (WHERE state <> 'inconclusive') AS "medianLatencyMs"
      FROM lookup_results
      WHERE NOT from_cache AND lookup_id IN (
        SELECT id FROM lookups WHERE state = 'finished' AND kind = 'lookup' ORDER BY id DESC LIMIT ${LOOKUPS})
      GROUP BY platform`;
    return new Map(rows.map(({ platform, ...record }) => [platform, record]));
  }
}
