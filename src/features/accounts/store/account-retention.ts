import type { RetentionPreview } from '../accounts.js';
import type { Sql } from '../../../kernel/db/client.js';

/** Retention periods in Postgres. */
export class AccountRetentionStore {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * What a period would delete now.
   *
   * @param days period to try; null: none
   * @param accountId the account; null: every account without a period
   */
  async preview(days: number | null, accountId: string | null): Promise<RetentionPreview[]> {
    return this.options.sql<RetentionPreview[]>`
      SELECT a.id AS "accountId", a.retention_days AS "retentionDays", count(l.id)::int AS lookups, min(l.accepted_at) AS oldest,
        coalesce(sum(coalesce(c.outcome_count, (SELECT count(*) FROM lookup_results r WHERE r.lookup_id = l.id))), 0)::int AS results
      FROM accounts a LEFT JOIN lookups l
        ON l.account_id = a.id AND l.state = 'finished' AND l.accepted_at < now() - make_interval(days => ${days}::int)
      LEFT JOIN compressed_results c ON c.lookup_id = l.id
      WHERE ${this.#chosen(accountId)}
      GROUP BY a.id ORDER BY a.id`;
  }

  /** Sets the period, for the same accounts. @returns their ids */
  async set(days: number | null, accountId: string | null): Promise<string[]> {
    const rows = await this.options.sql<
      { id: string }[]
    >`UPDATE accounts a SET retention_days = ${days} WHERE ${this.#chosen(accountId)} RETURNING id`;
    return rows.map(({ id }) => id).sort();
  }

  #chosen(accountId: string | null) {
    return accountId === null ? this.options.sql`a.retention_days IS NULL` : this.options.sql`a.id = ${accountId}`;
  }
}
