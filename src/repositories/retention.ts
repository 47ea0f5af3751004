import type { Retention } from '../domain/account-ports.js';
import type { Sql } from '../db/client.js';

/** Deletes rows whose time is over. Each statement may run twice, or beside itself. */
export class PostgresRetention implements Retention {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async forgetExpired(): Promise<number> {
    const deletions = [
      this.#sql`DELETE FROM rate_windows WHERE minute < clock_timestamp() - interval '1 hour'`,
      this.#sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`,
      this.#sql`DELETE FROM platform_facts WHERE checked_at < now() - interval '7 days'`,
      this.#sql`DELETE FROM platform_cooldowns WHERE until < now() - interval '1 day'`,
      this.#sql`DELETE FROM platform_records WHERE asked_at < now() - interval '30 days'`,
      // With their deliveries and attempts; so many a run, so that the statement ends in time.
      this.#sql`DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events WHERE created_at < now() - interval '30 days' LIMIT 20000)`,
      this.#sql`DELETE FROM webhook_secrets WHERE valid_until < now() - interval '1 day'`,
      this.#sql`DELETE FROM mails WHERE created_at < now() - interval '90 days'`,
    ];
    let deleted = 0;
    for (const deletion of deletions) deleted += (await deletion).count;
    return deleted;
  }
}
