import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import { type BackoffStore, MAX_BACKOFF_SECONDS } from '../../../engine/catalogue/rules/ports.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Pauses that platforms requested of one egress pool, by the database's clock; each of its workers reads them at its next shard. */
export class PostgresBackoffStore implements BackoffStore {
  constructor(private readonly options: { sql: Sql; egress: EgressPool }) {}

  async backoffs(): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.options.sql<{ platform: string; until: Date }[]>`
      SELECT platform, until FROM platform_backoffs WHERE egress = ${this.options.egress} AND until > clock_timestamp()`;
    return new Map(rows.map(({ platform, until }) => [platform, until]));
  }

  async backOff(platform: string, seconds: number, reason: string): Promise<void> {
    const backoff = Math.min(Math.max(0, seconds), MAX_BACKOFF_SECONDS);
    await this.options.sql`
      INSERT INTO platform_backoffs AS c (egress, platform, until, reason)
      VALUES (${this.options.egress}, ${platform}, clock_timestamp() + make_interval(secs => ${backoff}), ${reason})
      ON CONFLICT (egress, platform) DO UPDATE SET until = greatest(c.until, excluded.until), reason = excluded.reason`;
  }
}
