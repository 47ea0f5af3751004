/** What an erasure does with texts in a client's own words: wherever one names the identity, that is replaced. */
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { type ColumnPrivacy, PRIVACY } from '../../personal-data.js';
import * as schema from '../../schema.js';
import { pagesOfAccounts } from './erase-everywhere.js';
import type { ErasedRecogniser } from './naming-lookup.js';

/** Different texts read at once. */
const PAGE = 10_000;

/** Columns that hold such texts, as the schema says, each with the column that says of which account they are; null: of a person. */
const COLUMNS = Object.entries(schema).flatMap(([name, table]) => {
  if (!is(table, PgTable)) return [];
  const columns = getTableColumns(table as PgTable);
  const owner = table === schema.accounts ? 'id' : (columns['accountId']?.name ?? null);
  return Object.entries<ColumnPrivacy>(PRIVACY[name as keyof typeof PRIVACY]).flatMap(([property, privacy]) =>
    privacy !== 'none' && privacy.ownWords === 'replaced'
      ? [{ table: getTableName(table), column: columns[property]?.name ?? '', owner }]
      : [],
  );
});

/** @param accountId null: every account, and what belongs to none */
export async function eraseTexts(sql: Sql, accountId: string | null, recogniser: ErasedRecogniser, onProgress: () => void): Promise<void> {
  const replaceIn = async (table: string, column: string, isMeant: Fragment): Promise<void> => {
    for (let after = ''; ; ) {
      onProgress();
      const page = await sql<{ text: string }[]>`
        SELECT DISTINCT ${sql(column)} AS text FROM ${sql(table)} WHERE ${isMeant} AND ${sql(column)} > ${after} ORDER BY 1 LIMIT ${PAGE}`;
      for (const { text } of page) {
        const rest = recogniser.withoutIdentity(text);
        if (rest !== text) await sql`UPDATE ${sql(table)} SET ${sql(column)} = ${rest} WHERE ${isMeant} AND ${sql(column)} = ${text}`;
      }
      if (page.length < PAGE) return;
      after = page.at(-1)?.text ?? after;
    }
  };
  for (const { table, column, owner } of COLUMNS) {
    // By accounts, so that each statement ends in time.
    if (owner !== null)
      for await (const accounts of pagesOfAccounts(sql, accountId)) await replaceIn(table, column, sql`${sql(owner)} = ANY (${accounts})`);
    if (accountId === null) await replaceIn(table, column, owner === null ? sql`true` : sql`${sql(owner)} IS NULL`);
  }
}
