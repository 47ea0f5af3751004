import type { CooldownStore } from '../domain/ports.js';
import type { Sql } from '../db/client.js';

/** An hour: a platform that asks for longer is asked again after it. */
export const LONGEST_PAUSE_SECONDS = 3_600;

/** Pauses that platforms asked for, on the database's clock, seen by every worker at its next shard. */
export class PostgresCooldownStore implements CooldownStore {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async coolingPlatforms(): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#sql<{ platform: string; until: string }[]>`
      SELECT platform, until FROM platform_cooldowns WHERE until > clock_timestamp()`;
    return new Map(rows.map((row) => [row.platform, new Date(row.until)]));
  }

  async cool(platform: string, seconds: number, reason: string): Promise<void> {
    const pause = Math.min(Math.max(0, seconds), LONGEST_PAUSE_SECONDS);
    await this.#sql`
      INSERT INTO platform_cooldowns AS c (platform, until, reason)
      VALUES (${platform}, clock_timestamp() + make_interval(secs => ${pause}), ${reason})
      ON CONFLICT (platform) DO UPDATE SET until = greatest(c.until, excluded.until), reason = excluded.reason`;
  }
}
