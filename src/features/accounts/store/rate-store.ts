import type { RateWindow } from '../accounts.js';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import { FairLimiter } from '../../../kernel/values/fair-shares.js';
import type { Sql } from '../../../kernel/db/client.js';

interface WindowRow {
  hits: number;
  reset: number;
}

function toWindow(row: WindowRow, limit: number): RateWindow {
  return {
    limit,
    remaining: Math.max(0, limit - row.hits),
    resetSeconds: Math.max(1, Math.ceil(row.reset)),
    allowed: row.hits <= limit,
  };
}

/** Hexadecimal digits that tell networks apart; two that share them would share a limit. */
const NETWORK_DIGITS = 32;

/** Requests with keys that are counted at once in this process: those of one account wait for one row, each with a connection. */
const CONCURRENT_COUNTS = 6;

/** Fixed minute windows, aligned to the minute of the database's clock, so that all processes share one clock. */
export class RateStore {
  readonly #counts = new FairLimiter(CONCURRENT_COUNTS);

  /** @param options.digest digests addresses of clients */
  constructor(private readonly options: { sql: Sql; digest: KeyedDigest }) {}

  /** As `hit`, for a client without a key. @param network its address, or its /64; stored as a keyed digest */
  hitNetwork(network: string, rateClass: string, limit: number): Promise<RateWindow> {
    return this.hit(`address:${this.options.digest.of(network).slice(0, NETWORK_DIGITS)}`, rateClass, limit);
  }

  /** Counts one request in the current minute. Processes share the count: together they allow exactly `limit` requests a minute. */
  async hit(caller: string, rateClass: string, limit: number): Promise<RateWindow> {
    // Counting stops just above the limit: a refused request is still seen, an endless flood does not overflow.
    const [row] = await this.options.sql<WindowRow[]>`
      WITH clock AS (SELECT clock_timestamp() AS now)
      INSERT INTO rate_windows AS w (caller, rate_class, window_start, hits)
      SELECT ${caller}, ${rateClass}, date_trunc('minute', now), 1 FROM clock
      ON CONFLICT (caller, rate_class, window_start) DO UPDATE SET hits = least(w.hits + 1, ${limit}::int + 1)
      RETURNING hits, extract(epoch FROM window_start + interval '1 minute' - clock_timestamp())::float8 AS reset`;
    if (!row) throw new Error('the rate window returned no row');
    return toWindow(row, limit);
  }

  /**
   * As `hit`, for a key, and counts what its own window allows in one of its account too: what it refuses takes nothing from other keys.
   *
   * @returns the tighter window: the one that refuses, else the one with less left
   */
  async hitBoth(key: string, account: string, rateClass: string, limits: { key: number; account: number }): Promise<RateWindow> {
    const [row] = await this.#counts.run(
      account,
      () => this.options.sql<{ own: number; shared: number | null; reset: number }[]>`
      WITH clock AS (SELECT clock_timestamp() AS now), own AS (
        INSERT INTO rate_windows AS w (caller, rate_class, window_start, hits)
        SELECT ${key}, ${rateClass}, date_trunc('minute', now), 1 FROM clock
        ON CONFLICT (caller, rate_class, window_start) DO UPDATE SET hits = least(w.hits + 1, ${limits.key}::int + 1)
        RETURNING window_start, hits
      ), shared AS (
        INSERT INTO rate_windows AS w (caller, rate_class, window_start, hits)
        SELECT ${account}, ${rateClass}, window_start, 1 FROM own WHERE hits <= ${limits.key}::int
        ON CONFLICT (caller, rate_class, window_start) DO UPDATE SET hits = least(w.hits + 1, ${limits.account}::int + 1)
        RETURNING hits
      )
      SELECT hits AS own, (SELECT hits FROM shared) AS shared,
             extract(epoch FROM window_start + interval '1 minute' - clock_timestamp())::float8 AS reset
      FROM own`,
    );
    if (!row) throw new Error('the rate window returned no row');
    const own = toWindow({ hits: row.own, reset: row.reset }, limits.key);
    const shared = row.shared === null ? null : toWindow({ hits: row.shared, reset: row.reset }, limits.account);
    return shared && (!shared.allowed || shared.remaining < own.remaining) ? shared : own;
  }
}
