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
  #kept: { readonly standings: PlatformStatuses; readonly at: number } | undefined;
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
    return this.#kept.standings;
  }

  #read(): Promise<PlatformStatuses> {
    this.#reading ??= this.#query().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #query(): Promise<PlatformStatuses> {
    const rows = await this.#sql<Row[]>`
      SELECT platform, subject, c.outcome ->> 'state' AS state, c.checked_at AS "checkedAt", c.latency_ms AS "controlLatencyMs",
             r.answered, r.omitted, r.median_latency_ms AS "medianLatencyMs", r.slow_latency_ms AS "slowLatencyMs",
             r.asked_at AS "askedAt"
      FROM (SELECT * FROM platform_controls WHERE egress = ${this.#egress}) c
      FULL JOIN (SELECT * FROM platform_records WHERE egress = ${this.#egress}) r USING (platform, subject)`;
    const standings = new Map(rows.map((row) => [`${row.platform}:${row.subject}`, toPlatformStatus(row)]));
    this.#kept = { standings, at: performance.now() };
    return standings;
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
