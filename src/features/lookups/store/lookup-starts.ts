import type { Sql } from '../../../kernel/db/client.js';
import { RESTART_DELAYS_SECONDS } from '../lookup.js';

/** How often lookups were started, in their rows. The first start, at acceptance or by the dispatcher of batches, is in the default. */
export class LookupStarts {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Counts a further start, and sets the time before which the reconciler starts the lookup no more.
   *
   * @returns how often it was started in all; null when it is finished or deleted
   */
  async count(lookupId: string): Promise<number | null> {
    const delays = [...RESTART_DELAYS_SECONDS];
    const [row] = await this.options.sql<{ starts: number }[]>`
      UPDATE lookups SET starts = starts + 1,
        restart_at = now() + make_interval(secs => (${delays}::int[])[least(starts, ${delays.length}::int)])
      WHERE id = ${lookupId} AND state <> 'finished' RETURNING starts`;
    return row?.starts ?? null;
  }
}
