import type { Sql } from './client.js';

/** Interval between comparisons of the clocks, in milliseconds: a clock that is being adjusted drifts by a millisecond in it. */
const COMPARE_MS = 60_000;
/** Pause before the next attempt, in milliseconds, when the database did not respond. */
const RETRY_MS = 1_000;

export interface DatabaseClock {
  /** The time on the database's clock, accurate to half a round trip. */
  readonly now: () => Date;
  close(): void;
}

/**
 * The database's clock, for times that processes compare with one another's: machines whose clocks differ still agree which control
 * is newer and which has expired. Between comparisons this process's monotonic clock is used, so setting its date changes nothing.
 *
 * @returns after the first comparison; when that fails, with this process's date until one succeeds
 */
export async function openDatabaseClock(sql: Sql, { compareMs = COMPARE_MS }: { compareMs?: number } = {}): Promise<DatabaseClock> {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Milliseconds since the epoch at which `performance.now()` was 0, on the database's clock. */
  let origin = performance.timeOrigin;

  async function compare(): Promise<void> {
    const nextMs = await read().then(
      () => compareMs,
      () => RETRY_MS,
    );
    if (!isClosed) timer = setTimeout(() => void compare(), nextMs).unref();
  }
  async function read(): Promise<void> {
    const sentAt = performance.now();
    const [row] = await sql<{ ms: number }[]>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`;
    if (row) origin = row.ms - (sentAt + performance.now()) / 2;
  }

  await compare();
  return {
    now: () => new Date(origin + performance.now()),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
