import { and, asc, eq, exists, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ExportedRow, ExportPage, ExportType } from '../account-export.js';
import type { Database } from '../../../kernel/db/client.js';
import { accounts, usagePeriods } from '../../accounts/store/schema.js';
import { erasures } from '../store/schema.js';
import { members, sessions, users } from '../../people/store/schema.js';
import { webhookAttempts } from '../../webhooks/store/schema.js';
import { EXPORTED } from './exported-columns.js';

/** Rows per page. An event may have a megabyte, and an attempt some kilobytes. */
const PAGE_ROWS = 500;
const LARGE = 20;
const PAGE_OF: Partial<Readonly<Record<ExportType, number>>> = { event: LARGE, email: 100, delivery: 100, lookup: 50 };

/** The rows of an account in Postgres, page by page in the order of an index, so that no page waits for all. */
export class AccountExport {
  constructor(private readonly options: { db: Database }) {}

  /**
   * Rows of a type in a total order, after a place. Each page is read by itself: what changes meanwhile is seen by later pages.
   *
   * @param hasContent whether columns that hold what lookups found are shown; otherwise they are null
   */
  async page(type: ExportType, accountId: string, after: readonly unknown[] | null, hasContent = true): Promise<ExportPage> {
    const { table, columns, key } = EXPORTED[type];
    const all = getTableColumns(table);
    const keys = key.flatMap((name) => all[name] ?? []);
    const selected = Object.fromEntries([...new Set([...columns, ...key])].flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
    const limit = PAGE_OF[type] ?? PAGE_ROWS;
    const found = (await this.options.db
      .select(type === 'member' ? { ...selected, email: users.email } : selected)
      .from(table as PgTable)
      .leftJoin(users, type === 'member' ? eq(users.id, members.userId) : sql`false`)
      .where(and(this.#ofAccount(type, all, accountId), after ? isAfter(keys, after) : undefined))
      .orderBy(...keys.map((column) => asc(column)))
      .limit(limit)) as Record<string, unknown>[];
    const last = found.at(-1);
    const hidden = hasContent ? [] : EXPORTED[type].content;
    const rows = found.map((row) => shown(row, type === 'member' ? [...columns, 'email'] : columns, hidden));
    return {
      rows: type === 'delivery' ? await this.#withAttempts(rows, hasContent) : rows,
      next: last && found.length === limit ? key.map((name) => last[name]) : null,
    };
  }

  /** Deliveries, each with the log of its attempts. */
  async #withAttempts(deliveries: readonly ExportedRow[], hasContent: boolean): Promise<ExportedRow[]> {
    const { eventId, endpointId, number } = webhookAttempts;
    const events = deliveries.map((row) => String(row['eventId']));
    const found = await this.options.db.select().from(webhookAttempts).where(inArray(eventId, events)).orderBy(eventId, endpointId, number);
    const { columns, content } = EXPORTED.attempt;
    return deliveries.map((row) => {
      const own = found.filter((attempt) => attempt.eventId === row['eventId'] && attempt.endpointId === row['endpointId']);
      return { ...row, attemptLog: own.map((attempt) => shown(attempt, columns, hasContent ? [] : content)) };
    });
  }

  /** Selects rows of the account: named by the row itself, or by one that it belongs to. */
  #ofAccount(type: ExportType, columns: Readonly<Record<string, PgColumn>>, accountId: string): SQL | undefined {
    const db = this.options.db;
    const one = { one: sql`1` };
    switch (type) {
      case 'account':
        return and(eq(accounts.id, accountId), isNull(accounts.deletedAt));
      case 'usagePeriod':
        return eq(usagePeriods.poolId, sql`(SELECT pool_id FROM accounts WHERE id = ${accountId})`);
      case 'session':
        return exists(
          db
            .select(one)
            .from(members)
            .where(and(eq(members.userId, sessions.userId), eq(members.accountId, accountId))),
        );
      case 'sentEvent':
        return sql`erasure_id IN (${db.select({ id: erasures.id }).from(erasures).where(eq(erasures.accountId, accountId))})`;
      default: {
        const { accountId: column } = columns;
        if (!column) throw new Error(`${type}: nothing says of which account a row is`);
        return eq(column, accountId);
      }
    }
  }
}

/** The row comparison that an index answers. */
function isAfter(keys: readonly PgColumn[], values: readonly unknown[]): SQL {
  const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
  return sql`(${list(keys.map((column) => sql`${column}`))}) > (${list(keys.map((column, index) => sql`${sql.param(values[index], column)}::${sql.raw(column.getSQLType())}`))})`;
}

function shown(row: Readonly<Record<string, unknown>>, columns: readonly string[], hidden: readonly string[]): ExportedRow {
  return Object.fromEntries(columns.map((name) => [name, hidden.includes(name) ? null : plain(row[name])]));
}

/** Bytes are text here: bodies of events, and what receivers answered. */
const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('utf8') : value);
