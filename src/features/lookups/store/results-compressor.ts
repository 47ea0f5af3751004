import pLimit from 'p-limit';
import type { RetentionRun } from '../../accounts/accounts.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { compressOutcomes } from './compressed-results.js';
import { readSnapshot } from './lookup-reader.js';

/** Lookups read per page. */
const BATCH_ROWS = 100;
/** Lookups compressed at once: each waits for some round trips and a commit, and one after another they would not keep up with the peak. */
const AT_ONCE = 4;

interface Due {
  readonly id: string;
  readonly finishedAt: Date;
}

/**
 * Compresses the results of lookups that finished an hour ago or earlier: until then they are read most, and platform statistics
 * (src/features/platforms/store/platform-stats.ts) are computed from the rows.
 */
export class ResultsCompressor {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Continues after a lookup that fails.
   *
   * @returns lookups compressed
   * @throws the first fault, when all others are compressed; the signal's reason
   */
  async compressFinished({ signal, onProgress }: RetentionRun = {}): Promise<number> {
    const faults: unknown[] = [];
    let compressed = 0;
    const limit = pLimit(AT_ONCE);
    for (let page = await this.#due(null); page.length > 0; page = await this.#due(page.at(-1) ?? null)) {
      await limit.map(page, async ({ id }) => {
        if (signal?.aborted) return;
        onProgress?.();
        try {
          if (await this.#compress(id)) compressed += 1;
        } catch (fault) {
          faults.push(fault);
        }
      });
      signal?.throwIfAborted();
    }
    if (faults.length > 0) throw faults[0];
    return compressed;
  }

  #due(after: Due | null): Promise<Due[]> {
    const sql = this.options.sql;
    return sql<Due[]>`
      SELECT id, finished_at AS "finishedAt" FROM lookups
      WHERE state = 'finished' AND NOT is_compressed AND finished_at < now() - interval '1 hour'
        ${after ? sql`AND (finished_at, id) > (${after.finishedAt}::timestamptz, ${after.id})` : sql``}
      ORDER BY finished_at, id LIMIT ${BATCH_ROWS}`;
  }

  /**
   * Compresses outside of the transaction, which waits for nothing but Postgres, and exchanges the rows for the value under the lookup
   * row's lock: readers see either of them. Results of a finished lookup are deleted at most, and then the next run compresses the others.
   *
   * @returns false when the lookup is already compressed, deleted, or locked: the next run tries again
   */
  async #compress(lookupId: string): Promise<boolean> {
    const known = await readSnapshot(this.options.sql, lookupId, { withPlan: false });
    if (!known) return false;
    // A lookup without results has a value as well: what is missing was deleted.
    const { head, body } = await compressOutcomes(known.outcomes);
    return transaction(this.options.sql, async (tx) => {
      const [open] =
        await tx`SELECT 1 FROM lookups WHERE id = ${lookupId} AND state = 'finished' AND NOT is_compressed FOR UPDATE SKIP LOCKED`;
      if (!open) return false;
      const { count } = await tx`DELETE FROM lookup_results WHERE lookup_id = ${lookupId}`;
      if (count !== known.outcomes.length) throw new Error('results were deleted while they were compressed');
      await tx`INSERT INTO compressed_results (lookup_id, outcome_count, head, body) VALUES (${lookupId}, ${count}, ${head}, ${body})`;
      await tx`UPDATE lookups SET is_compressed = true WHERE id = ${lookupId}`;
      return true;
    });
  }
}
