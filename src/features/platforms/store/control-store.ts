import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Control } from '../../../engine/controls/control.js';
import { MAX_CONTRADICTIONS } from '../../../engine/controls/contradictions.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { ControlStore, WithdrawnDenials } from '../../../engine/controls/ports.js';
import type { Database } from '../../../kernel/db/client.js';
import { platformControls, withdrawnDenials } from './schema.js';

/** The new outcome with what other processes learnt of the same rule: each contradiction once, each form, and where it has none, pages and what capitals showed. */
const withWhatIsLearnt = sql`
  CASE WHEN ${platformControls.outcome} -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_strip_nulls(jsonb_build_object('site', ${platformControls.outcome} -> 'site', 'capitals', ${platformControls.outcome} -> 'capitals')) ELSE '{}'::jsonb END
  || excluded.outcome || CASE
    WHEN ${platformControls.outcome} ? 'forms' AND ${platformControls.outcome} -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_build_object('forms', ${platformControls.outcome} -> 'forms' || coalesce(excluded.outcome -> 'forms', '{}'))
    ELSE '{}'::jsonb END || CASE
    WHEN ${platformControls.outcome} ? 'contradictions' AND ${platformControls.outcome} -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_build_object('contradictions', (
      SELECT jsonb_agg(kept.each) FROM (
        SELECT DISTINCT each, each ->> 'at' AS at
        FROM jsonb_array_elements(${platformControls.outcome} -> 'contradictions' || coalesce(excluded.outcome -> 'contradictions', '[]')) AS all_of (each)
        ORDER BY at DESC LIMIT ${MAX_CONTRADICTIONS}) kept))
    ELSE '{}'::jsonb END`;

/** Controls of one egress pool in Postgres, one row per platform and query type. */
export class PostgresControlStore implements ControlStore {
  constructor(private readonly options: { db: Database; egress: EgressPool }) {}

  async newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>> {
    if (platforms.length === 0) return new Map();
    const rows = await this.options.db
      .select()
      .from(platformControls)
      .where(and(eq(platformControls.egress, this.options.egress), inArray(platformControls.platform, [...platforms])));
    return new Map(
      rows.map(({ egress: _, queryType, ...control }) => [`${control.platform}:${queryType}`, { ...control, subject: queryType }]),
    );
  }

  async save({ subject, ...control }: Control): Promise<void> {
    await this.options.db
      .insert(platformControls)
      .values({ ...control, queryType: subject, egress: this.options.egress })
      .onConflictDoUpdate({
        target: [platformControls.egress, platformControls.platform, platformControls.queryType],
        set: { outcome: withWhatIsLearnt, checkedAt: control.checkedAt, latencyMs: control.latencyMs },
        // A control that was confirmed since has the same time and more details.
        setWhere: sql`${platformControls.checkedAt} <= excluded.checked_at`,
      });
  }

  async withdraw({ platform, subject: queryType, since, until }: WithdrawnDenials): Promise<void> {
    await this.options.db
      .insert(withdrawnDenials)
      .values({ egress: this.options.egress, platform, queryType, since, until })
      .onConflictDoUpdate({
        target: [withdrawnDenials.egress, withdrawnDenials.platform, withdrawnDenials.queryType, withdrawnDenials.since],
        set: { until: sql`greatest(${withdrawnDenials.until}, excluded.until)` },
      });
  }
}
