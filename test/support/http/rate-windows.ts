import type { Service } from '../service.js';

/** Marks a number of requests as made, in this minute and the next, so that no turn of the minute spoils a test. */
export async function fillWindow(service: Pick<Service, 'sql'>, caller: string, rateClass: string, hits: number): Promise<void> {
  await service.sql`
    INSERT INTO rate_windows (caller, rate_class, window_start, hits)
    SELECT ${caller}, ${rateClass}, date_trunc('minute', clock_timestamp()) + make_interval(mins => ahead), ${hits}
    FROM unnest(ARRAY[0, 1]) AS ahead
    ON CONFLICT (caller, rate_class, window_start) DO UPDATE SET hits = excluded.hits`;
}

/** The minute on the database's clock, in seconds since the epoch. */
export async function databaseMinute(service: Pick<Service, 'sql'>): Promise<number> {
  const [row] = await service.sql<{ minute: number }[]>`
    SELECT extract(epoch FROM date_trunc('minute', clock_timestamp()))::int AS minute`;
  return row?.minute ?? 0;
}

/**
 * Runs an attempt that has to lie within one minute of the database's clock; another minute is another attempt, of
 * another key: windows that the first one filled stay full.
 */
export async function withinOneMinute<T>(service: Pick<Service, 'sql'>, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = await databaseMinute(service);
    const result = await attempt();
    if ((await databaseMinute(service)) === before) return result;
  }
}
