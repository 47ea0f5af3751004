import { LRUCache } from 'lru-cache';
import { type Control, controlExpiry } from '../../../engine/controls/control.js';
import type { EgressPool } from '../../../engine/flow/egress-pool.js';
import type { PlatformStatus, PlatformStatuses } from '../../../engine/catalogue/rules/platform-status.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Sql } from '../../../kernel/db/client.js';

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
