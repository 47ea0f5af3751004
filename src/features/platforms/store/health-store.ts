import {
  type AnswerShares,
  DISPUTED_DAYS,
  type ControlSample,
  type HealthRecord,
  KEPT_CONTROLS,
  type ShareAlert,
} from '../../../engine/controls/platform-health.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Sql } from '../../../kernel/db/client.js';

interface Row extends Omit<HealthRecord, 'lookups'> {
  readonly answered: number | null;
  readonly registered: number | null;
}

/** Health of platforms in Postgres: a row for each egress pool, platform and query type, which holds the last controls. */
export class HealthStore {
  constructor(private readonly options: { sql: Sql; egress: EgressPool }) {}

  /** Adds what a control showed, through this process's egress pool. */
  async add(platform: string, queryType: QueryType, sample: ControlSample): Promise<void> {
    // A blocked control shows nothing either way.
    const failed = sample.state === 'failed';
    const passed = sample.state === 'passed';
    await this.options.sql`
      INSERT INTO platform_health AS h (egress, platform, query_type, controls, failing_since, failures)
      VALUES (${this.options.egress}, ${platform}, ${queryType}, ${JSON.stringify([sample])}::jsonb,
              CASE WHEN ${failed}::boolean THEN ${sample.at}::timestamptz END, ${failed ? 1 : 0})
      ON CONFLICT (egress, platform, query_type) DO UPDATE SET
        controls = (SELECT jsonb_agg(e.control ORDER BY e.at) FROM (
          SELECT * FROM jsonb_array_elements(excluded.controls || h.controls) WITH ORDINALITY AS all_controls (control, at)
          ORDER BY at LIMIT ${KEPT_CONTROLS}) e),
        failing_since = CASE WHEN ${passed}::boolean THEN NULL ELSE coalesce(h.failing_since, excluded.failing_since) END,
        failures = CASE WHEN ${passed}::boolean THEN 0 ELSE h.failures + excluded.failures END`;
  }

  /** Of these platforms, all without any, through all egress pools, by slug, query type and egress. */
  async read(platforms?: readonly string[]): Promise<readonly HealthRecord[]> {
    const wanted = platforms === undefined ? null : [...platforms];
    const rows = await this.options.sql<Row[]>`
      SELECT egress, platform, query_type AS "queryType", h.failing_since AS "failingSince",
             -- Earlier releases kept controls of rules here that lookups did not use.
             jsonb_path_query_array(coalesce(h.controls, '[]'::jsonb), '$[*] ? (!exists(@.shadow))') AS controls, coalesce(h.failures, 0) AS failures, h.alert, a.answered, a.registered
      FROM platform_health h
      FULL JOIN (SELECT egress, platform, query_type, sum(answered)::int AS answered, sum(registered)::int AS registered
                 FROM platform_answers GROUP BY egress, platform, query_type) a USING (egress, platform, query_type)
      WHERE ${wanted}::text[] IS NULL OR platform = ANY (${wanted}::text[])
      ORDER BY platform COLLATE "C", query_type, egress`;
    return rows.map(({ answered, registered, ...row }) => ({
      ...row,
      lookups: answered === null || registered === null ? null : { answered, registered },
    }));
  }

  /** Results of a platform that accounts disputed in the last days, of those that still exist. Answers of test lookups are invented. */
  async disputes(platform: string): Promise<number> {
    const [row] = await this.options.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM result_disputes d JOIN lookups l ON l.id = d.lookup_id
      WHERE d.platform = ${platform} AND d.created_at > now() - make_interval(days => ${DISPUTED_DAYS}) AND NOT l.is_test`;
    return row?.count ?? 0;
  }

  /** Platforms and query types through this egress pool whose share of the last hour is to be compared with the days before. */
  async shares() {
    interface ShareRow {
      platform: string;
      queryType: QueryType;
      now: AnswerShares;
      before: AnswerShares;
      alert: ShareAlert | null;
    }
    return this.options.sql<ShareRow[]>`
      SELECT s.platform, s.query_type AS "queryType", h.alert,
             jsonb_build_object('answered', today.answered, 'registered', today.registered) AS now,
             jsonb_build_object('answered', before.answered, 'registered', before.registered) AS before
      FROM platform_stats s
      JOIN platform_answers today USING (egress, platform, query_type)
      LEFT JOIN platform_health h USING (egress, platform, query_type)
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(registered), 0)::int AS registered FROM platform_answers p
        WHERE p.egress = s.egress AND p.platform = s.platform AND p.query_type = s.query_type AND p.day < today.day AND p.day >= today.day - 14) before
      WHERE s.egress = ${this.options.egress} AND s.probed_at > now() - interval '1 hour' AND today.day = (s.probed_at AT TIME ZONE 'UTC')::date
      ORDER BY s.platform, s.query_type`;
  }

  async setAlert(platform: string, queryType: QueryType, alert: ShareAlert): Promise<void> {
    await this.options.sql`
      INSERT INTO platform_health (egress, platform, query_type, alert)
      VALUES (${this.options.egress}, ${platform}, ${queryType}, ${JSON.stringify(alert)}::jsonb)
      ON CONFLICT (egress, platform, query_type) DO UPDATE SET alert = excluded.alert`;
  }
}
