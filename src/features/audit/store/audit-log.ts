import type { TransactionSql } from 'postgres';
import { type AuditCursor, type AuditEntry, type AuditFilter, READING_ACTION, type StoredAuditEntry } from '../audit-log.js';
import type { NewId } from '../../../kernel/values/ids.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import type { Sql } from '../../../kernel/db/client.js';

/** How long a read may wait for its batch, in milliseconds: as much may be lost when the process is killed. */
const BATCH_MS = 250;
/** Rows of one statement. */
const BATCH_ROWS = 500;
/** Entries that wait while the database is away. Every request needs it to be authenticated, so there are few. */
const MAX_WAITING = 20_000;
const ATTEMPTS_AT_CLOSE = 3;

/** An entry with its id; without a time: that of the transaction. */
export type NewAuditRow = Omit<AuditEntry, 'at'> & { readonly id: string; readonly at?: Date };

/** The statement that adds entries, for a transaction of its own or as a part of another statement. */
export function insertAuditRows(sql: Sql | TransactionSql, entries: readonly NewAuditRow[]) {
  const rows = entries.map(({ accountId, actor, ...entry }) => ({
    ...entry,
    account_id: accountId,
    actor_type: actor.type,
    actor_id: actor.id,
  }));
  return sql`
    INSERT INTO audit_log (id, at, account_id, actor_type, actor_id, action, targets, network, outcome, purpose, means)
    SELECT id, coalesce(at, now()), account_id, actor_type, actor_id, action, targets, network, outcome, purpose, means
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (
      id text, at timestamptz, account_id text, actor_type text, actor_id text, action text, targets text[], network text, outcome text,
      purpose text, means text)
    ON CONFLICT DO NOTHING`;
}

type Row = Omit<StoredAuditEntry, 'actor'> & { actorType: AuditEntry['actor']['type']; actorId: string | null };

/** The audit log in Postgres, whose triggers refuse to change what is in it. */
export class AuditLog {
  readonly #onFailure: (waiting: number, error: unknown) => void;
  #waiting: NewAuditRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  /** @param options.onFailure called when a batch could not be written: it is tried again, and at the end given up */
  constructor(private readonly options: { sql: Sql; newId: NewId; onFailure?: ((waiting: number, error: unknown) => void) | undefined }) {
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  /** Writes an entry. When this returns, it is committed. */
  async write(entry: AuditEntry): Promise<void> {
    await insertAuditRows(this.options.sql, [this.#rowOf(entry)]);
  }

  /** Leaves an entry to the next batch, a moment later. */
  add(entry: AuditEntry): void {
    this.#waiting.push(this.#rowOf(entry));
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), BATCH_MS).unref();
  }

  /** Writes what waits. @throws what the database threw; the entries keep waiting */
  flush(): Promise<void> {
    const flushed = this.#flushing.catch(() => undefined).then(() => this.#flush());
    this.#flushing = flushed;
    return flushed;
  }

  /** Writes what waits, before the database is closed. */
  async close(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS_AT_CLOSE; attempt += 1) await this.flush().catch(() => undefined);
    clearTimeout(this.#timer);
  }

  /** Latest first. */
  async page(filter: AuditFilter, { limit, after }: KeysetPage<AuditCursor>): Promise<readonly StoredAuditEntry[]> {
    const sql = this.options.sql;
    const { accountId, from, to, action, changes, actor } = filter;
    const actorIs = actor === 'operator' ? sql`actor_type = 'operator'` : sql`actor_id = ${actor ?? null}`;
    const rows = await sql<Row[]>`
      SELECT id, at, account_id AS "accountId", actor_type AS "actorType", actor_id AS "actorId", action, targets, network, outcome, purpose,
        means
      FROM audit_log
      WHERE true
        ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`}
        ${from === undefined ? sql`` : sql`AND at >= ${from.toISOString()}::timestamptz`}
        ${to === undefined ? sql`` : sql`AND at < ${to.toISOString()}::timestamptz`}
        ${action === undefined ? sql`` : sql`AND action = ${action}`}
        ${changes === undefined ? sql`` : sql`AND action !~ ${READING_ACTION}`}
        ${actor === undefined ? sql`` : sql`AND ${actorIs}`}
        ${after === null ? sql`` : sql`AND (at, id) < (${after.at.toISOString()}::timestamptz, ${after.id})`}
      ORDER BY at DESC, id DESC LIMIT ${limit}`;
    return rows.map(({ actorType: type, actorId: id, ...row }) => ({ ...row, actor: { type, id } }));
  }

  #rowOf(entry: AuditEntry): NewAuditRow {
    return { ...entry, id: this.options.newId('audit') };
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_ROWS);
      try {
        await insertAuditRows(this.options.sql, batch);
      } catch (error) {
        // Written again under the same ids: one that was committed after all is not added twice.
        this.#waiting.unshift(...batch);
        this.#onFailure(this.#waiting.length, error);
        this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), BATCH_MS * 4).unref();
        throw error;
      }
    }
  }
}
