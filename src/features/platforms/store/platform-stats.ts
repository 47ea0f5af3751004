import { LRUCache } from 'lru-cache';
import type { PlatformStatus, PlatformStatuses } from '../../../engine/catalogue/rules/platform-status.js';
import { type Control, controlExpiry } from '../../../engine/controls/control.js';
import { INCONCLUSIVE_REASONS, traitsOf } from '../../../engine/evaluation/verdict.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { QueryType } from '../../../kernel/identity/identity.js';

/** Rows that one summary reads, at most: some dozens of deep sweeps, a fraction of a second of the database's time. */
const MAX_RESULTS = 100_000;
const MAX_LOOKUPS = 5_000;
/** Answers of an hour that replace those of an earlier hour of the day. */
const ENOUGH_ANSWERS = 20;
const UNCOUNTED = INCONCLUSIVE_REASONS.filter((reason) => !traitsOf(reason).countsForPlatform);

/**
 * Writes the statistics of platforms for each egress pool, from the latest finished lookups of all accounts. Of each platform only
 * the hour before its newest check counts, so that a platform that recovered is not rated by earlier failures. Omissions that no
 * platform caused (quarantine, a missing control, a proxy of ours) are not counted.
 */
export class PlatformStatsStore {
  readonly #results: number;

  /** @param options.results rows that one summary reads, at most */
  constructor(private readonly options: { sql: Sql; egress: EgressPool; results?: number }) {
    this.#results = options.results ?? MAX_RESULTS;
  }

  /** Summarises the latest results of all accounts, by egress pool, platform and query type. @returns how many statistics were updated */
  async summarise(): Promise<number> {
    const renewed = await this.options.sql`
      WITH latest AS (
        SELECT id FROM lookups WHERE state = 'finished' AND kind = 'lookup' AND NOT is_test ORDER BY id DESC LIMIT ${MAX_LOOKUPS}
      ), read AS (
        -- Newest lookups first, until enough rows were read; the inner LIMIT has them read lookup by lookup.
        SELECT r.* FROM latest CROSS JOIN LATERAL (SELECT * FROM lookup_results WHERE lookup_id = latest.id LIMIT ${this.#results}) r
        ORDER BY latest.id DESC LIMIT ${this.#results}
      ), checks AS (
        SELECT r.egress, r.platform, split_part(r.subject, '#', 1) AS query_type, r.state, r.checked_at,
               (r.evidence ->> 'latencyMs')::float8 AS ms,
               max(r.checked_at) OVER (PARTITION BY r.egress, r.platform, split_part(r.subject, '#', 1)) AS newest
        FROM read r
        WHERE r.source = 'sweep' AND NOT r.from_cache AND r.egress IS NOT NULL AND (r.reason IS NULL OR r.reason <> ALL (${UNCOUNTED}))
      ), summed AS (
        SELECT egress, platform, query_type, newest,
               count(*) FILTER (WHERE state <> 'inconclusive')::int AS answered,
               count(*) FILTER (WHERE state = 'inconclusive')::int AS omitted,
               count(*) FILTER (WHERE state = 'registered')::int AS registered,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE state <> 'inconclusive') AS median_ms,
               percentile_cont(0.9) WITHIN GROUP (ORDER BY ms) AS p90_ms
        FROM checks WHERE checked_at > newest - interval '1 hour'
        GROUP BY egress, platform, query_type, newest
      ), days AS (
        -- Of each day the latest hour with enough answers: what its shares are compared with on the days after.
        INSERT INTO platform_answers AS d (egress, platform, query_type, day, answered, registered)
        SELECT egress, platform, query_type, (newest AT TIME ZONE 'UTC')::date, answered, registered FROM summed WHERE answered > 0
        ORDER BY egress, platform, query_type
        ON CONFLICT (egress, platform, query_type, day) DO UPDATE SET answered = excluded.answered, registered = excluded.registered
          WHERE excluded.answered >= least(d.answered, ${ENOUGH_ANSWERS})
      )
      INSERT INTO platform_stats AS p (egress, platform, query_type, answered, omitted, median_latency_ms, p90_latency_ms, probed_at)
      SELECT egress, platform, query_type, answered, omitted, median_ms, p90_ms, newest FROM summed
      ORDER BY egress, platform, query_type
      ON CONFLICT (egress, platform, query_type) DO UPDATE
        SET answered = excluded.answered, omitted = excluded.omitted, median_latency_ms = excluded.median_latency_ms,
            p90_latency_ms = excluded.p90_latency_ms, probed_at = excluded.probed_at
        -- Results that are compressed meanwhile are not read again: the sums that had them stand until there is a newer check.
        WHERE excluded.probed_at > p.probed_at OR (excluded.probed_at = p.probed_at AND excluded.answered + excluded.omitted >= p.answered + p.omitted)`;
    return renewed.count;
  }

  /** Platforms that lookups probed through this process's egress pool since then, as `<platform>:<query type>`. */
  async probedSince(moment: Date): Promise<ReadonlySet<string>> {
    const rows = await this.options.sql<{ key: string }[]>`
      SELECT platform || ':' || query_type AS key FROM platform_stats WHERE egress = ${this.options.egress} AND probed_at > ${moment.toISOString()}`;
    return new Set(rows.map(({ key }) => key));
  }
}

/** Ages in milliseconds: below the first the cached value is used; up to the second it is used and refreshed in the background. */
const REFRESH_AFTER_MS = 15_000;
const MAX_AGE_MS = 60_000;

interface Row {
  platform: string;
  queryType: QueryType;
  state: Control['outcome']['state'] | null;
  checkedAt: Date | null;
  controlLatencyMs: number | null;
  answered: number | null;
  omitted: number | null;
  medianLatencyMs: number | null;
  p90LatencyMs: number | null;
  probedAt: Date | null;
}

/**
 * Statuses of platforms through one egress pool, read in one query and cached for some seconds: a plan on the instant path must not
 * wait for four thousand rows. The cache decides about order and bands only; a probe reads the platform's control again.
 */
export class PlatformStatusReader {
  readonly #cache = new LRUCache<'all', PlatformStatuses>({
    max: 1,
    ttl: MAX_AGE_MS,
    noDeleteOnFetchRejection: true, // the next plan tries again
    fetchMethod: () => this.#query(),
  });

  constructor(private readonly options: { sql: Sql; egress: EgressPool }) {}

  /** All statuses, at most some seconds old while they are in use; cheap enough for every plan. */
  current(): Promise<PlatformStatuses> {
    const leftMs = this.#cache.getRemainingTTL('all');
    return this.#cache.forceFetch('all', { allowStale: leftMs > 0, forceRefresh: leftMs < MAX_AGE_MS - REFRESH_AFTER_MS });
  }

  async #query(): Promise<PlatformStatuses> {
    const rows = await this.options.sql<Row[]>`
      SELECT platform, query_type AS "queryType", c.outcome ->> 'state' AS state, c.checked_at AS "checkedAt", c.latency_ms AS "controlLatencyMs",
             r.answered, r.omitted, r.median_latency_ms AS "medianLatencyMs", r.p90_latency_ms AS "p90LatencyMs",
             r.probed_at AS "probedAt"
      FROM (SELECT * FROM platform_controls WHERE egress = ${this.options.egress}) c
      FULL JOIN (SELECT * FROM platform_stats WHERE egress = ${this.options.egress}) r USING (platform, query_type)`;
    return new Map(rows.map((row) => [`${row.platform}:${row.queryType}`, toPlatformStatus(row)]));
  }
}

function toPlatformStatus(row: Row): PlatformStatus {
  const { state, checkedAt, answered, omitted, probedAt } = row;
  return {
    quarantinedUntil: state === 'failed' && checkedAt !== null ? controlExpiry({ outcome: { state }, checkedAt }) : null,
    controlLatencyMs: state === 'passed' ? row.controlLatencyMs : null,
    stats:
      answered === null || omitted === null || probedAt === null
        ? null
        : { answered, omitted, probedAt, medianLatencyMs: row.medianLatencyMs, p90LatencyMs: row.p90LatencyMs },
  };
}
