import type { Fragment } from 'postgres';
import type { RetentionRun } from '../../accounts/accounts.js';
import { FACT_DAYS } from '../../lookups/fact-lifetime.js';
import { DEVICE_DAYS } from '../../people/people.js';
import { removeDeparted } from '../../people/store/departed-people.js';
import { EVENT_DAYS } from '../../webhooks/event.js';
import type { Sql } from '../../../kernel/db/client.js';
import { expiringAccounts, removeExpiredLookups, removeTestLookups, type ExpiringAccount } from '../../lookups/store/lookup-remover.js';

/** Rows deleted by one statement, so that it ends in time. */
const BATCH_ROWS = 5_000;
/** The same where a row is large or cascades to others: a body may have a megabyte, and an event eight attempts per endpoint. */
const BATCH_ROWS_BY_TABLE: Readonly<Record<string, number>> = { webhook_events: 200, emails: 1_000, batches: 10 };
/** Accounts read per page. */
const ACCOUNTS = 1_000;
/** Days after which rows that belong to an account are deleted, unless its own period is shorter. */
const EMAIL_DAYS = 90;
/** Years for which bills of a deleted account are kept. */
const BILL_YEARS = 10;

/**
 * Deletes expired data: lookups by their account's retention period, everything else by a period of its own. Each statement may run
 * twice, or concurrently with itself.
 */
export class Retention {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * @returns rows deleted; of lookups only their own rows are counted
   * @throws the first fault, after everything else that has expired was deleted; the signal's reason
   */
  async deleteExpired({ signal, onProgress }: RetentionRun = {}): Promise<number> {
    const sql = this.options.sql;
    const ofDeleted = sql`account_id IN (SELECT id FROM accounts WHERE deleted_at IS NOT NULL)`;
    const over = {
      rate_windows: sql`window_start < now() - interval '1 hour'`,
      // What a killed process left of one; those of test keys, as their lookups.
      batches: sql`state = 'storing' AND created_at < now() - interval '1 hour' OR is_test AND created_at < now() - interval '1 day'`,
      idempotency_keys: sql`created_at < now() - interval '24 hours'`,
      platform_facts: sql`checked_at < now() - make_interval(days => ${FACT_DAYS.registered})`,
      platform_backoffs: sql`until < now() - interval '1 day'`,
      platform_controls: sql`checked_at < now() - interval '30 days'`,
      platform_stats: sql`probed_at < now() - interval '30 days'`,
      platform_answers: sql`day < (now() AT TIME ZONE 'UTC')::date - 14`,
      platform_health: sql`coalesce(controls -> 0 ->> 'at', alert ->> 'at')::timestamptz < now() - interval '30 days'`,
      traffic_observations: sql`stored_at < now() - interval '15 minutes'`,
      webhook_events: sql`created_at < now() - make_interval(days => ${EVENT_DAYS})`,
      // Nobody reads them: a cursor of then has expired, too.
      event_feeds: sql`read_at < now() - make_interval(days => ${EVENT_DAYS})`,
      webhook_secrets: sql`valid_until < now() - interval '1 day'`,
      erasure_executions: sql`removed_at < now() - interval '1 day'`,
      sign_in_codes: sql`expires_at < now() - interval '1 day'`,
      known_devices: sql`created_at < now() - make_interval(days => ${DEVICE_DAYS})`,
      passkey_challenges: sql`expires_at < now()`,
      sign_in_links: sql`expires_at < now() - interval '1 day'`,
      operator_sessions: sql`expires_at < now()`,
      sessions: sql`expires_at < now() - interval '1 day' OR revoked_at < now() - interval '30 days'`,
      invitations: sql`coalesce(accepted_at, revoked_at, expires_at) < now() - interval '90 days'`,
      // Bills of deleted accounts.
      usage_ledger: sql`created_at < now() - make_interval(years => ${BILL_YEARS}) AND ${ofDeleted}`,
      balance_top_ups: sql`created_at < now() - make_interval(years => ${BILL_YEARS}) AND ${ofDeleted}`,
      emails: sql`created_at < now() - make_interval(days => ${EMAIL_DAYS})`,
    };
    const onChunk = (): void => {
      signal?.throwIfAborted();
      onProgress?.();
    };
    let deleted = 0;
    const faults: unknown[] = [];
    const attempt = async (work: () => Promise<number>): Promise<void> => {
      onChunk();
      try {
        deleted += await work();
      } catch (fault) {
        signal?.throwIfAborted();
        faults.push(fault);
      }
    };
    for (const [table, isOver] of Object.entries(over)) await attempt(() => this.#deleteRows(table, isOver, onChunk));
    await attempt(() => this.#deleteAudit(onChunk));
    await attempt(() => removeTestLookups(sql, onChunk));
    await attempt(() => removeDeparted(sql, onChunk));
    for await (const account of this.#accounts()) {
      await attempt(() => removeExpiredLookups(sql, account, onChunk));
      for (const [table, isOver] of this.#shorter(account)) await attempt(() => this.#deleteRows(table, isOver, onChunk));
    }
    if (faults.length > 0) throw faults[0];
    return deleted;
  }

  async *#accounts(): AsyncGenerator<ExpiringAccount> {
    for (let after = ''; ; ) {
      const page = await expiringAccounts(this.options.sql, after, ACCOUNTS);
      yield* page;
      if (page.length < ACCOUNTS) return;
      after = page.at(-1)?.id ?? after;
    }
  }

  /** Conditions, by table, for rows that an account with a shorter period keeps less long. Events of lookups are deleted with them. */
  #shorter({ id, retentionDays }: ExpiringAccount): [table: string, isOver: Fragment][] {
    const { sql } = this.options;
    const before = sql`< now() - make_interval(days => ${retentionDays})`;
    const isOver = sql`account_id = ${id} AND created_at ${before}`;
    const tables = [
      'batches',
      ...(retentionDays < EVENT_DAYS ? ['webhook_events'] : []),
      ...(retentionDays < EMAIL_DAYS ? ['emails'] : []),
    ];
    return [...tables.map((table): [string, Fragment] => [table, isOver]), ['event_feeds', sql`account_id = ${id} AND read_at ${before}`]];
  }

  /** Two years of the audit log stay, and its tables refuse the service to delete: a function of their owner does. */
  async #deleteAudit(onChunk: () => void): Promise<number> {
    for (let deleted = 0; ; onChunk()) {
      const [row] = await this.options.sql<{ count: number }[]>`SELECT delete_expired_audit(${BATCH_ROWS}) AS count`;
      if (!row?.count) return deleted;
      deleted += row.count;
    }
  }

  async #deleteRows(table: string, isOver: Fragment, onChunk: () => void): Promise<number> {
    const sql = this.options.sql;
    const atOnce = BATCH_ROWS_BY_TABLE[table] ?? BATCH_ROWS;
    for (let deleted = 0; ; onChunk()) {
      // A row that somebody is writing to need not be deleted now, and waiting for it could be a deadlock.
      const { count } = await sql`
        DELETE FROM ${sql(table)} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${sql(table)} WHERE ${isOver} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED))`;
      deleted += count;
      if (count < atOnce) return deleted;
    }
  }
}
