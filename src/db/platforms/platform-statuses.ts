import { type Control, controlExpiry } from '../../domain/calibration/calibration.js';
import type { EgressPool } from '../../domain/lookup/egress.js';
import type { PlatformStatus, PlatformStatuses } from '../../domain/catalogue/platform-stats.js';
import type { PlatformStatusReader } from '../../domain/catalogue/ports.js';
import type { QueryType } from '../../domain/identity/identity.js';
import type { Sql } from '../client.js';

/** Ages in milliseconds: below the first the cached value is used; up to the second it is used and refreshed in the background. */
const REFRESH_AFTER_MS = 15_000;
const MAX_AGE_MS = 60_000;

interface Row {
  platform: string;
  queryType: QueryType;
  state: Control['outcome']['state'] | null;
  checkedAt: string | null;
  controlLatencyMs: number | null;
  answered: number | null;
  omitted: number | null;
  medianLatencyMs: number | null;
  p90LatencyMs: number | null;
  probedAt: string | null;
}

/**
 * Statuses of platforms through one egress pool, read in one query and cached for some seconds: a plan on the instant path must not
 * wait for four thousand rows. The cache decides about order and bands only; a probe reads the platform's control again.
 */
export class PostgresPlatformStatuses implements PlatformStatusReader {
  readonly #sql: Sql;
  readonly #egress: EgressPool;
  #kept: { readonly statuses: PlatformStatuses; readonly at: number } | undefined;
  #reading: Promise<PlatformStatuses> | undefined;

  constructor(options: { sql: Sql; egress: EgressPool }) {
    this.#sql = options.sql;
    this.#egress = options.egress;
  }

  async current(): Promise<PlatformStatuses> {
    const age = this.#kept === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#kept.at;
    if (this.#kept === undefined || age > MAX_AGE_MS) return this.#read();
    // When the refresh fails the cached value stays: the next plan tries again.
    if (age > REFRESH_AFTER_MS) this.#read().catch(() => undefined);
    return this.#kept.statuses;
  }

  #read(): Promise<PlatformStatuses> {
    this.#reading ??= this.#query().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #query(): Promise<PlatformStatuses> {
    const rows = await this.#sql<Row[]>`
      SELECT platform, query_type AS "queryType", c.outcome ->> 'state' AS state, c.checked_at AS "checkedAt", c.latency_ms AS "controlLatencyMs",
             r.answered, r.omitted, r.median_latency_ms AS "medianLatencyMs", r.p90_latency_ms AS "p90LatencyMs",
             r.probed_at AS "probedAt"
      FROM (SELECT * FROM platform_controls WHERE egress = ${this.#egress}) c
      FULL JOIN (SELECT * FROM platform_stats WHERE egress = ${this.#egress}) r USING (platform, query_type)`;
    const statuses = new Map(rows.map((row) => [`${row.platform}:${row.queryType}`, toPlatformStatus(row)]));
    this.#kept = { statuses, at: performance.now() };
    return statuses;
  }
}

function toPlatformStatus(row: Row): PlatformStatus {
  const { state, checkedAt, answered, omitted, probedAt } = row;
  return {
    quarantinedUntil:
      state === 'failed' && checkedAt !== null ? controlExpiry({ outcome: { state }, checkedAt: new Date(checkedAt) }) : null,
    controlLatencyMs: state === 'passed' ? row.controlLatencyMs : null,
    stats:
      answered === null || omitted === null || probedAt === null
        ? null
        : { answered, omitted, probedAt: new Date(probedAt), medianLatencyMs: row.medianLatencyMs, p90LatencyMs: row.p90LatencyMs },
  };
}
