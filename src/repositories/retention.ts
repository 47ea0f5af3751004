import type { Fragment } from 'postgres';
import type { Retention } from '../domain/account-ports.js';
import type { Sql } from '../db/client.js';

/** Rows that go with one statement, which so ends in time, also where deliveries and attempts go with their events. */
const AT_ONCE = 5_000;

/** Deletes rows whose time is over. Each statement may run twice, or beside itself. */
export class PostgresRetention implements Retention {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  /** @throws the first fault, when all else that is over was deleted */
  async forgetExpired(): Promise<number> {
    const over = {
      rate_windows: this.#sql`minute < now() - interval '1 hour'`,
      idempotency_keys: this.#sql`created_at < now() - interval '24 hours'`,
      platform_facts: this.#sql`checked_at < now() - interval '7 days'`,
      platform_cooldowns: this.#sql`until < now() - interval '1 day'`,
      platform_controls: this.#sql`checked_at < now() - interval '30 days'`,
      platform_records: this.#sql`asked_at < now() - interval '30 days'`,
      webhook_events: this.#sql`created_at < now() - interval '30 days'`,
      webhook_secrets: this.#sql`valid_until < now() - interval '1 day'`,
      mails: this.#sql`created_at < now() - interval '90 days'`,
    };
    let deleted = 0;
    const faults: unknown[] = [];
    for (const [table, isOver] of Object.entries(over)) {
      try {
        deleted += await this.#forget(table, isOver);
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw faults[0];
    return deleted;
  }

  async #forget(table: string, isOver: Fragment): Promise<number> {
    const sql = this.#sql;
    for (let deleted = 0; ; ) {
      // Asked twice, so that a row that is renewed meanwhile stays.
      const { count } = await sql`
        DELETE FROM ${sql(table)}
        WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${sql(table)} WHERE ${isOver} LIMIT ${AT_ONCE})) AND ${isOver}`;
      deleted += count;
      if (count < AT_ONCE) return deleted;
    }
  }
}
