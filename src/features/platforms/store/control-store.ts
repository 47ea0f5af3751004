import type { Control } from '../../../engine/controls/control.js';
import { MAX_CONTRADICTIONS } from '../../../engine/controls/contradictions.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { ControlStore, WithdrawnAnswers } from '../../../engine/controls/ports.js';
import type { Sql } from '../../../kernel/db/client.js';

/** The new outcome with what other processes learnt of the same rule: each contradiction once, each form, and where it has none, pages and what capitals showed. */
const withWhatIsLearnt = (sql: Sql) => sql`
  CASE WHEN c.outcome -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_strip_nulls(jsonb_build_object('site', c.outcome -> 'site', 'capitals', c.outcome -> 'capitals')) ELSE '{}'::jsonb END
  || excluded.outcome || CASE
    WHEN c.outcome ? 'forms' AND c.outcome -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_build_object('forms', c.outcome -> 'forms' || coalesce(excluded.outcome -> 'forms', '{}'))
    ELSE '{}'::jsonb END || CASE
    WHEN c.outcome ? 'contradictions' AND c.outcome -> 'rule' IS NOT DISTINCT FROM excluded.outcome -> 'rule'
    THEN jsonb_build_object('contradictions', (
      SELECT jsonb_agg(kept.each) FROM (
        SELECT DISTINCT each, each ->> 'at' AS at
        FROM jsonb_array_elements(c.outcome -> 'contradictions' || coalesce(excluded.outcome -> 'contradictions', '[]')) AS all_of (each)
        ORDER BY at DESC LIMIT ${MAX_CONTRADICTIONS}) kept))
    ELSE '{}'::jsonb END`;

/** Controls of one egress pool in Postgres, one row per platform and query type. */
export class PostgresControlStore implements ControlStore {
  constructor(private readonly options: { sql: Sql; egress: EgressPool }) {}

  async newest(platforms: readonly string[]): Promise<ReadonlyMap<string, Control>> {
    if (platforms.length === 0) return new Map();
    const rows = await this.options.sql<Control[]>`
      SELECT platform, query_type AS subject, outcome, checked_at AS "checkedAt", latency_ms AS "latencyMs" FROM platform_controls
      WHERE egress = ${this.options.egress} AND platform = ANY (${[...platforms]})`;
    return new Map(rows.map((control) => [`${control.platform}:${control.subject}`, control]));
  }

  async save({ platform, subject, outcome, checkedAt, latencyMs }: Control): Promise<void> {
    const { sql, egress } = this.options;
    // A control that was confirmed since has the same time and more details.
    await sql`
      INSERT INTO platform_controls AS c (egress, platform, query_type, outcome, checked_at, latency_ms)
      VALUES (${egress}, ${platform}, ${subject}, ${JSON.stringify(outcome)}, ${checkedAt}, ${latencyMs})
      ON CONFLICT (egress, platform, query_type) DO UPDATE
      SET outcome = ${withWhatIsLearnt(sql)}, checked_at = excluded.checked_at, latency_ms = excluded.latency_ms
      WHERE c.checked_at <= excluded.checked_at`;
  }

  async withdraw({ platform, subject, state, since, until }: WithdrawnAnswers): Promise<void> {
    const { sql, egress } = this.options;
    await sql`
      INSERT INTO withdrawn_denials AS w (egress, platform, query_type, since, until, states)
      VALUES (${egress}, ${platform}, ${subject}, ${since}, ${until}, ${[state]})
      ON CONFLICT (egress, platform, query_type, since) DO UPDATE
      SET until = greatest(w.until, excluded.until), states = CASE WHEN w.states @> excluded.states THEN w.states ELSE w.states || excluded.states END`;
  }

  async trustFrom({ platform, subject }: Pick<WithdrawnAnswers, 'platform' | 'subject'>, from: Date): Promise<void> {
    const { sql, egress } = this.options;
    await sql`
      UPDATE withdrawn_denials SET until = ${from}
      WHERE egress = ${egress} AND platform = ${platform} AND query_type = ${subject} AND until > ${from} AND since < ${from}`;
  }
}
