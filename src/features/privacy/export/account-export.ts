import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ExportedRow, ExportPage, ExportType } from '../account-export.js';
import type { Sql } from '../../../kernel/db/client.js';
import { EXPORTED } from './exported-columns.js';

/** Rows per page. An event may have a megabyte, and an attempt some kilobytes. */
const PAGE_ROWS = 500;
const LARGE = 20;
const PAGE_OF: Partial<Readonly<Record<ExportType, number>>> = { event: LARGE, email: 100, delivery: 100, lookup: 50 };

/** The rows of an account in Postgres, page by page in the order of an index, so that no page waits for all. */
export class AccountExport {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Rows of a type in a total order, after a place. Each page is read by itself: what changes meanwhile is seen by later pages.
   *
   * @param hasContent whether columns that hold what lookups found are shown; otherwise they are null
   */
  async page(type: ExportType, accountId: string, after: readonly unknown[] | null, hasContent = true): Promise<ExportPage> {
    const { sql } = this.options;
    const { table, columns, key } = EXPORTED[type];
    const isMember = type === 'member';
    const limit = PAGE_OF[type] ?? PAGE_ROWS;
    const order = sql.unsafe(key.map((name) => `t."${columnOf(table, name)?.name}"`).join(', '));
    const found = await sql<Record<string, unknown>[]>`
      SELECT ${sql.unsafe(columnList(table, [...new Set([...columns, ...key])]))} ${isMember ? sql`, u.email` : sql``}
      FROM ${sql(getTableName(table))} t ${isMember ? sql`LEFT JOIN users u ON u.id = t.user_id` : sql``}
      WHERE ${this.#ofAccount(type, table, accountId)} ${after ? sql`AND (${order}) > (${this.#place(table, key, after)})` : sql``}
      ORDER BY ${order} LIMIT ${limit}`;
    const last = found.at(-1);
    const hidden = hasContent ? [] : EXPORTED[type].content;
    const rows = found.map((row) => shown(row, isMember ? [...columns, 'email'] : columns, hidden));
    return {
      rows: type === 'delivery' ? await this.#withAttempts(rows, hasContent) : rows,
      next: last && found.length === limit ? key.map((name) => last[name]) : null,
    };
  }

  /** Deliveries, each with the log of its attempts. */
  async #withAttempts(deliveries: readonly ExportedRow[], hasContent: boolean): Promise<ExportedRow[]> {
    const { sql } = this.options;
    const { table, columns, content } = EXPORTED.attempt;
    const events = deliveries.map((row) => String(row['eventId']));
    const found = await sql<Record<string, unknown>[]>`
      SELECT ${sql.unsafe(columnList(table, columns))} FROM webhook_attempts t
      WHERE event_id = ANY (${events}) ORDER BY event_id, endpoint_id, number`;
    return deliveries.map((row) => {
      const own = found.filter((attempt) => attempt['eventId'] === row['eventId'] && attempt['endpointId'] === row['endpointId']);
      return { ...row, attemptLog: own.map((attempt) => shown(attempt, columns, hasContent ? [] : content)) };
    });
  }

  /** Selects rows `t` of the account: named by the row itself, or by one that it belongs to. */
  #ofAccount(type: ExportType, table: PgTable, accountId: string) {
    const { sql } = this.options;
    switch (type) {
      case 'account':
        return sql`id = ${accountId} AND deleted_at IS NULL`;
      case 'usagePeriod':
        return sql`pool_id = (SELECT pool_id FROM accounts WHERE id = ${accountId})`;
      case 'session':
        return sql`EXISTS (SELECT FROM members m WHERE m.user_id = t.user_id AND m.account_id = ${accountId})`;
      case 'sentEvent':
        return sql`erasure_id IN (SELECT id FROM erasures WHERE account_id = ${accountId})`;
      default:
        if (!('accountId' in table)) throw new Error(`${type}: nothing says of which account a row is`);
        return sql`t.account_id = ${accountId}`;
    }
  }

  /** A place in the order, for the row comparison that an index answers. */
  #place(table: PgTable, key: readonly string[], values: readonly unknown[]) {
    const { sql } = this.options;
    return key.map((name, index) => {
      const type = sql.unsafe(columnOf(table, name)?.getSQLType() ?? '');
      return sql`${index === 0 ? sql`` : sql`,`} ${values[index] as string}::${type}`;
    });
  }
}

const columnOf = (table: PgTable, name: string): PgColumn | undefined =>
  (getTableColumns(table) as Readonly<Record<string, PgColumn>>)[name];

/** Columns of `t` by their names in the schema; the driver leaves a bigint as text, and none here is too large for a number. */
const columnList = (table: PgTable, names: readonly string[]): string =>
  names
    .map((name) => {
      const column = columnOf(table, name);
      return `t."${column?.name}"${column?.dataType === 'number' ? '::float8' : ''} AS "${name}"`;
    })
    .join(', ');

function shown(row: Readonly<Record<string, unknown>>, columns: readonly string[], hidden: readonly string[]): ExportedRow {
  return Object.fromEntries(columns.map((name) => [name, hidden.includes(name) ? null : plain(row[name])]));
}

/** Bytes are text here: bodies of events, and what receivers answered. */
const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('utf8') : value);
