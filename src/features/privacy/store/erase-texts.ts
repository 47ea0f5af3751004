/** What an erasure does with texts in a client's own words: wherever one names the identity, that is replaced. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { pagesOfAccounts } from './erase-everywhere.js';
import type { ErasedRecogniser } from './naming-lookup.js';

/** A column with texts in a client's own words. */
export interface TextColumn {
  readonly table: string;
  readonly column: string;
  /** The column that says of which account a row is; null: of a person. */
  readonly owner: string | null;
}

/** Different texts read at once. */
const TEXTS_AT_ONCE = 10_000;

/** @param accountId null: every account, and what belongs to none */
export async function eraseTexts(
  { sql, texts }: { sql: Sql; texts: readonly TextColumn[] },
  accountId: string | null,
  recogniser: ErasedRecogniser,
  onProgress: () => void,
): Promise<void> {
  const replaceIn = async (table: string, column: string, isMeant: Fragment): Promise<void> => {
    for (let after = ''; ; ) {
      onProgress();
      const page = await sql<{ text: string }[]>`
        SELECT DISTINCT ${sql(column)} AS text FROM ${sql(table)} WHERE ${isMeant} AND ${sql(column)} > ${after} ORDER BY 1 LIMIT ${TEXTS_AT_ONCE}`;
      for (const { text } of page) {
        const rest = recogniser.withoutIdentity(text);
        if (rest !== text) await sql`UPDATE ${sql(table)} SET ${sql(column)} = ${rest} WHERE ${isMeant} AND ${sql(column)} = ${text}`;
      }
      if (page.length < TEXTS_AT_ONCE) return;
      after = page.at(-1)?.text ?? after;
    }
  };
  for (const { table, column, owner } of texts) {
    // By accounts, so that each statement ends in time.
    if (owner !== null)
      for await (const accounts of pagesOfAccounts(sql, accountId)) await replaceIn(table, column, sql`${sql(owner)} = ANY (${accounts})`);
    if (accountId === null) await replaceIn(table, column, owner === null ? sql`true` : sql`${sql(owner)} IS NULL`);
  }
}
