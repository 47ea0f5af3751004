import { LRUCache } from 'lru-cache';
import { type Control, controlExpiry } from '../../domain/calibration/control.js';
import type { EgressPool } from '../../domain/lookup/egress.js';
import type { PlatformStatus, PlatformStatuses } from '../../domain/catalogue/platform-status.js';
import type { PlatformStatusReader } from '../../domain/catalogue/ports.js';
import type { QueryType } from '../../domain/identity/identity.js';
import type { Sql } from '../client.js';

/** Ages in milliseconds: below the first the cached value is used; up to the second it is used and refreshed in the background. */
const REFRESH_AFTER_MS = 15_000;
const MAX_AGE_MS = 60_000;

interface Row {
  platform: string;
  subject: QueryType;
  state: Control['outcome']['state'] | null;
  checkedAt: string | null;
  controlLatencyMs: number | null;
  answered: number | null;
  omitted: number | null;
  medianLatencyMs: number | null;
  slowLatencyMs: number | null;
  askedAt: string | null;
}

/**
 * Statuses of platforms through one egress pool, read in one query and cached for some seconds: a plan on the instant path must not
 * wait for four thousand rows. The cache decides about order and bands only; a probe reads the platform's control again.
 */
export class PostgresPlatformStatuses implements PlatformStatusReader {
  readonly #sql: Sql;
  readonly #egress: EgressPool;
  readonly #cache = new LRUCache<'all', PlatformStatuses>({
    max: 1,
    ttl: MAX_AGE_MS,
    noDeleteOnFetchRejection: true, // the next plan tries again
    fetchMethod: () => this.#query(),
  });

  constructor(options: { sql: Sql; egress: EgressPool }) {
    this.#sql = options.sql;
    this.#egress = options.egress;
  }

  current(): Promise<PlatformStatuses> {
    const leftMs = this.#cache.getRemainingTTL('all');
    return this.#cache.forceFetch('all', { allowStale: leftMs > 0, forceRefresh: leftMs < MAX_AGE_MS - REFRESH_AFTER_MS });
  }

  async #query(): Promise<PlatformStatuses> {
    const rows = await this.#sql<Row[]>`
      SELECT platform, subject, c.outcome ->> 'state' AS state, c.checked_at AS "checkedAt", c.latency_ms AS "controlLatencyMs",
             r.answered, r.omitted, r.median_latency_ms AS "medianLatencyMs", r.slow_latency_ms AS "slowLatencyMs",
             r.asked_at AS "askedAt"
      FROM (SELECT * FROM platform_controls WHERE egress = ${this.#egress}) c
      FULL JOIN (SELECT * FROM platform_records WHERE egress = ${this.#egress}) r USING (platform, subject)`;
    return new Map(rows.map((row) => [`${row.platform}:${row.subject}`, toPlatformStatus(row)]));
  }
}

function toPlatformStatus(row: Row): PlatformStatus {
  const { state, checkedAt, answered, omitted, askedAt } = row;
  return {
    quarantinedUntil:
      state === 'failed' && checkedAt !== null ? controlExpiry({ outcome: { state }, checkedAt: new Date(checkedAt) }) : null,
    controlLatencyMs: state === 'passed' ? row.controlLatencyMs : null,
    stats:
      answered === null || omitted === null || askedAt === null
        ? null
        : { answered, omitted, askedAt: new Date(askedAt), medianLatencyMs: row.medianLatencyMs, slowLatencyMs: row.slowLatencyMs },
  };
}
