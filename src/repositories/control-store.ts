import { inArray, sql } from 'drizzle-orm';
import type { Control } from '../domain/calibration.js';
import type { ControlStore } from '../domain/ports.js';
import type { Database } from '../db/client.js';
import { platformControls } from '../db/schema/index.js';

/** Controls in Postgres, one row a platform and query type. */
export class PostgresControlStore implements ControlStore {
  readonly #db: Database;

  constructor(options: { db: Database }) {
    this.#db = options.db;
  }

  async newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>> {
    if (platforms.length === 0) return new Map();
    const rows = await this.#db.select().from(platformControls).where(inArray(platformControls.platform, [...platforms]));
    return new Map(rows.map((control) => [`${control.platform}:${control.subject}`, control]));
  }

  async save(control: Control): Promise<void> {
    await this.#db
      .insert(platformControls)
      .values(control)
      .onConflictDoUpdate({
        target: [platformControls.platform, platformControls.subject],
        set: { outcome: control.outcome, checkedAt: control.checkedAt, latencyMs: control.latencyMs },
        // One that was confirmed since has the same time and more to say.
        setWhere: sql`${platformControls.checkedAt} <= excluded.checked_at`,
      });
  }
}
